import { HttpException } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { RoomId } from '../platform/database/id';
import { parseId } from '../platform/database/id';
import { decimalText } from '../platform/http/exact-json';
import type { RoomCapacity } from '../calendar/room-calendar';

/** The bounds of PostgreSQL's integer. */
const MINIMUM = -(2 ** 31);
const MAXIMUM = 2 ** 31 - 1;

const number = { type: 'integer', required: false, nullable: true } as const;

/** The body of operation 3, as the channel manager names it. Nothing in it is validated. */
export class SendRoomAllbookers {
  @ApiProperty({
    oneOf: [{ type: 'string', pattern: '^[0-9]{1,19}$' }, { type: 'integer' }],
    example: '1',
    description: 'Of the room: a string of digits, or a number up to 2^53-1',
  })
  id?: unknown;

  @ApiProperty({ ...number, example: 5, description: 'Rooms of this kind' })
  qty?: unknown;

  @ApiProperty({ ...number, example: 3, description: 'Also read as MaxGuests' })
  maxGuests?: unknown;
  MaxGuests?: unknown;

  @ApiProperty({ description: 'The largest number of adults', ...number, example: 2 })
  maxAdults?: unknown;

  @ApiProperty({ description: 'The largest number of children', ...number, example: 1 })
  maxChildren?: unknown;
}

/** Why a `SendRoomAllbookers` cannot be stored: a refusal that operation 3 answers with 200 and `false`. */
export class RoomEditError extends HttpException {
  constructor(message: string) {
    super(message, 200);
  }
}

/** What a `SendRoomAllbookers` asks for. */
export interface RoomEdit {
  roomId: RoomId;
  capacity: RoomCapacity;
}

/**
 * Reads what is to be set. Missing and null become NULL, and negative numbers stay as they are.
 * @throws RoomEditError where there is no id, or a value that an integer column cannot hold
 */
export function readRoomEdit(body: unknown): RoomEdit {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new RoomEditError('The body is not an object');
  const room: SendRoomAllbookers = body;
  return {
    roomId: readId(room.id),
    capacity: {
      maximumGuests: readInteger('maxGuests', room.maxGuests === undefined ? room.MaxGuests : room.maxGuests),
      totalRooms: readInteger('qty', room.qty),
      adults: readInteger('maxAdults', room.maxAdults),
      children: readInteger('maxChildren', room.maxChildren),
    },
  };
}

/** A string of digits, or a number up to 2^53-1: a larger one may have been rounded to another room's. */
function readId(value: unknown): RoomId {
  const isExact = typeof value === 'string' || Number.isSafeInteger(value);
  const id = isExact ? parseId<RoomId>(String(value)) : undefined;
  if (!id) throw new RoomEditError('id is not the id of a room');
  return id;
}

function readInteger(field: string, value: unknown): number | null {
  if (value === undefined || value === null) return null;
  const text = decimalText(value) ?? '';
  const number = Number(text);
  if (!/\d/.test(text) || !Number.isInteger(number) || number < MINIMUM || number > MAXIMUM) {
    throw new RoomEditError(`${field} is not a value that the database can hold`);
  }
  return number;
}
