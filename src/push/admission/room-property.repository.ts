import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RoomId } from '../../platform/database/id';
import { PreparedStatement } from '../../platform/database/prepared-statement';

const FIND_PROPERTIES = new PreparedStatement(
  'find_properties_of_rooms',
  `SELECT id, property_name AS "propertyName" FROM room WHERE id = ANY ($1::bigint[]) AND property_name IS NOT NULL`,
);

@Injectable()
export class RoomPropertyRepository {
  /** Finds the names of the properties of those rooms that exist and have one. */
  async findNames(manager: EntityManager, roomIds: RoomId[]): Promise<Map<RoomId, string>> {
    const rows = await FIND_PROPERTIES.run<{ id: RoomId; propertyName: string }[]>(manager, [roomIds]);
    return new Map(rows.map(({ id, propertyName }) => [id, propertyName]));
  }
}
