import { randomUUID } from 'node:crypto';
import type { Answer, TestService } from './service';

export type Json = Record<string, unknown>;

/** A hotel with a room of two plans, as Channex addresses it. */
export interface ChannexHotel {
  code: string;
  room: string;
  base: string;
  derived: string;
}

/** Calls a service as Channex does. */
export class ChannexCaller {
  constructor(
    private readonly service: TestService,
    readonly token: string,
  ) {}

  /** Creates a hotel with a room for three guests, a plan, and a plan that derives from it. */
  async hotel(code = `H${randomUUID().slice(0, 8)}`, propertyName = code): Promise<ChannexHotel> {
    const { records, dataSource } = this.service;
    const room = await records.room(propertyName);
    await dataSource.query(`UPDATE room SET property_code = $2, maximum_guests = 3 WHERE id = $1`, [
      room,
      code,
    ]);
    const base = await records.ratePlan(room);
    const derived = await records.ratePlan(room, base, { steps: [{ percent: '-10' }] });
    return { code, room, base, derived };
  }

  get(path: string): Promise<Answer> {
    return this.service.call(`/channex/${path}`, { headers: { authorization: '', 'api-key': this.token } });
  }

  send(code: string, changes: Json[], requestId: string = randomUUID()): Promise<Answer> {
    return this.sendBody(notification(code, changes, requestId));
  }

  sendBody(body: unknown): Promise<Answer> {
    return this.service.post('/channex/changes/', body, {
      headers: { authorization: '', 'api-key': this.token },
    });
  }
}

export function notification(code: string, changes: Json[], requestId: string = randomUUID()): Json {
  const attributes = { request_id: requestId, hotel_code: code, changes };
  return { data: [{ type: 'changes_notification', attributes }] };
}

/** A change of the rooms left. */
export function availability(hotel: ChannexHotel, from: string, to: string, rooms: number): Json {
  const place = { room_type_id: hotel.room, rate_plan_id: hotel.base, date_from: from, date_to: to };
  return { type: 'availability_changes', attributes: { ...place, availability: rooms } };
}

/** A change of the values of a plan. */
export function restriction(
  hotel: ChannexHotel,
  from: string,
  to: string,
  values: Json,
  plan = hotel.base,
): Json {
  const place = { room_type_id: hotel.room, rate_plan_id: plan, date_from: from, date_to: to };
  return { type: 'restriction_changes', attributes: { ...place, ...values } };
}

export const rates = (rate: string, more: Json = {}) => ({ rates: [{ rate, currency: 'EUR', ...more }] });
