import fc from 'fast-check';
import type { Model } from './model';
import type { Guard, Push, Rule, Step, UndoStep } from './steps';
import { isPush } from './steps';

const DATES = ['2026-11-30', '2026-12-01', '2026-12-02', '2027-05-01', '2028-12-01'];
export const RANGE = 'from=2026-11-30&to=2028-12-01';

export const ROOMS = ['1', '2', '3', '4'];
const PLANS = ['11', '12', '13', '14', '15', '16', '17'];

/** How many of the last pushes and entries are the likely ones to be repeated or undone. */
const RECENT = 6;

/** Whole numbers below a bound, the same ones for the same seed. */
export type Random = (bound: number) => number;

/** A step, the instance that is called, and how a push is to fail for its caller. */
export interface Call {
  step: Step;
  instance: number;
  failure: 'outage' | 'hangUp' | null;
}

export function random(seed: number): Random {
  let numbers: number[] = [];
  let draws = 0;
  return (bound) => {
    const position = draws++ % 10_000;
    if (position === 0) numbers = fc.sample(fc.nat(2 ** 30), { seed: seed + draws, numRuns: 10_000 });
    return (numbers[position] ?? 0) % bound;
  };
}

/** Calls of all kinds to two instances: new steps, undos, and pushes that fail and are sent again. */
export class RandomCalls {
  /** With the plan, or the room, as it was there. */
  private readonly sent: { push: Push; to: object | undefined }[] = [];

  constructor(
    private readonly model: Model,
    private readonly pick: Random,
  ) {}

  next(): Call {
    const { pick } = this;
    const kind = pick(20);
    const step =
      (kind < 4 ? this.undo() : undefined) ??
      (kind < 9 ? this.sentBefore() : undefined) ??
      // There is little to push to a hotel of few plans.
      nextStep(this.model, pick, this.model.hotel.plans.size > 2 ? pick(10) < 7 : pick(3) === 0);
    const instance = pick(2);
    if (!isPush(step)) return { step, instance, failure: null };
    this.sent.push({ push: step, to: this.addressee(step) });
    const failure = pick(12);
    return { step, instance, failure: failure > 2 ? null : failure < 1 ? 'outage' : 'hangUp' };
  }

  /** An undo of an entry or of pushes, mostly recent ones. */
  private undo(): UndoStep | undefined {
    const { pick } = this;
    const undoable = this.model.journal.entries.filter(({ operation }) => operation !== 'discard');
    const entry = this.oneOf(undoable);
    if (!entry) return undefined;
    if (pick(4) > 0) return { kind: 'undo', requestId: entry.requestId };
    const { roomId, ratePlanId, requestId } = entry;
    const later = undoable.filter(({ at }) => at > entry.at);
    return {
      kind: 'undoPushes',
      from: requestId,
      to: pick(2) === 0 ? (later[pick(later.length)]?.requestId ?? null) : null,
      roomId: pick(3) === 0 ? roomId : null,
      ratePlanId: pick(3) === 0 ? ratePlanId : null,
    };
  }

  /**
   * A push once more, whether its caller has heard of a success or not; none to a plan or a room that has been created
   * again, of which nothing is promised.
   */
  private sentBefore(): Push | undefined {
    const { push, to } = this.oneOf(this.sent) ?? {};
    return push && to && this.addressee(push) === to ? push : undefined;
  }

  private addressee(push: Push): object | undefined {
    const { rooms, plans } = this.model.hotel;
    return push.kind === 'prices' ? plans.get(push.ratePlanId) : rooms.get(push.roomId);
  }

  private oneOf<T>(things: T[]): T | undefined {
    const likely = this.pick(4) > 0 ? things.slice(-RECENT) : things;
    return likely[this.pick(likely.length)];
  }
}

/** A step that makes sense as things are, or nearly: the service may still refuse it. It undoes nothing. */
export function nextStep(
  { hotel: { rooms, plans } }: Model,
  pick: Random,
  isPush = pick(10) < 7,
): Exclude<Step, UndoStep> {
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
