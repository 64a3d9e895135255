import type { Cause } from './cell';
import { money } from './cell';
import type { Attempt } from './failed-calls';
import { FailedCalls } from './failed-calls';
import { Hotel } from './hotel';
import type { Entry } from './journal';
import { Journal } from './journal';
import { PastCalendars } from './past-calendars';
import { Pushes } from './pushes';
import type { Decision, Push, Step, UndoStep } from './steps';
import { isPush } from './steps';
import type { Restoration } from './undo';
import { Undo } from './undo';

/** What was done, by the words of the journal: its request id, and the moment at which it took effect. */
export interface Done {
  requestId: string;
  moment: string;
}

/** What an undo is answered with. */
export interface UndoAnswer {
  rooms: number;
  restored: number;
  changedSince: number;
  unknown: number;
  unchanged: number;
  derived: number;
  /** Each as a line of text, sorted. */
  records: string[];
}

/** What the contract says that becomes of rooms, plans, prices and the journal, kept in memory and by code of its own. */
export class Model {
  readonly hotel = new Hotel();
  readonly journal = new Journal();
  readonly calendars = new PastCalendars();
  /** How much was done; a call that has failed counts as well. */
  private count = 0;
  private readonly failedCalls = new FailedCalls();
  private readonly pushes = new Pushes(this.hotel, this.journal);

  /** What was done last has this as `at`. */
  get last(): number {
    return this.count;
  }

  /** Anything but an undo, which was heard and carried out by an instance. */
  apply(step: Exclude<Step, UndoStep>, done: Done, instance = 0): void {
    if (isPush(step)) {
      const attempt = this.heard(step, instance);
      this.applyPush(step, attempt, done);
      this.failedCalls.answer(attempt);
      return;
    }
    const { requestId, moment } = done;
    const cause: Cause = {
      requestId,
      kind: step.kind === 'release' ? 'release' : 'derivation',
      at: ++this.count,
    };
    if (isDecision(step)) {
      const { roomId } = this.hotel.plan(step.ratePlanId);
      const records = this.pushes.decide(step, cause);
      this.journal.add({
        ...this.entryOf(cause, roomId),
        operation: step.kind,
        ratePlanId: step.ratePlanId,
        records,
      });
    } else this.hotel.change(step, cause);
    this.calendars.remember(this.hotel, moment);
  }

  /** A push that was not applied, and was answered with a failure. */
  fail(push: Push, requestId: string, instance: number): void {
    this.failedCalls.fail(this.heard(push, instance), requestId, false);
  }

  /** A push that was applied when its caller was there no more. */
  hangUp(push: Push, done: Done, instance: number): void {
    const attempt = this.heard(push, instance);
    this.applyPush(push, attempt, done);
    this.failedCalls.fail(attempt, done.requestId, true);
  }

  /** @param done an entry for each room in which something is restored, in the order of the rooms */
  undo(step: UndoStep, done: Done[]): UndoAnswer & { entries: number } {
    const undo = new Undo(this.hotel, this.undoneBy(step));
    const all: { roomId: string; restoration: Restoration }[] = [];
    let entries = 0;
    for (const roomId of undo.roomIds) {
      const restorations = undo.restore(roomId);
      all.push(...restorations.map((restoration) => ({ roomId, restoration })));
      if (restorations.every(({ from, to }) => from === to)) continue;
      const { requestId, moment } = done[entries++] ?? { requestId: '', moment: '' };
      const cause: Cause = { requestId, kind: 'undo', at: ++this.count };
      for (const { cell, from, to } of restorations) if (from !== to) cell?.set(to, cause);
      const undoes = undo.idsIn(roomId);
      const records = restorations.flatMap(recordOf);
      this.journal.add({ ...this.entryOf(cause, roomId), operation: 'undo', undoes, records });
      this.calendars.remember(this.hotel, moment);
    }
    return { rooms: undo.roomIds.length, ...answerOf(all), entries };
  }

  private undoneBy(step: UndoStep): Entry[] {
    if (step.kind === 'undo') return [this.journal.find(step.requestId)];
    const { from, to, roomId, ratePlanId } = step;
    return this.journal
      .pushesBetween(from, to)
      .filter((entry) => (roomId ?? entry.roomId) === entry.roomId)
      .filter((entry) => (ratePlanId ?? entry.ratePlanId) === entry.ratePlanId);
  }

  private heard(push: Push, instance: number): Attempt {
    return this.failedCalls.attempt(push, this.roomOf(push), instance, ++this.count);
  }

  private applyPush(push: Push, { place, repeated }: Attempt, { requestId, moment }: Done): void {
    const cause: Cause = { requestId, kind: 'push', at: this.count };
    const records = this.pushes.push(push, cause, repeated ? place : null);
    this.journal.add({
      ...this.entryOf(cause, this.roomOf(push)),
      operation: push.kind,
      ratePlanId: push.kind === 'prices' ? push.ratePlanId : null,
      place,
      repeatOf: repeated?.first ?? null,
      records,
    });
    this.calendars.remember(this.hotel, moment);
  }

  private roomOf(push: Push): string {
    return push.kind === 'prices' ? this.hotel.plan(push.ratePlanId).roomId : push.roomId;
  }

  private entryOf(cause: Cause, roomId: string): Omit<Entry, 'operation' | 'records'> {
    return { ...cause, roomId, ratePlanId: null, place: cause.at, repeatOf: null, undoes: [] };
  }
}

function isDecision(step: Step): step is Decision {
  return step.kind === 'release' || step.kind === 'discard';
}

function recordOf({ ratePlanId, date, cell, verdict }: Restoration): Entry['records'] {
  if (verdict === null) return [];
  const words = { restored: 'applied', unchanged: 'unchanged', changedSince: 'skipped' } as const;
  return [{ ratePlanId, date, cell, verdict: words[verdict] }];
}

function answerOf(all: { roomId: string; restoration: Restoration }[]): Omit<UndoAnswer, 'rooms'> {
  const count = (wanted: Restoration['verdict']) =>
    all.filter(({ restoration: { verdict } }) => verdict === wanted).length;
  const derived = all
    .filter(({ restoration }) => restoration.verdict === null)
    .filter(({ restoration: { from, to } }) => from !== to).length;
  const counts = {
    restored: count('restored'),
    changedSince: count('changedSince'),
    unknown: 0,
    unchanged: count('unchanged'),
    derived,
  };
  return { ...counts, records: all.flatMap(lineOf).sort() };
}

function lineOf({ roomId, restoration }: { roomId: string; restoration: Restoration }): string[] {
  const { ratePlanId, date, from, to, verdict } = restoration;
  if (verdict === null || verdict === 'unchanged') return [];
  const text = (value: bigint | null) => (ratePlanId === null ? (value?.toString() ?? null) : money(value));
  return [[roomId, ratePlanId, date, text(from), text(to), verdict].join(' ')];
}
