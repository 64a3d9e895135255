import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RoomId } from '../platform/database/id';
import { PreparedStatement } from '../platform/database/prepared-statement';
import type { Hotel, HotelRoom } from './message';

/** Selects rooms of hotels with their plans. `$1` are the codes of the hotels. */
const ROOMS = `
   SELECT room.property_code AS "hotelCode", room.id, room.name, room.property_name AS "propertyName", room.maximum_guests AS "maximumGuests",
          coalesce((SELECT json_agg(json_build_object('id', plan.id::text, 'name', plan.name, 'currency', plan.currency,
                                                      'isDerived', plan.derived_from_id IS NOT NULL)
                                    ORDER BY plan.id)
                      FROM rate_plan AS plan WHERE plan.room_id = room.id), '[]') AS "ratePlans"
     FROM room
    WHERE room.property_code = ANY ($1::text[])`;

const FIND_ROOMS = new PreparedStatement('find_rooms_of_hotels', `${ROOMS} ORDER BY room.id`);

const FIND_NAMED_ROOMS = new PreparedStatement(
  'find_named_rooms_of_hotels',
  `${ROOMS} AND room.id = ANY ($2::bigint[]) ORDER BY room.id`,
);

interface RoomRow extends HotelRoom {
  hotelCode: string;
}

/** Finds the rooms and plans of a property code. */
@Injectable()
export class HotelRepository {
  /** Finds hotels by their codes, with all their rooms. */
  async find(manager: EntityManager, hotelCodes: readonly string[]): Promise<Map<string, Hotel>> {
    const codes = possibleCodes(hotelCodes);
    return codes.length === 0 ? new Map() : hotelsOf(await FIND_ROOMS.run<RoomRow[]>(manager, [codes]));
  }

  /** Finds hotels by their codes, with some of their rooms. It leaves out a hotel that has none of these rooms. */
  async findNamed(
    manager: EntityManager,
    hotelCodes: readonly string[],
    roomIds: readonly RoomId[],
  ): Promise<Map<string, Hotel>> {
    const [codes, ids] = [possibleCodes(hotelCodes), [...new Set(roomIds)]];
    if (codes.length === 0 || ids.length === 0) return new Map();
    return hotelsOf(await FIND_NAMED_ROOMS.run<RoomRow[]>(manager, [codes, ids]));
  }
}

/** Leaves out codes with the character NUL, which PostgreSQL refuses and no hotel has. */
function possibleCodes(hotelCodes: readonly string[]): string[] {
  return [...new Set(hotelCodes)].filter((code) => !code.includes('\0'));
}

function hotelsOf(rows: readonly RoomRow[]): Map<string, Hotel> {
  const hotels = new Map<string, Hotel>();
  for (const { hotelCode, ...room } of rows) {
    const hotel = hotels.get(hotelCode) ?? { hotelCode, rooms: [] };
    hotels.set(hotelCode, hotel);
    hotel.rooms.push(room);
  }
  return hotels;
}
