import type { ReferenceDate, ReferenceHotel, ReferenceStay } from '../../support/stay-reference';
import { referenceReasons } from '../../support/stay-reference';
import type { Calendar } from './calendar';
import { isRestriction } from './fields';
import type { Hotel } from './hotel';

/** The reasons against a stay in a plan of this calendar, as sorted texts `code date value limit`. */
export function reasonsAgainst(
  stay: ReferenceStay,
  ratePlanId: string,
  calendar: Calendar,
  today: string,
): string[] {
  const closures = calendar.closures.filter((closure) => [null, ratePlanId].includes(closure.ratePlanId));
  const noLimits = { maximumGuests: null, adults: null, children: null };
  const dates = calendar.days.map(({ date, totalRooms, closed, prices }): [string, ReferenceDate] => {
    const ofPlan = prices.find((each) => each.ratePlanId === ratePlanId);
    if (!ofPlan) return [date, { totalRooms, closed }];
    const { price, restrictions } = ofPlan;
    return [date, { totalRooms, closed, hasCell: true, ...(price !== null && { price }), ...restrictions }];
  });
  const hotel: ReferenceHotel = {
    calendar: Object.fromEntries(dates),
    closures,
    window: windowOf(today),
    ...noLimits,
  };
  return referenceReasons(stay, hotel);
}

/** From yesterday to two years from today. */
function windowOf(today: string): [string, string] {
  const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
  return [yesterday, `${Number(today.slice(0, 4)) + 2}${today.slice(4)}`];
}

/** The entries that have set the value behind a reason; undefined for reasons whose entries are not compared. */
export function entriesBehind(
  { plans, rooms, closures }: Hotel,
  ratePlanId: string,
  { code, date }: { code: string; date: string | null },
): (string | undefined)[] | undefined {
  const plan = plans.get(ratePlanId);
  const on = date ?? '';
  if (!plan) return undefined;
  if (code === 'closedByPlatform') {
    const isAgainst = (closure: { roomId: string; ratePlanId: string | null; from: string; to: string }) =>
      closure.roomId === plan.roomId &&
      [null, ratePlanId].includes(closure.ratePlanId) &&
      closure.from <= on &&
      closure.to >= on;
    return [...closures].flatMap(([id, closure]) => (isAgainst(closure) ? [id] : []));
  }
  if (code === 'roomClosed') return [rooms.get(plan.roomId)?.get(on)?.closed.changes.at(-1)?.requestId];
  const field = code as 'stopSell';
  return isRestriction(field) ? [plan.days.get(on)?.[field].changes.at(-1)?.requestId] : undefined;
}
