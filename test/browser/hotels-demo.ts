import type { ServiceProcess } from '../support/service-process';
import { day } from './admin-page';

/** Six hotels with 41 rooms and 303 rate plans, and the problems of a usual week. */

const DAYS = 70;
const HOTELS: Record<string, number> = {
  'Hotel Bergblick': 12,
  'Old Mill': 8,
  'Pension Linde': 6,
  'Seehotel Anker': 9,
  'Stadthotel am Tor': 4,
  'Gasthof Sonne': 2,
};
/** The hotel that gets no pushes. */
export const SILENT_HOTEL = 'Gasthof Sonne';
const ROOMS = [
  'Single Standard',
  'Double Standard',
  'Double Superior',
  'Twin',
  'Triple',
  'Family Room',
  'Junior Suite',
  'Suite',
  'Apartment',
  'Studio',
  'Attic Room',
  'Garden Room',
];
const PLANS: [name: string, parent: number, steps: object[]][] = [
  ['Flexible with breakfast', 0, [{ amount: '12.00' }]],
  ['Half board', 1, [{ amount: '24.00' }]],
  ['Not refundable', 0, [{ percent: '-12' }]],
  ['Not refundable with breakfast', 3, [{ amount: '12.00' }]],
  ['Long stay', 0, [{ percent: '-15' }]],
  ['Mobile', 0, [{ percent: '-5' }]],
];
/** The hotel whose rooms have restrictions and closures. */
export const RESTRICTED_HOTEL = 'Pension Linde';
/** The number of rooms that also have a corporate rate. */
const CORPORATE_ROOMS = 16;
const GUARD = { minimum: '40.00', maximum: '900.00', maxDecreasePercent: '60', maxIncreasePercent: '200' };

/** A room of the demo, with the id of its plan that gets pushes. */
export interface DemoRoom {
  id: string;
  name: string;
  hotel: string;
  flexible: string;
}

