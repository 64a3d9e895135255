import { openDataSource } from '../../support/data-source';
import type { Derivation } from '../../../src/calendar/derivation/price-derivation';
import { derivation, Records } from '../../support/records';

export interface DerivedPlan {
  id: string;
  parentId: string;
  rule: Derivation;
}

/** A room, and its pushed plan. */
export interface HotelRoom {
  id: string;
  ratePlanId: string;
}

/** Rooms that callers push to, with their derived plans. */
export interface Hotel {
  rooms: HotelRoom[];
  derived: DerivedPlan[];
}

/**
 * The number shares no divisor with the length of the callers' turn of operations, so every room gets every operation.
 */
const ROOMS = 23;
const BREAKFAST: Partial<Derivation> = { steps: [{ percent: '-10' }, { amount: '5' }], minimum: '20' };
const NOT_REFUNDABLE: Partial<Derivation> = {
  steps: [{ percent: '-12.5' }],
  rounding: { mode: 'down', increment: '0.5' },
};
const SUITE: Partial<Derivation> = { steps: [{ percent: '80' }], maximum: '500' };

/**
 * Creates rooms. Every room has a pushed plan and a chain of two derived plans. Some rooms also have a plan that derives
 * from the pushed plan of the room before, so a push to that plan locks both rooms.
 */
export async function openHotel(databaseUrl: string): Promise<Hotel> {
  const dataSource = await openDataSource(databaseUrl);
  try {
    const records = new Records(dataSource);
    const hotel: Hotel = { rooms: [], derived: [] };
    const derive = async (roomId: string, parentId: string, rule: Partial<Derivation>) => {
      const id = await records.ratePlan(roomId, parentId, rule);
      hotel.derived.push({ id, parentId, rule: derivation(rule) });
      return id;
    };
    for (let n = 0; n < ROOMS; n++) {
      const id = await records.room();
      const ratePlanId = await records.ratePlan(id);
      await derive(id, await derive(id, ratePlanId, BREAKFAST), NOT_REFUNDABLE);
      const neighbour = hotel.rooms.at(-1);
      if (neighbour && n < 4) await derive(id, neighbour.ratePlanId, SUITE);
      hotel.rooms.push({ id, ratePlanId });
    }
    return hotel;
  } finally {
    await dataSource.destroy();
  }
}
