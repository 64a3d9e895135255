import { setImmediate as nextTurn } from 'node:timers/promises';
import { formatNumber } from '../calendar/derivation/money';
import type { RestrictionName } from '../calendar/restrictions';
import { RESTRICTIONS } from '../calendar/restrictions';
import type { RoomId } from '../platform/database/id';
import { byNumber } from '../platform/database/id';
import type { DateSpread } from './date-spread';
import type { DialectMessage, HotelRoom, MessagePart } from './message';
import type { HotelIndex } from './message-check';
import { choosePrice } from './occupancy';
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

  /** Expands the parts of a checked message to records. */
  static async of(message: DialectMessage, hotel: HotelIndex, spread: DateSpread): Promise<MessageRecords> {
    const records = new MessageRecords(message.ignored);
    let size = 0;
    for (const part of message.parts) {
      size += records.addPart(part, hotel.rooms.get(part.roomId) as HotelRoom, spread);
      if (size <= RECORDS_PER_TURN) continue;
      size = 0;
      await nextTurn();
    }
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
    if (ratePlanId === null) return records.size - before;
    const { price, ignored } = choosePrice(part, room);
    if (ignored !== undefined) this.note(ignored);
    if (price) {
      const run = { field: 'price', ratePlanId, value: price.value, place: price.place } as const;
      this.add(roomId, records, { ...run, text: formatNumber(price.value), range });
    }
    for (const field of RESTRICTIONS) {
      const value = part.restrictions?.[field];
      if (value === undefined) continue;
      this.restrictions.add(field);
      this.add(roomId, records, { field, ratePlanId, value, place, text: String(value), range });
    }
    return records.size - before;
  }

  private add(roomId: RoomId, records: RoomRecords, run: Omit<RecordRun, 'start'>): void {
    this.runs.push({ roomId, records, run: records.add(run) });
  }

  private note(sentence: string): void {
    if (this.sentences.size < MAX_NOTES) this.sentences.add(sentence);
  }
}
