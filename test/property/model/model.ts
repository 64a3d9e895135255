import type { Cause } from './cell';
import { causeIn } from './cell';
import type { Attempt } from './failed-calls';
import { FailedCalls } from './failed-calls';
import { jsonOf } from './fields';
import { Hotel } from './hotel';
import type { Entry } from './journal';
import { Journal } from './journal';
import { PastCalendars } from './past-calendars';
import { contentOf, roomsOf } from './pushed-records';
import { Pushes } from './pushes';
import { CONSTANT_ID } from './random-pushes';
import type { Decision, Push, Step, UndoStep } from './steps';
import { isPush } from './steps';
import type { Restoration } from './undo';
import { Undo } from './undo';

/** A step that the service has carried out: its request id, and the moment at which it took effect. */
export interface Done {
  requestId: string;
  moment: string;
  /** The entries of a message, by room. */
  entries?: ReadonlyMap<string, string>;
}

export interface UndoAnswer {
  rooms: number;
  restored: number;
  changedSince: number;
  unknown: number;
  unchanged: number;
  derived: number;
  /** The records as sorted lines of text. */
  records: string[];
}

/** Rooms, plans, prices and the journal as the contract requires, in memory and with independent code. */
export class Model {
  readonly hotel = new Hotel();
  readonly journal = new Journal();
  readonly calendars = new PastCalendars();
  /** The number of calls, including failed ones. */
  private count = 0;
  private readonly failedCalls = new FailedCalls();
  private readonly appliedMessages = new Set<string>();
  private readonly pushes = new Pushes(this.hotel, this.journal);

  /** The `at` of the last step. */
  get last(): number {
    return this.count;
  }

  /** Applies a step that an instance has received and carried out, except for an undo. */
  apply(step: Exclude<Step, UndoStep>, done: Done, instance = 0): void {
    if (isPush(step)) {
      if (this.isAppliedBefore(step, done)) return;
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

  /** Whether a push is a message that was applied before. */
  hasApplied(push: Push): boolean {
    return (
      push.kind === 'message' && push.messageId !== CONSTANT_ID && this.appliedMessages.has(contentOf(push))
    );
  }

  /** Records a push that an outage prevented. */
  fail(push: Push, requestId: string, instance: number): void {
    this.failedCalls.fail(this.heard(push, instance, { canSearchJournal: false }), requestId, false);
  }

  /** Records a push that was applied after its caller had hung up. */
  hangUp(push: Push, done: Done, instance: number): void {
    if (this.isAppliedBefore(push, done)) return;
    const attempt = this.heard(push, instance);
    this.applyPush(push, attempt, done);
    this.failedCalls.fail(attempt, done.requestId, true);
  }

  /** @param done an entry for each room in which something is restored, in the order of the rooms */
  undo(step: UndoStep, done: Done[]): UndoAnswer & { entries: number } {
    const undo = new Undo(this.hotel, this.undoneBy(step), step.kind === 'undo' ? null : step.ratePlanId);
    const all: { roomId: string; restoration: Restoration }[] = [];
    let entries = 0;
    for (const roomId of undo.roomIds) {
      const restorations = undo.restore(roomId);
      all.push(...restorations.map((restoration) => ({ roomId, restoration })));
      if (restorations.every(({ from, to }) => from === to)) continue;
      const { requestId, moment } = done[entries++] ?? { requestId: '', moment: '' };
      const cause: Cause = { requestId, kind: 'undo', at: ++this.count };
      for (const { cell, ratePlanId, from, to } of restorations) {
        const ownRoomId = this.hotel.plans.get(ratePlanId ?? '')?.roomId ?? roomId;
        if (cell && from !== to) this.hotel.setCell(ownRoomId, cell, to, cause);
      }
      const undoes = undo.idsIn(roomId);
      const records = restorations.flatMap((restoration) => recordOf(roomId, restoration));
      this.journal.add({ ...this.entryOf(cause, roomId), operation: 'undo', undoes, records });
      this.calendars.remember(this.hotel, moment);
    }
    const rooms = new Set([
      ...undo.pushedRooms,
      ...all.flatMap(({ roomId, restoration: { from, to, verdict } }) =>
        verdict === null && from === to ? [] : roomId,
      ),
    ]);
    return { rooms: rooms.size, ...answerOf(all), entries };
  }

  private undoneBy(step: UndoStep): Entry[] {
    if (step.kind === 'undo') return this.journal.ofCall(step.requestId);
    const { from, to, roomId, ratePlanId } = step;
    return this.journal
      .pushesBetween(from, to)
      .filter((entry) => (roomId ?? entry.roomId) === entry.roomId)
      .filter((entry) => ratePlanId === null || isAboutPlan(entry, ratePlanId));
  }

  /** Whether a message is a recognized repeat: it changes nothing, and gets the first answer again. */
  private isAppliedBefore(push: Push, { requestId }: Done): boolean {
    if (push.kind !== 'message') return false;
    const isRepeat = this.hasApplied(push);
    if (isRepeat !== this.journal.has(requestId))
      throw new Error(`Message ${push.messageId} was ${isRepeat ? 'applied' : 'not applied'} before`);
    this.appliedMessages.add(contentOf(push));
    return isRepeat;
  }

  private heard(push: Push, instance: number, { canSearchJournal } = { canSearchJournal: true }): Attempt {
    const rooms = roomsOf(this.hotel, push).join();
    return this.failedCalls.attempt(push, rooms, instance, ++this.count, canSearchJournal);
  }

  private applyPush(push: Push, { place, repeated }: Attempt, { requestId, moment, entries }: Done): void {
    const cause: Cause = { requestId, kind: 'push', at: this.count, ...(entries && { entries }) };
    const records = this.pushes.push(push, cause, repeated ? place : null);
    for (const roomId of roomsOf(this.hotel, push)) {
      this.journal.add({
        ...this.entryOf(causeIn(roomId, cause), roomId),
        callId: requestId,
        operation: push.kind,
        ratePlanId: 'ratePlanId' in push ? push.ratePlanId : null,
        place,
        repeatOf: repeated?.first ?? null,
        records: records.filter((record) => record.roomId === roomId),
      });
    }
    this.calendars.remember(this.hotel, moment);
  }

  private entryOf(cause: Cause, roomId: string): Omit<Entry, 'operation' | 'records'> {
    const { requestId: callId } = cause;
    return { ...cause, callId, roomId, ratePlanId: null, place: cause.at, repeatOf: null, undoes: [] };
  }
}

function isDecision(step: Step): step is Decision {
  return step.kind === 'release' || step.kind === 'discard';
}

function isAboutPlan({ ratePlanId, records }: Entry, wanted: string): boolean {
  return ratePlanId === wanted || records.some((record) => record.ratePlanId === wanted);
}

function recordOf(roomId: string, restoration: Restoration): Entry['records'] {
  const { ratePlanId, field, date, cell, verdict } = restoration;
  if (verdict === null) return [];
  const words = { restored: 'applied', unchanged: 'unchanged', changedSince: 'skipped' } as const;
  return [{ roomId, ratePlanId, field, date, cell, verdict: words[verdict] }];
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
  const { ratePlanId, field, date, from, to, verdict } = restoration;
  if (verdict === null || verdict === 'unchanged') return [];
  return [[roomId, ratePlanId, field, date, jsonOf(field, from), jsonOf(field, to), verdict].join(' ')];
}
