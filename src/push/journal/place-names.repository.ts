import { Injectable } from '@nestjs/common';
import { TransactionRunner } from '../../platform/database/transaction-runner';

/** The ids of a room and of a rate plan; null for none. */
interface PlaceIds {
  roomId: string | null;
  ratePlanId: string | null;
}

/** The present names of a place; undefined for a room or a plan that is not there. */
interface PlaceNames {
  hotel?: string | null;
  room?: string;
  ratePlan?: string;
  currency?: string;
}

const ROOMS = `SELECT id, name, property_name AS hotel FROM room WHERE id = ANY($1::bigint[])`;
const RATE_PLANS = `SELECT id, name, currency FROM rate_plan WHERE id = ANY($1::bigint[])`;

/** Reads the names of hotels, rooms and rate plans, for tables. */
@Injectable()
export class PlaceNamesRepository {
  constructor(private readonly transactions: TransactionRunner) {}

  /** @returns a function that finds the names of one of the places */
  async find(places: PlaceIds[]): Promise<(place: PlaceIds) => PlaceNames> {
    const [rooms, plans] = await this.transactions.read((manager) =>
      Promise.all([
        manager.query<{ id: string; name: string; hotel: string | null }[]>(ROOMS, [
          idsOf(places.map(({ roomId }) => roomId)),
        ]),
        manager.query<{ id: string; name: string; currency: string }[]>(RATE_PLANS, [
          idsOf(places.map(({ ratePlanId }) => ratePlanId)),
        ]),
      ]),
    );
    const roomOf = new Map(rooms.map((room) => [room.id, room]));
    const planOf = new Map(plans.map((plan) => [plan.id, plan]));
    return ({ roomId, ratePlanId }) => {
      const room = roomOf.get(roomId ?? '');
      const plan = planOf.get(ratePlanId ?? '');
      return { hotel: room?.hotel, room: room?.name, ratePlan: plan?.name, currency: plan?.currency };
    };
  }
}

function idsOf(ids: (string | null)[]): string[] {
  return [...new Set(ids)].filter((id) => id !== null);
}
