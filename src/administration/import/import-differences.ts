import { isDeepStrictEqual } from 'node:util';
import type { Derivation, DerivationStep } from '../../calendar/derivation/price-derivation';
import type { RatePlanColumn, RoomColumn } from '../../room/room-table';
import { stepCells } from '../../room/room-table';
import type { Room } from '../../room/room.entity';
import type { RatePlan } from '../../pricing/rate-plans/rate-plan.entity';

/** Matches an exact whole number. Any other text stays text, which the validation of the field refuses. */
const WHOLE_NUMBER = /^-?\d{1,15}$/;

const COUNTS: ReadonlySet<string> = new Set<RoomColumn>([
  'totalRooms',
  'maximumGuests',
  'adults',
  'children',
]);

/** Returns the fields of a room that cells change, as the body of a call. */
export function differencesOfRoom(
  stored: Room | undefined,
  { id: _, ...cells }: Partial<Record<RoomColumn, string>>,
): Record<string, unknown> {
  const values = Object.entries(cells).map(
    ([field, cell]) => [field, COUNTS.has(field) && WHOLE_NUMBER.test(cell) ? Number(cell) : cell] as const,
  );
  return Object.fromEntries(values.filter(([field, value]) => stored?.[field as keyof Room] !== value));
}

/** Returns the fields of a rate plan that cells change, as the body of a call. The rest of a rule stays as it is. */
export function differencesOfPlan(
  stored: RatePlan | undefined,
  { name, currency, from, percent, amount }: Partial<Record<RatePlanColumn, string>>,
): Record<string, unknown> {
  const steps = stepsOf(stored?.derivation?.steps ?? [], percent, amount);
  const isSameRule =
    from === undefined ||
    (from === stored?.derivedFromId && isDeepStrictEqual(steps, stored.derivation?.steps));
  const isOtherCurrency = currency !== undefined && currency !== stored?.currency;
  const { rounding, ...rule }: Partial<Derivation> = stored?.derivation ?? {};
  // The stored rounding fits the smallest unit of the stored currency.
  const kept = isOtherCurrency ? rule : { ...rule, ...(rounding && { rounding }) };
  return {
    ...(name !== undefined && name !== stored?.name && { name }),
    ...(isOtherCurrency && { currency }),
    ...(!isSameRule && { derivation: { ...kept, from, steps } }),
  };
}

/** An empty cell leaves its step unchanged. Stored steps that do not fit the two columns are replaced. */
function stepsOf(
  stored: DerivationStep[],
  percent: string | undefined,
  amount: string | undefined,
): DerivationStep[] {
  if (percent === undefined && amount === undefined) return stored;
  const [storedPercent, storedAmount] = stepCells(stored) ?? [];
  const [first, second] = [percent ?? storedPercent, amount ?? storedAmount];
  return [
    ...(first === undefined ? [] : [{ percent: first }]),
    ...(second === undefined ? [] : [{ amount: second }]),
  ];
}
