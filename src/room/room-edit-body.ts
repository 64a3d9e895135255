import { HttpException } from '@nestjs/common';
import { ApiProperty, OmitType } from '@nestjs/swagger';
import type { RoomId } from '../platform/database/id';
import { parseId } from '../platform/database/id';
import { decimalText } from '../platform/http/exact-json';
import type { RoomCapacity } from '../calendar/loaded-room';

/** The bounds of PostgreSQL's integer. */
const MINIMUM = -(2 ** 31);
const MAXIMUM = 2 ** 31 - 1;

const number = { type: 'integer', required: false, nullable: true } as const;

/** The body of operation 3, with the channel manager's names. None of its values are validated. */
export class SendRoomAllbookers {
  @ApiProperty({
    oneOf: [{ type: 'string', pattern: '^[0-9]{1,19}$' }, { type: 'integer' }],
    example: '1',
    description: 'The id of the room: a string of digits, or a number up to 2^53-1',
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

/** The body of a room synchronization. The lengths of stays in it are not applied. */
export class RoomSynchronization extends OmitType(SendRoomAllbookers, ['id']) {
  @ApiProperty({
    oneOf: [{ type: 'string', pattern: '^[0-9]{1,19}$' }, { type: 'integer' }],
    required: false,
    example: '1',
    description: 'The id of the room, also read as id',
  })
  allbookersId?: unknown;

  @ApiProperty({
    oneOf: [{ type: 'string', pattern: '^[0-9]{1,19}$' }, { type: 'integer' }],
    required: false,
    description: 'The id of the room, where `allbookersId` is missing or null',
  })
  id?: unknown;

  @ApiProperty({ ...number, example: 1, description: 'Not applied' })
  minStay?: unknown;

  @ApiProperty({ ...number, example: 30, description: 'Not applied' })
  maxStay?: unknown;
}

/**
 * The refusal of a `SendRoomAllbookers` that cannot be stored. Operation 3 answers it with 200 and `false`.
 */
export class RoomEditError extends HttpException {
  constructor(message: string) {
    super(message, 200);
  }
}

/** The change that a `SendRoomAllbookers` requests. */
export interface RoomEdit {
  roomId: RoomId;
  capacity: RoomCapacity;
}

/** The names of the id of a room in a body. */
type IdName = 'id' | 'allbookersId';

/**
 * Reads the requested values. Missing and null values become NULL; negative numbers stay.
 * @param idNames the names of the id, in the order of preference; the first one that is not null counts
 * @throws RoomEditError if the id is missing, or if an integer column cannot hold a value
 */
export function readRoomEdit(body: unknown, idNames: readonly [IdName, ...IdName[]] = ['id']): RoomEdit {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new RoomEditError('The body is not an object');
  const room: RoomSynchronization = body;
  const idName = idNames.find((name) => room[name] !== undefined && room[name] !== null) ?? idNames[0];
  return {
    roomId: readId(idName, room[idName]),
    capacity: {
      maximumGuests: readInteger('maxGuests', room.maxGuests === undefined ? room.MaxGuests : room.maxGuests),
      totalRooms: readInteger('qty', room.qty),
      adults: readInteger('maxAdults', room.maxAdults),
      children: readInteger('maxChildren', room.maxChildren),
    },
  };
}

/**
 * Reads a string of digits or a number up to 2^53-1. Rounding may have turned a larger one into another
 * room's id.
 */
function readId(name: IdName, value: unknown): RoomId {
  const isExact = typeof value === 'string' || Number.isSafeInteger(value);
  const id = isExact ? parseId<RoomId>(String(value)) : undefined;
  if (!id) throw new RoomEditError(`${name} is not the id of a room`);
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
