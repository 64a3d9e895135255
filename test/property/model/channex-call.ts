import type { Answer, TestService } from '../../support/service';
import { money } from './cell';
import { isFlag } from './fields';
import type { Message, MessagePart } from './steps';
import { HOTEL_CODE } from './steps';
import type { WrongPart } from './wrong-part';

const NAMES = {
  stopSell: 'stop_sell',
  closedToArrival: 'closed_to_arrival',
  closedToDeparture: 'closed_to_departure',
  minStayArrival: 'min_stay_arrival',
  minStayThrough: 'min_stay_through',
  maxStay: 'max_stay',
} as const;

/** Sends a message as Channex does (section 7.1 of the contract). */
export function sendToChannex(
  service: TestService,
  { messageId, parts }: Message,
  signal: AbortSignal | null,
): Promise<Answer> {
  const attributes = { request_id: messageId, hotel_code: HOTEL_CODE, changes: parts.map(changeOf) };
  const body = { data: [{ type: 'changes_notification', attributes }] };
  return service.post('/channex/changes/', body, { signal });
}

function changeOf({ roomId, ratePlanId, from, to, values }: MessagePart): object {
  const { roomsLeft, price, ...restrictions } = values;
  const place = {
    room_type_id: roomId,
    ...(ratePlanId !== null && { rate_plan_id: ratePlanId }),
    date_from: from,
    date_to: to,
  };
  if (roomsLeft !== undefined)
    return { type: 'availability_changes', attributes: { ...place, availability: Number(roomsLeft) } };
  const rates = price === undefined ? {} : { rates: [{ rate: money(price), currency: 'EUR' }] };
  const set = Object.entries(restrictions).map(([name, value]) => [
    NAMES[name as keyof typeof NAMES],
    isFlag(name as keyof typeof NAMES) ? value === 1n : Number(value),
  ]);
  return { type: 'restriction_changes', attributes: { ...place, ...rates, ...Object.fromEntries(set) } };
}

/** @returns the request id of the call that applied the message, or the places of its errors */
export function answerOfChannex({ status, text }: Answer): { requestId: string } | { error: string } {
  const body = JSON.parse(text) as { unique_id: string; errors: { path: string }[] };
  if (status === 200) return { requestId: body.unique_id };
  return { error: `${status} ${body.errors.map(({ path }) => path).join()}` };
}

/** The error that `answerOfChannex` must return for a wrong part. */
export function errorOfChannex({ parts }: Message, { index, problem }: WrongPart): string {
  const value = parts[index]?.values.price === undefined ? 'availability' : 'rates[0].rate';
  const names = {
    room: 'room_type_id',
    plan: 'rate_plan_id',
    planOfOtherRoom: 'rate_plan_id',
    dates: 'date_to',
  };
  const name = { ...names, value }[problem];
  return `422 data[0].attributes.changes[${index}].attributes.${name}`;
}
