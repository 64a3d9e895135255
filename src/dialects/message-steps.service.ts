import { HttpException, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { LoadedCalendars } from '../calendar/loaded-calendars';
import { UpdateWindow } from '../platform/dates/update-window';
import { quote } from '../platform/http/quote';
import { entryIdOf } from '../push/journal/request-id';
import { DateSpread } from './date-spread';
import { refusalOfToken } from './hotel-access';
import { HotelRepository } from './hotel.repository';
import type {
  Hotel,
  HotelOfMessage,
  MessageProblem,
  MessageResult,
  MessageToApply,
  RefusedMessage,
} from './message';
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
    const spread = new DateSpread(this.window.longest());
    return works.map((work) => ({ work, spread, requests: requestsOf(work.message.parts, spread) }));
  }

  /** Finds the hotels of messages by their codes, with the rooms that the messages name. */
  findHotels(manager: EntityManager, works: readonly MessageToApply[]): Promise<Map<string, Hotel>> {
    const roomIds = works.flatMap(({ message }) => message.parts.map(({ roomId }) => roomId));
    return this.hotels.findNamed(manager, works.flatMap(codesOf), roomIds);
  }

  /**
   * Checks a message and expands its ranges. It reads whole hotels only if the named rooms are not enough: to say what is
   * wrong, and for a token that is limited to some properties.
   * @param hotels the result of `findHotels`
   * @returns the checked message, the refusal of a wrong message, or an error if the token must not send the message or the
   *   message has too many facts
   */
  async check(
    manager: EntityManager,
    located: LocatedMessage,
    hotels: ReadonlyMap<string, Hotel>,
  ): Promise<CheckedMessage | MessageResult | Error> {
    const { work } = located;
    const checked = work.call.token?.propertyNames ? undefined : await this.checkWith(hotels, located);
    if (checked && 'entryIds' in checked) return checked;
    return this.checkWith(await this.hotels.find(manager, codesOf(work)), located);
  }

  private async checkWith(
    hotels: ReadonlyMap<string, Hotel>,
    located: LocatedMessage,
  ): Promise<CheckedMessage | MessageResult | Error> {
    const { message, call } = located.work;
    const known: Hotel[] = [];
    const problems: MessageProblem[] = [];
    for (const named of message.hotels) {
      const hotel = hotels.get(named.code);
      const refusal = refusalOfToken(call.token, named.code, hotel);
      if (refusal) return refusal;
      if (hotel) known.push(hotel);
      else problems.push(hotelMissing(named));
    }
    if (problems.length > 0) return { outcome: 'refused', problems };
    const index = new HotelIndex(known);
    const wrong = await findProblems(message, index);
    if (wrong.length > 0) return { outcome: 'refused', problems: wrong };
    const records = await MessageRecords.of(message, index, located.spread).catch(asHttpException);
    if (records instanceof Error) return records;
    const entryIds = new Map(records.roomIds.map((id, place) => [id, entryIdOf(call.id, id, place)]));
    return { ...located, records, entryIds };
  }
}

function codesOf({ message }: MessageToApply): string[] {
  return message.hotels.map(({ code }) => code);
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

/** Returns a refusal of a message. @throws any other error */
function asHttpException(error: unknown): HttpException {
  if (error instanceof HttpException) return error;
  throw error;
}

function hotelMissing({ code, place }: HotelOfMessage): MessageProblem {
  return { code: 'hotelMissing', place, message: `There is no hotel ${quote(code)}` };
}
