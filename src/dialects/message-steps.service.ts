import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { LoadedCalendars } from '../calendar/loaded-calendars';
import { UpdateWindow } from '../platform/dates/update-window';
import { quote } from '../platform/http/quote';
import { entryIdOf } from '../push/journal/request-id';
import { DateSpread } from './date-spread';
import { refusalOfToken } from './hotel-access';
import { HotelRepository } from './hotel.repository';
import type { Hotel, MessageProblem, MessageResult, MessageToApply, RefusedMessage } from './message';
import { findProblems, HotelIndex } from './message-check';
import type { CheckedMessage, LocatedMessage } from './message-entries';
import { MessageRecords } from './message-records';
import { requestsOf } from './message-requests';

/** The first steps of a message, shared by transactions and dry runs. They lock nothing. */
@Injectable()
export class MessageStepsService {
  constructor(
    private readonly hotels: HotelRepository,
    private readonly window: UpdateWindow,
  ) {}

  /** Determines the parts of calendars that messages need. */
  locate(works: readonly MessageToApply[]): LocatedMessage[] {
    const spread = new DateSpread(this.window.current());
    return works.map((work) => ({ work, spread, requests: requestsOf(work.message.parts, spread) }));
  }

  /** Finds the hotels of messages by their codes. */
  findHotels(manager: EntityManager, works: readonly MessageToApply[]): Promise<Map<string, Hotel>> {
    const codes = works.map(({ message }) => message.hotelCode);
    return this.hotels.find(manager, codes);
  }

  /**
   * Checks a message and expands its ranges.
   * @returns the checked message, the result of one that is wrong, or an error if its token must not send it
   */
  async check(
    located: LocatedMessage,
    hotel: Hotel | undefined,
  ): Promise<CheckedMessage | MessageResult | Error> {
    const { message, call } = located.work;
    const refusal = refusalOfToken(call.token, message.hotelCode, hotel);
    if (refusal) return refusal;
    if (!hotel) return refusedFor(hotelMissing(message.hotelCode));
    const index = new HotelIndex(hotel);
    const problems = await findProblems(message, index);
    if (problems.length > 0) return { outcome: 'refused', problems };
    const records = await MessageRecords.of(message, index, located.spread);
    const entryIds = new Map(records.roomIds.map((id, place) => [id, entryIdOf(call.id, id, place)]));
    return { ...located, records, entryIds };
  }
}

/** Returns the refusal of a message with a room that was deleted after the check. */
export function refusalOfDeleted(
  { records }: CheckedMessage,
  { calendars }: LoadedCalendars,
): RefusedMessage | undefined {
  const roomId = records.roomIds.find((id) => !calendars.find(id));
  return roomId && refusedFor({ code: 'roomMissing', place: '', message: `There is no room ${roomId}` });
}

export function refusedFor(problem: MessageProblem): RefusedMessage {
  return { outcome: 'refused', problems: [problem] };
}

function hotelMissing(hotelCode: string): MessageProblem {
  return { code: 'hotelMissing', place: '', message: `There is no hotel ${quote(hotelCode)}` };
}
