import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PreparedStatement } from '../platform/database/prepared-statement';
import { PROPERTY_CODE } from '../room/property-code';
import type { Hotel, HotelRoom } from './message';

const FIND_ROOMS = new PreparedStatement(
  'find_rooms_of_hotels',
  `SELECT room.property_code AS "hotelCode", room.id, room.name, room.property_name AS "propertyName", room.maximum_guests AS "maximumGuests",
          coalesce((SELECT json_agg(json_build_object('id', plan.id::text, 'name', plan.name, 'currency', plan.currency,
                                                      'isDerived', plan.derived_from_id IS NOT NULL)
                                    ORDER BY plan.id)
                      FROM rate_plan AS plan WHERE plan.room_id = room.id), '[]') AS "ratePlans"
     FROM room
    WHERE room.property_code = ANY ($1::text[])
    ORDER BY room.id`,
);

interface RoomRow extends HotelRoom {
  hotelCode: string;
}

/** Finds the rooms and plans of a property code. */
@Injectable()
export class HotelRepository {
  /**
   * Finds hotels by their codes. It leaves out codes with the character NUL, which PostgreSQL refuses and no hotel has.
   */
  async find(manager: EntityManager, hotelCodes: readonly string[]): Promise<Map<string, Hotel>> {
    const possible = [...new Set(hotelCodes)].filter((code) => PROPERTY_CODE.test(code));
    const hotels = new Map<string, Hotel>();
    if (possible.length === 0) return hotels;
    for (const { hotelCode, ...room } of await FIND_ROOMS.run<RoomRow[]>(manager, [possible])) {
      const hotel = hotels.get(hotelCode) ?? { hotelCode, rooms: [] };
      hotels.set(hotelCode, hotel);
      hotel.rooms.push(room);
    }
    return hotels;
  }
}
