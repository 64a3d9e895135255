import { setImmediate as nextTurn } from 'node:timers/promises';
import { formatNumber } from '../calendar/derivation/money';
import type { RestrictionName } from '../calendar/restrictions';
import { RESTRICTIONS } from '../calendar/restrictions';
import type { RatePlanId, RoomId } from '../platform/database/id';
import { byNumber } from '../platform/database/id';
import { invalidBody } from '../platform/http/problem';
import type { DateSpread, SpreadRange } from './date-spread';
import type { DialectMessage, HotelRoom, MessagePart, MessagePrice } from './message';
import { MAX_MESSAGE_FACTS } from './message';
import type { HotelIndex } from './message-check';
import { pricesOf } from './message-check';
import { choosePrice, Occupancies, rankOf } from './occupancy';
import type { RecordRun } from './room-records';
import { RoomRecords } from './room-records';

/** The number of records that are added between two turns of the event loop. */
const RECORDS_PER_TURN = 10_000;
/** The limit for the sentences of a receipt about ignored parts. */
const MAX_NOTES = 20;

export interface RunOfRoom {
  roomId: RoomId;
  records: RoomRecords;
  run: RecordRun;
}

/** The records of a message, one for each date of its ranges. */
export class MessageRecords {
  readonly rooms = new Map<RoomId, RoomRecords>();
  /** All runs, in the order of the message. */
  readonly runs: RunOfRoom[] = [];
  readonly restrictions = new Set<RestrictionName>();
  private readonly sentences = new Set<string>();
  private readonly prices: { room: HotelRoom; price: MessagePrice; runOf: RunOfRoom }[] = [];
  private readonly occupancies = new Map<RatePlanId, Occupancies>();
  private size = 0;

  /** Expands the parts of a checked message to records. @throws ProblemException 413 for too many facts */
  static async of(message: DialectMessage, hotel: HotelIndex, spread: DateSpread): Promise<MessageRecords> {
    const records = new MessageRecords(message.ignored);
    let size = 0;
    for (const part of message.parts) {
      size += records.addPart(part, hotel.rooms.get(part.roomId) as HotelRoom, spread);
      if (size <= RECORDS_PER_TURN) continue;
      size = 0;
      await nextTurn();
    }
    records.noteOccupancies();
    return records;
  }

  private constructor(ignored: readonly string[]) {
    for (const sentence of ignored) this.note(sentence);
  }

  /** A sentence for each part that is ignored. */
  get notes(): string[] {
    return [...this.sentences];
  }

  /** The rooms of the message, in the order of their ids. */
  get roomIds(): RoomId[] {
    return [...this.rooms.keys()].sort(byNumber);
  }

  /** @returns the number of added records */
  private addPart(part: MessagePart, room: HotelRoom, spread: DateSpread): number {
    const { roomId, ratePlanId, from, to, place, roomsLeft } = part;
    let records = this.rooms.get(roomId);
    if (!records) this.rooms.set(roomId, (records = new RoomRecords()));
    const before = records.size;
    const range = spread.rangeOf(from, to);
    if (roomsLeft !== undefined) {
      const run = { field: 'roomsLeft', ratePlanId: null, value: roomsLeft, place } as const;
      this.add(roomId, records, { ...run, text: String(roomsLeft), range });
    }
    if (ratePlanId !== null) this.addPrice(part, ratePlanId, room, records, range);
    // Restrictions without a plan are those of all plans of the room.
    for (const planId of ratePlanId === null ? room.ratePlans.map(({ id }) => id) : [ratePlanId])
      for (const field of RESTRICTIONS) {
        const value = part.restrictions?.[field];
        if (value === undefined) continue;
        this.restrictions.add(field);
        this.add(roomId, records, { field, ratePlanId: planId, value, place, text: String(value), range });
      }
    return records.size - before;
  }

  private addPrice(
    part: MessagePart,
    ratePlanId: RatePlanId,
    room: HotelRoom,
    records: RoomRecords,
    range: SpreadRange,
  ): void {
    const price = choosePrice(part, room);
    if (!price) return;
    const { value, place } = price;
    const run = { field: 'price', ratePlanId, value, place, rank: rankOf(price, room) } as const;
    const runOf = this.add(room.id, records, { ...run, text: formatNumber(value), range });
    this.prices.push({ room, price, runOf });
    const known = this.occupancies.get(ratePlanId) ?? new Occupancies();
    known.addSent(pricesOf(part));
    this.occupancies.set(ratePlanId, known);
  }

  /** @throws ProblemException 413 */
  private add(roomId: RoomId, records: RoomRecords, run: Omit<RecordRun, 'start'>): RunOfRoom {
    this.size += run.range.dates.length;
    if (this.size > MAX_MESSAGE_FACTS) throw tooManyFacts();
    const added = { roomId, records, run: records.add(run) };
    this.runs.push(added);
    return added;
  }

  private noteOccupancies(): void {
    const rooms = new Map<RatePlanId, HotelRoom>();
    for (const { room, price, runOf } of this.prices) {
      const { records, run } = runOf;
      const ratePlanId = run.ratePlanId as RatePlanId;
      rooms.set(ratePlanId, room);
      if (records.isOpen(run)) this.occupancies.get(ratePlanId)?.addCounting(price.occupancy);
    }
    for (const [ratePlanId, room] of rooms)
      for (const sentence of this.occupancies.get(ratePlanId)?.notes(ratePlanId, room) ?? [])
        this.note(sentence);
  }

  private note(sentence: string): void {
    if (this.sentences.size < MAX_NOTES) this.sentences.add(sentence);
  }
}

export function tooManyFacts(): Error {
  return invalidBody(
    413,
    `The message has more than ${MAX_MESSAGE_FACTS} numbers and restrictions of dates: send several messages`,
  );
}
