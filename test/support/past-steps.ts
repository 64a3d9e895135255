import fc from 'fast-check';
import type { Answer, TestService } from './service';
import type { Guard, PastModel, Rule, Step } from './past-model';
import { money } from './past-model';

export const DATES = ['2026-11-30', '2026-12-01', '2026-12-02', '2027-05-01', '2028-12-01'];
export const RANGE = 'from=2026-11-30&to=2028-12-01';

const ROOMS = ['1', '2', '3', '4'];
const PLANS = ['11', '12', '13', '14', '15', '16', '17'];

/** Whole numbers below a bound, the same ones for the same seed. */
export type Random = (bound: number) => number;

export function random(seed: number): Random {
  let numbers: number[] = [];
  let draws = 0;
  return (bound) => {
    const position = draws++ % 10_000;
    if (position === 0) numbers = fc.sample(fc.nat(2 ** 30), { seed: seed + draws, numRuns: 10_000 });
    return (numbers[position] ?? 0) % bound;
  };
}

/** A step that makes sense as things are, or nearly: the service may still refuse it. */
export function nextStep({ rooms, plans }: PastModel, pick: Random, isPush = pick(10) < 7): Step {
  const one = <T>(things: T[]) => things[pick(things.length)];
  const some = () => [...DATES.filter(() => pick(2) === 0), one(DATES) ?? ''];
  const roomId = one([...rooms.keys()]);
  const ratePlanId = one([...plans.keys()]);
  const rule = (): Rule | null =>
    ratePlanId && pick(3) > 0 ? { from: one([...plans.keys()]) ?? ratePlanId, percent: pick(60) - 30 } : null;
  const newRoom = one(ROOMS.filter((id) => !rooms.has(id)));
  const newPlan = one(PLANS.filter((id) => !plans.has(id)));
  if (isPush && ratePlanId && pick(8) === 0) {
    const [from = '', to = ''] = [one(DATES) ?? '', one(DATES) ?? ''].sort();
    return { kind: pick(3) > 0 ? 'release' : 'discard', ratePlanId, from, to };
  }
  if (isPush && ratePlanId && pick(3) > 0) {
    const prices = Object.fromEntries(
      some().map((date) => [date, BigInt(pick(4) === 0 ? 10_000 : pick(90_000))]),
    );
    return { kind: 'prices', ratePlanId, prices };
  }
  if (isPush && roomId) {
    return { kind: 'inventory', roomId, totals: Object.fromEntries(some().map((date) => [date, pick(4)])) };
  }
  const kind = pick(13);
  if (!roomId || (newRoom && kind < 1)) return { kind: 'createRoom', roomId: newRoom ?? '1' };
  if (!ratePlanId || (newPlan && kind < 4))
    return { kind: 'createPlan', roomId, ratePlanId: newPlan ?? '11', rule: rule() };
  if (kind < 7) return { kind: 'changePlan', ratePlanId, rule: rule() };
  if (kind < 10) return { kind: 'guard', ratePlanId, guard: guard(pick) };
  return kind < 12 ? { kind: 'deletePlan', ratePlanId } : { kind: 'deleteRoom', roomId };
}

function guard(pick: Random): Guard | null {
  const orNull = <T>(limit: T) => (pick(2) === 0 ? limit : null);
  if (pick(4) === 0) return null;
  return {
    minimum: orNull(BigInt(pick(20_000))),
    maxDecreasePercent: orNull(pick(101)),
    maxIncreasePercent: orNull(pick(300)),
  };
}

/** Has the service do it. @returns the request id, or undefined where it was refused as not fitting */
export async function carryOut(
  service: TestService,
  model: PastModel,
  step: Step,
): Promise<string | undefined> {
  const { status, headers } = await send(service, model, step);
  if (status !== 409 && status >= 300)
    throw new Error(`${JSON.stringify(step, write)} was answered ${status}`);
  return status === 409 ? undefined : (headers.get('x-request-id') ?? '');
}

function send(
  service: TestService,
  model: PastModel,
  step: Step,
): Promise<Pick<Answer, 'status' | 'headers'>> {
  const name = 'Double';
  switch (step.kind) {
    case 'createRoom':
      return service.admin('POST', '/rooms', { id: step.roomId, name });
    case 'deleteRoom':
      return service.admin('DELETE', `/rooms/${step.roomId}?confirm=${name}`);
    case 'createPlan':
      return service.admin('POST', `/rooms/${step.roomId}/ratePlans`, {
        id: step.ratePlanId,
        name,
        ...(step.rule && { derivation: derivationOf(step.rule) }),
      });
    case 'changePlan':
      return service.admin('PATCH', `/ratePlans/${step.ratePlanId}`, {
        derivation: step.rule && derivationOf(step.rule),
      });
    case 'guard':
      return service.admin('PATCH', `/ratePlans/${step.ratePlanId}`, {
        guard: step.guard && { ...step.guard, minimum: money(step.guard.minimum) },
      });
    case 'release':
    case 'discard': {
      const { ratePlanId, from, to } = step;
      return service.admin('POST', `/heldPrices/${step.kind}`, { ratePlanId, from, to });
    }
    case 'deletePlan':
      return service.admin('DELETE', `/ratePlans/${step.ratePlanId}?confirm=${name}`);
    case 'prices': {
      const body = Object.entries(step.prices).map(([date, cents]) => ({ date, price: Number(cents) / 100 }));
      return service.pushPrices(model.plan(step.ratePlanId).roomId, step.ratePlanId, body);
    }
    case 'inventory': {
      const totals = Object.entries(step.totals);
      return service.pushInventory(
        step.roomId,
        totals.map(([date, inventoryNumber]) => ({ date, inventoryNumber })),
      );
    }
  }
}

function derivationOf({ from, percent }: Rule) {
  return { from, steps: [{ percent: String(percent) }] };
}

function write(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
