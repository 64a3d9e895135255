import { setImmediate as nextTurn } from 'node:timers/promises';
import { isUUID } from 'class-validator';
import type { RestrictionName } from '../../calendar/restrictions';
import { effectiveNights, MAX_NIGHTS } from '../../calendar/restrictions';
import { MAX_ROOMS_LEFT } from '../../calendar/cell';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { DialectMessage, HotelOfMessage, MessagePart, MessagePrice } from '../message';
import type { ChannexProblem } from './channex-fields';
import { addProblem, ChannexFields } from './channex-fields';

const MAX_GUESTS = 1_000;
/** The number of changes that are parsed between two turns of the event loop. */
const CHANGES_PER_TURN = 1_000;

/** The fields that are flags, and those that are minimum stays. */
const FLAGS = [
  ['stop_sell', 'stopSell'],
  ['closed_to_arrival', 'closedToArrival'],
  ['closed_to_departure', 'closedToDeparture'],
] as const;
const MINIMUMS = [
  ['min_stay', 'minStayArrival'],
  ['min_stay_arrival', 'minStayArrival'],
  ['min_stay_through', 'minStayThrough'],
] as const;

/** An e-mail about a refusal names at most this many hotels. */
const MAX_NAMED_HOTELS = 10;

/** The part of a notification that names its hotel. */
interface NotificationBody {
  attributes: { hotel_code?: unknown } | null;
}

export type ParsedMessage = { message: DialectMessage } | { problems: ChannexProblem[] };

/** The values of one notification. Several of them are one message. */
interface Notification {
  requestId: string;
  hotel: HotelOfMessage;
  parts: MessagePart[];
}

/** Translates the parsed body of changes notifications. */
export async function parseChanges(body: unknown): Promise<ParsedMessage> {
  const problems: ChannexProblem[] = [];
  const message = await readMessage(body, problems);
  return message && problems.length === 0 ? { message } : { problems };
}

/** Returns the hotel codes in a body that may be wrong; undefined if there are none. */
export function hotelCodesIn(body: unknown): string | undefined {
  const { data } = (body ?? {}) as { data?: unknown };
  if (!Array.isArray(data)) return undefined;
  const codes = data.slice(0, MAX_NAMED_HOTELS).flatMap((each: Partial<NotificationBody> | null) => {
    const code = each?.attributes?.hotel_code;
    return typeof code === 'string' ? [code] : [];
  });
  return [...new Set(codes)].join(', ') || undefined;
}

async function readMessage(body: unknown, problems: ChannexProblem[]): Promise<DialectMessage | undefined> {
  const data = ChannexFields.of(body, '', problems)?.list('data', true);
  if (!data) return undefined;
  if (data.length === 0) addProblem(problems, 'data', 'must have at least one element');
  const notifications: Notification[] = [];
  for (const [index, each] of data.entries()) {
    const notification = await readNotification(each, `data[${index}]`, problems);
    if (notification) notifications.push(notification);
  }
  const hotels = new Map(notifications.map(({ hotel }) => [hotel.code, hotel]));
  return {
    dialect: 'channex',
    messageId: messageIdOf(notifications),
    hotels: [...hotels.values()],
    parts: notifications.flatMap(({ parts }) => parts),
    ignored: [],
  };
}

async function readNotification(
  value: unknown,
  path: string,
  problems: ChannexProblem[],
): Promise<Notification | undefined> {
  const notification = ChannexFields.of(value, path, problems);
  notification?.word('type', ['changes_notification']);
  const fields = notification?.object('attributes');
  const requestId = fields?.text('request_id');
  const code = fields?.text('hotel_code');
  const changes = fields?.list('changes', true);
  if (!fields || requestId === undefined || code === undefined || !changes) return undefined;
  const parts: MessagePart[] = [];
  for (const [index, change] of changes.entries()) {
    const part = readChange(change, code, `${fields.at('changes')}[${index}]`, problems);
    if (part) parts.push(part);
    if (index % CHANGES_PER_TURN === CHANGES_PER_TURN - 1) await nextTurn();
  }
  return { requestId, hotel: { code, place: fields.at('hotel_code') }, parts };
}

/** All ids together identify a message, if each of them is a UUID. */
function messageIdOf(notifications: readonly Notification[]): string | null {
  const ids = notifications.map(({ requestId }) => requestId);
  return ids.length > 0 && ids.every((id) => isUUID(id)) ? ids.join() : null;
}

function readChange(
  change: unknown,
  hotelCode: string,
  path: string,
  problems: ChannexProblem[],
): MessagePart | undefined {
  const outer = ChannexFields.of(change, path, problems);
  const type = outer?.word('type', ['availability_changes', 'restriction_changes']);
  const fields = outer?.object('attributes');
  if (!fields || !type) return undefined;
  const isOfPlan = type === 'restriction_changes';
  const roomId = fields.id<RoomId>('room_type_id', true);
  const ratePlanId = fields.id<RatePlanId>('rate_plan_id', isOfPlan) ?? null;
  const from = fields.date('date_from');
  const to = fields.date('date_to');
  const values = isOfPlan ? readRestrictions(fields, problems) : readAvailability(fields);
  if (roomId === undefined || from === undefined || to === undefined) return undefined;
  if (to < from) return fields.refuse('date_to', `must not be before ${from}`, to);
  return { place: `${path}.attributes`, hotelCode, roomId, ratePlanId, from, to, ...values };
}

function readAvailability(fields: ChannexFields): Pick<MessagePart, 'roomsLeft'> {
  const roomsLeft = fields.wholeNumber('availability', 0, MAX_ROOMS_LEFT);
  return roomsLeft === undefined ? {} : { roomsLeft };
}

function readRestrictions(
  fields: ChannexFields,
  problems: ChannexProblem[],
): Pick<MessagePart, 'price' | 'restrictions'> {
  const restrictions: Partial<Record<RestrictionName, number>> = {};
  for (const [name, restriction] of FLAGS) {
    const value = fields.flag(name);
    if (value !== undefined) restrictions[restriction] = value ? 1 : 0;
  }
  for (const [name, restriction] of MINIMUMS) {
    const value = fields.wholeNumber(name, 0, MAX_NIGHTS);
    if (value !== undefined) restrictions[restriction] = effectiveNights(restriction, value);
  }
  const maxStay = fields.wholeNumber('max_stay', 0, MAX_NIGHTS);
  if (maxStay !== undefined) restrictions.maxStay = maxStay;
  const prices = (fields.list('rates', false) ?? []).flatMap(
    (rate, index) => readRate(rate, `${fields.at('rates')}[${index}]`, problems) ?? [],
  );
  return {
    ...(prices.length > 0 && { price: prices }),
    ...(Object.keys(restrictions).length > 0 && { restrictions }),
  };
}

function readRate(rate: unknown, path: string, problems: ChannexProblem[]): MessagePrice | undefined {
  const fields = ChannexFields.of(rate, path, problems);
  const value = fields?.price('rate');
  const currency = fields?.optionalText('currency') ?? null;
  const occupancy = fields?.wholeNumber('occupancy', 1, MAX_GUESTS) ?? null;
  return value === undefined ? undefined : { place: path, value, currency, occupancy };
}