/** Fills an empty service through its own calls. @returns the rooms, and the request id of the wrong push */
export async function fillHotels(
  service: ServiceProcess,
): Promise<{ rooms: DemoRoom[]; wrongPush: string; at: string }> {
  const send = async (path: string, body: unknown, method = 'POST') => {
    const answer = await service.call(path, { method, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  const rooms: DemoRoom[] = [];
  for (const [hotel, count] of Object.entries(HOTELS)) {
    for (const name of ROOMS.slice(0, count)) {
      const id = `${100 + rooms.length}`;
      rooms.push({ id, name, hotel, flexible: `${id}00` });
    }
  }
  const make = async ({ id, name, hotel, flexible }: DemoRoom, index: number) => {
    const capacity = { totalRooms: 5, maximumGuests: 3, adults: 2, children: 1 };
    await send('/admin/rooms', { id, name, propertyName: hotel, ...capacity });
    await send(`/admin/rooms/${id}/ratePlans`, { id: flexible, name: 'Flexible', currency: 'EUR' });
    const plans =
      index < CORPORATE_ROOMS ? [...PLANS, ['Corporate', 0, [{ percent: '-18' }]] as const] : PLANS;
    for (const [place, [plan, parent, steps]] of plans.entries()) {
      const derivation = { from: `${id}0${parent}`, steps };
      await send(`/admin/rooms/${id}/ratePlans`, { id: `${id}0${place + 1}`, name: plan, derivation });
    }
    if (hotel === SILENT_HOTEL) return;
    const dates = Array.from({ length: DAYS }, (_, offset) => offset);
    const price = (offset: number) => 70 + (index % 7) * 15 + ([4, 5].includes(offset % 7) ? 20 : 0);
    await send(
      `/updateCalendarPrices?roomId=${id}&ratePlanId=${flexible}`,
      dates.map((offset) => ({ date: day(offset), price: price(offset) })),
    );
    await send(
      `/updateCalendarInventory?roomId=${id}`,
      dates.map((offset) => ({
        date: day(offset),
        inventoryNumber: (offset + index) % 11 === 0 ? 0 : 1 + ((offset + index) % 5),
      })),
    );
  };
  for (let start = 0; start < rooms.length; start += 6) {
    await Promise.all(rooms.slice(start, start + 6).map((room, offset) => make(room, start + offset)));
  }
  const at = new Date().toISOString();
  const wrongPush = await makeTrouble(rooms, send);
  await restrict(
    rooms.filter(({ hotel }) => hotel === RESTRICTED_HOTEL) as [DemoRoom, DemoRoom, DemoRoom],
    send,
  );
  return { rooms, wrongPush, at };
}

/** Limits the sale: with restrictions of every kind, a room that the channel manager has closed, and two closures. */
async function restrict(
  [single, double, superior]: [DemoRoom, DemoRoom, DemoRoom],
  send: (path: string, body: unknown, method?: string) => Promise<Response>,
): Promise<void> {
  const plan = ({ id, flexible }: DemoRoom) => `roomId=${id}&ratePlanId=${flexible}`;
  const days = (from: number, count: number, value: object) =>
    Array.from({ length: count }, (_, index) => ({ date: day(from + index), ...value }));
  await send(`/updateCalendarMinStay?${plan(single)}`, days(2, 8, { minStay: 3 }));
  await send(`/updateCalendarMaxStay?${plan(single)}`, days(5, 9, { maxStay: 7 }));
  await send(`/updateCalendarBlackout?roomId=${double.id}`, days(4, 3, { blackoutStatus: true }));
  await send(`/admin/rooms/${double.id}`, { propertyCode: 'LINDE' }, 'PATCH');
  const change = (from: number, to: number, values: object) => {
    const of = { room_type_id: double.id, rate_plan_id: double.flexible };
    const attributes = { ...of, date_from: day(from), date_to: day(to), ...values };
    return { type: 'restriction_changes', attributes };
  };
  const changes = [
    change(8, 9, { stop_sell: true }),
    change(10, 11, { closed_to_arrival: true }),
    change(11, 12, { closed_to_departure: true }),
    change(12, 13, { min_stay_through: 4, max_stay: 14 }),
  ];
  const attributes = { request_id: 'demo', hotel_code: 'LINDE', changes };
  await send('/channex/changes/', { data: [{ type: 'changes_notification', attributes }] });
  const closure = { from: day(6), to: day(8) };
  await send('/admin/closures', { ...closure, roomId: superior.id, reason: 'Water damage' });
  const plans = { roomId: single.id, ratePlanId: single.flexible, reason: 'Wrong price until Monday' };
  await send('/admin/closures', { ...closure, ...plans });
}

/** Makes problems: held prices, a wrong push, an overridden price, refused calls, unknown rooms, a room edit of −6. */
async function makeTrouble(
  rooms: DemoRoom[],
  send: (path: string, body: unknown, method?: string) => Promise<Response>,
): Promise<string> {
  const [single, double, superior, twin, , family] = rooms as [
    DemoRoom,
    DemoRoom,
    DemoRoom,
    DemoRoom,
    DemoRoom,
    DemoRoom,
  ];
  const prices = ({ id, flexible }: DemoRoom, price: number, days: number[]) =>
    send(
      `/updateCalendarPrices?roomId=${id}&ratePlanId=${flexible}`,
      days.map((offset) => ({ date: day(offset), price })),
    );
  const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
  for (const room of [double, superior]) {
    await send(`/admin/ratePlans/${room.flexible}`, { guard: GUARD }, 'PATCH');
    await prices(room, room === double ? 8.5 : 1900, range(5, 5));
  }
  await prices({ ...twin, flexible: `${twin.id}01` }, 47.3, [3, 4]);
  await prices(family, 0, [8]);
  await send('/roomEditChannelManager', {
    id: family.id,
    qty: -6,
    maxGuests: 4,
    maxAdults: 2,
    maxChildren: 2,
  });
  for (const body of ['[{}]', '[{"date":"2026-02-30","price":1}]', '{"price":1}']) {
    await send(
      `/updateCalendarPrices?roomId=${single.id}&ratePlanId=${single.flexible}`,
      JSON.parse(body),
    ).catch(() => undefined);
  }
  for (const unknown of ['7001', '7002']) {
    await send(`/updateCalendarPrices?roomId=${unknown}&ratePlanId=1`, [
      { date: day(1), price: 1, propertyName: 'Old Mill' },
    ]);
  }
  const wrong = await prices(single, 7.3, range(1, 19));
  return wrong.headers.get('x-request-id') ?? '';
}
