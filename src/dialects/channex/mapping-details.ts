import type { Hotel } from '../message';

/** Returns the rooms and plans of a hotel in the format of Channex. */
export function mappingDetails({ rooms }: Hotel): object {
  const roomTypes = rooms.map(({ id, name, maximumGuests, ratePlans }) => ({
    id,
    title: name,
    rate_plans: ratePlans.map((plan) => ({
      id: plan.id,
      title: plan.name,
      sell_mode: 'per_room',
      // Operation 3 may have stored any number of guests.
      max_persons: Math.max(1, maximumGuests ?? 1),
      currency: plan.currency,
      read_only: plan.isDerived,
    })),
  }));
  return { data: { type: 'mapping_details', attributes: { room_types: roomTypes } } };
}
