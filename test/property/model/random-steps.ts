import { RESTRICTIONS } from './fields';
import type { Hotel } from './hotel';
import type { Model } from './model';
import type { Random } from './random';
import { oneOf } from './random';
import { DATES, randomMessage, randomPush } from './random-pushes';
import type { Administration, Decision, Guard, Push, Rule, Step, UndoStep } from './steps';
import { isPush } from './steps';
import { wrongPartOf } from './wrong-part';

export const RANGE = 'from=2026-11-30&to=2028-12-02';

export const ROOMS = ['1', '2', '3', '4'];
const PLANS = ['11', '12', '13', '14', '15', '16', '17'];

/** The number of latest pushes and entries that are usually repeated or undone. */
const RECENT = 6;

/** A step, the called instance, and how a push fails for its caller. */
export interface Call {
  step: Step;
  instance: number;
  failure: 'outage' | 'hangUp' | null;
}

/** Calls of all kinds to two instances: new steps, undos, and pushes that fail and are sent again. */
export class RandomCalls {
  /** The sent pushes, each with the plans or rooms as they existed when it was sent. */
  private readonly sent: { push: Push; to: (object | undefined)[] }[] = [];

  constructor(
    private readonly model: Model,
    private readonly pick: Random,
  ) {}

  next(): Call {
    const { pick } = this;
    const kind = pick(20);
    const step =
      (kind < 4 ? this.undo() : undefined) ?? (kind < 9 ? this.sentBefore() : undefined) ?? this.newStep();
    const instance = pick(2);
    if (!isPush(step)) return { step, instance, failure: null };
    this.sent.push({ push: step, to: this.addressees(step) });
    const isWithoutEffect = step.kind === 'message' && wrongPartOf(this.model.hotel, step) !== undefined;
    const failure = isWithoutEffect || this.model.hasApplied(step) ? 12 : pick(12);
    return { step, instance, failure: failure > 2 ? null : failure < 1 ? 'outage' : 'hangUp' };
  }

  /** A new step. A message may have the id of an earlier one. */
  private newStep(): Exclude<Step, UndoStep> {
    const { model, pick } = this;
    // A hotel of few plans has little to push to.
    const step = nextStep(model, pick, model.hotel.plans.size > 2 ? pick(10) < 7 : pick(3) === 0);
    const earlier = this.oneOf(
      this.sent.flatMap(({ push }) => (push.kind === 'message' ? push.messageId : [])),
    );
    return step.kind === 'message' && earlier && pick(4) === 0 ? { ...step, messageId: earlier } : step;
  }

  /** Returns an undo of an entry or of pushes, usually recent ones. */
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
   * Returns a push that was sent before, whether or not its caller has received a success. It returns no push to a plan
   * or a room that was created again, because the contract promises nothing about these.
   */
  private sentBefore(): Push | undefined {
    const { push, to } = this.oneOf(this.sent) ?? {};
    return push && to && isSame(this.addressees(push), to) ? push : undefined;
  }

  private addressees(push: Push): (object | undefined)[] {
    const { rooms, plans } = this.model.hotel;
    const named = push.kind === 'message' ? push.parts : [push];
    return named.map((each) =>
      'ratePlanId' in each && each.ratePlanId !== null
        ? plans.get(each.ratePlanId)
        : 'roomId' in each && rooms.get(each.roomId),
    ) as (object | undefined)[];
  }

  private oneOf<T>(things: T[]): T | undefined {
    const likely = this.pick(4) > 0 ? things.slice(-RECENT) : things;
    return likely[this.pick(likely.length)];
  }
}

function isSame(some: (object | undefined)[], others: (object | undefined)[]): boolean {
  return some.every((each, place) => each === others[place]);
}

/** Returns a step that fits the present state, or nearly fits: the service may still refuse it. It is never an undo. */
export function nextStep(model: Model, pick: Random, isPush = pick(10) < 7): Exclude<Step, UndoStep> {
  const { hotel } = model;
  if (isPush && hotel.plans.size > 0 && pick(8) === 0) return decision(hotel, pick);
  if (isPush && hotel.rooms.size > 0)
    return pick(3) === 0 ? randomMessage(hotel, pick) : randomPush(hotel, pick);
  return randomChange(hotel, pick);
}

function decision({ plans }: Hotel, pick: Random): Decision {
  const [from = '', to = ''] = [oneOf(DATES, pick) ?? '', oneOf(DATES, pick) ?? ''].sort();
  const ratePlanId = oneOf([...plans.keys()], pick) ?? '';
  return { kind: pick(3) > 0 ? 'release' : 'discard', ratePlanId, from, to };
}

/** Returns a change by people. */
function randomChange(hotel: Hotel, pick: Random): Administration {
  const { rooms, plans, closures } = hotel;
  const roomId = oneOf([...rooms.keys()], pick);
  const ratePlanId = oneOf([...plans.keys()], pick);
  const newRoom = oneOf(
    ROOMS.filter((id) => !rooms.has(id)),
    pick,
  );
  const newPlan = oneOf(
    PLANS.filter((id) => !plans.has(id)),
    pick,
  );
  const kind = pick(18);
  if (!roomId || (newRoom && kind < 1)) return { kind: 'createRoom', roomId: newRoom ?? '1' };
  if (!ratePlanId || (newPlan && kind < 4))
    return { kind: 'createPlan', roomId, ratePlanId: newPlan ?? '11', rule: randomRule(hotel, pick) };
  if (kind < 8) return { kind: 'changePlan', ratePlanId, rule: randomRule(hotel, pick) };
  if (kind < 11) return { kind: 'guard', ratePlanId, guard: randomGuard(pick) };
  const closureId = oneOf([...closures.keys()], pick);
  if (closureId && kind < 13) return { kind: 'open', closureId };
  if (kind < 16) return randomClosure(hotel, pick);
  return kind < 17 ? { kind: 'deletePlan', ratePlanId } : { kind: 'deleteRoom', roomId };
}

/** Closes a room, or one of its plans. A closure ends today or later. */
function randomClosure({ rooms, plans }: Hotel, pick: Random): Administration {
  const [from = '', to = ''] = [oneOf(DATES, pick) ?? '', oneOf(DATES.slice(1), pick) ?? ''].sort();
  const ratePlanId = pick(2) === 0 ? oneOf([...plans.keys()], pick) : undefined;
  const roomId = ratePlanId ? plans.get(ratePlanId)?.roomId : oneOf([...rooms.keys()], pick);
  return { kind: 'close', roomId: roomId ?? '', ratePlanId: ratePlanId ?? null, from, to };
}

function randomRule({ plans }: Hotel, pick: Random): Rule | null {
  const from = oneOf([...plans.keys()], pick);
  if (!from || pick(3) === 0) return null;
  const inherit = pick(2) === 0 ? null : RESTRICTIONS.filter(() => pick(2) === 0);
  return { from, percent: pick(60) - 30, inherit };
}

function randomGuard(pick: Random): Guard | null {
  const orNull = <T>(limit: T) => (pick(2) === 0 ? limit : null);
  if (pick(4) === 0) return null;
  return {
    minimum: orNull(BigInt(pick(20_000))),
    maxDecreasePercent: orNull(pick(101)),
    maxIncreasePercent: orNull(pick(300)),
  };
}
