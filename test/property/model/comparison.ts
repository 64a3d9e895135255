import type { DateRange } from '../../../src/platform/dates/date-range';
import { datesOf } from '../../../src/platform/dates/date-range';
import type { CalendarPage } from '../../support/calendars';
import type { TestService } from '../../support/service';
import type { Calendar, CalendarDay } from './calendar';
import { calendarOf } from './calendar';
import { money } from './cell';
import { RESTRICTIONS } from './fields';
import type { Counts, Entry } from './journal';
import { countsOf } from './journal';
import type { Model } from './model';
import { RANGE, ROOMS } from './random-steps';

/** The first dates, which are within 62 days. */
const FIRST = { from: '2026-11-30', to: '2026-12-02' } as DateRange;
const FIRST_DATES = 'from=2026-11-30&to=2026-12-02';

interface HeldPage {
  items: { ratePlanId: string; date: string; held: string }[];
  nextCursor: string | null;
}
interface Story {
  price: string | null;
  origin: string;
  history: { requestId: string; kind: string; price: string | null }[];
  held: { price: string } | null;
  nextCursor: string | null;
}

/** Compares the answers of a service with a model. */
export class Comparison {
  constructor(
    private readonly service: TestService,
    private readonly model: Model,
  ) {}

  /** @param moment null for the present calendar */
  async checkCalendar(roomId: string, moment: string | null): Promise<void> {
    const path = `/rooms/${roomId}/calendar?${RANGE}${moment === null ? '' : `&at=${moment}`}`;
    const { status, body } = await this.service.admin<Calendar>('GET', path);
    const answered = status === 404 ? null : JSON.stringify(comparable(body));
    const { hotel, calendars } = this.model;
    const now = hotel.rooms.has(roomId) ? JSON.stringify(calendarOf(hotel, roomId)) : null;
    expect([path, answered]).toEqual([path, moment === null ? now : calendars.at(roomId, moment)]);
  }

  /** Checks that the calendar of all rooms agrees with that of each room. */
  async checkCalendarOfAll(at: string): Promise<void> {
    const path = `/calendar?${FIRST_DATES}${at}`;
    const { status, body } = await this.service.admin<CalendarPage>('GET', path);
    const listed = (status === 200 ? body.items : []).map((room): [string, Calendar] => [
      room.roomId,
      comparable({ closures: room.closures, days: daysOfItem(room) }),
    ]);
    const expected: typeof listed = [];
    for (const roomId of ROOMS) {
      const path = `/rooms/${roomId}/calendar?${FIRST_DATES}${at}`;
      const { status: found, body: calendar } = await this.service.admin<Calendar>('GET', path);
      if (found === 200) expected.push([roomId, comparable(calendar)]);
    }
    expect([at, listed]).toEqual([at, expected]);
  }

  /** Checks the present origin of each price. */
  async checkStates(): Promise<void> {
    const { body } = await this.service.admin<CalendarPage>('GET', `/calendar?${FIRST_DATES}`);
    for (const { id, states } of body.items.flatMap(({ ratePlans }) => ratePlans)) {
      const { rule, days } = this.model.hotel.plan(id);
      const expected = datesOf(FIRST).map((date) => {
        if (!days.has(date)) return '-';
        const origin = this.model.hotel.originOf(id, date);
        if (origin === 'notSet') return 'n';
        return origin === 'derived' ? 'd' : rule ? 'o' : 'p';
      });
      expect([id, states]).toEqual([id, expected.join('')]);
    }
  }

  async checkStory(ratePlanId: string, date: string): Promise<void> {
    const story = await this.story(ratePlanId, date);
    const { days, held } = this.model.hotel.plan(ratePlanId);
    const cell = days.get(date)?.price;
    const history = (cell?.changes ?? [])
      .map(({ requestId, kind, after }) => ({ requestId, kind, price: money(after) }))
      .reverse();
    const shown = story.history.map(({ requestId, kind, price }) => ({ requestId, kind, price }));
    expect([ratePlanId, date, shown]).toEqual([ratePlanId, date, history]);
    expect(story.held?.price ?? null).toBe(money(held.get(date) ?? null));
    expect([story.price, story.origin]).toEqual([
      money(cell?.value ?? null),
      this.model.hotel.originOf(ratePlanId, date),
    ]);
  }

  async checkHeldPrices(): Promise<void> {
    const listed: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: string = cursor && `&cursor=${cursor}`;
      const { body } = await this.service.admin<HeldPage>('GET', `/heldPrices?limit=200${query}`);
      listed.push(...body.items.map(({ ratePlanId, date, held }) => `${ratePlanId} ${date} ${held}`));
      cursor = body.nextCursor;
    }
    const expected = [...this.model.hotel.plans].flatMap(([id, { held }]) =>
      [...held].map(([date, price]) => `${id} ${date} ${money(price)}`),
    );
    expect(listed.sort()).toEqual(expected.sort());
    const [flags] = await this.service.dataSource.query<[{ wrong: number }]>(
      `SELECT count(*)::int AS wrong FROM rate_plan
        WHERE has_held_prices <> EXISTS (SELECT FROM held_price WHERE rate_plan_id = rate_plan.id)`,
    );
    expect(flags.wrong).toBe(0);
  }

  /** Checks the counts of journal entries, and the entries that they repeat and undo. */
  async checkJournal(entries: Entry[]): Promise<void> {
    const rows = await this.service.dataSource.query<
      (Counts & { id: string; repeatOf: string | null; undoes: string[] | null })[]
    >(
      `SELECT id, received, applied, unchanged, skipped, held, late, repeat_of AS "repeatOf", undoes
         FROM journal_entry WHERE id = ANY ($1) ORDER BY id`,
      [entries.map(({ requestId }) => requestId)],
    );
    const expected = entries.map((entry) => {
      const { requestId: id, repeatOf, undoes } = entry;
      return { id, ...countsOf(entry), repeatOf, undoes: undoes.length > 0 ? undoes : null };
    });
    expect(rows).toEqual(expected.sort((one, other) => (one.id < other.id ? -1 : 1)));
  }

  /** Checks that wrong and repeated messages have not been applied. */
  async checkMessages(entries: Entry[]): Promise<void> {
    const rows = await this.service.dataSource.query<{ id: string }[]>(
      `SELECT id FROM journal_entry
        WHERE operation IN ('channexChanges', 'siteconnectMessage') AND outcome = 'applied' ORDER BY id`,
    );
    const ofMessages = entries.filter(({ operation }) => operation === 'message');
    expect(rows.map(({ id }) => id)).toEqual(ofMessages.map(({ requestId }) => requestId).sort());
  }

  /** A story with all pages of its history. */
  private async story(id: string, date: string): Promise<Story> {
    const path = `/ratePlans/${id}/prices/${date}?limit=200`;
    const { body } = await this.service.admin<Story>('GET', path);
    for (let { nextCursor } = body; nextCursor;) {
      const { body: page } = await this.service.admin<Story>('GET', `${path}&cursor=${nextCursor}`);
      body.history.push(...page.history);
      ({ nextCursor } = page);
    }
    return body;
  }
}

/** The part of a calendar that the model knows. */
function comparable({ closures, days }: Calendar): Calendar {
  return {
    closures: closures.map(({ id, ratePlanId, from, to }) => ({ id, ratePlanId, from, to })),
    days: days.map(({ date, totalRooms, closed, prices }) => ({ date, totalRooms, closed, prices })),
  };
}

/** A room of a calendar of many rooms, in the form of the calendar of that room. */
function daysOfItem({ totalRooms, closed, ratePlans }: CalendarPage['items'][0]): CalendarDay[] {
  const plans = ratePlans.toSorted((one, other) => Number(one.id) - Number(other.id));
  return datesOf(FIRST).flatMap((date, day) => {
    const total = totalRooms[day] ?? null;
    if (total === null) return [];
    const prices = plans
      .filter(({ states }) => states[day] !== '-')
      .map(({ id, prices: row, restrictions: rows }) => {
        const set = RESTRICTIONS.filter((name) => rows[name]?.[day]);
        const restrictions = Object.fromEntries(set.map((name) => [name, rows[name]?.[day] ?? false]));
        return { ratePlanId: id, price: row[day] ?? null, ...(set.length > 0 && { restrictions }) };
      });
    return [{ date, totalRooms: total, closed: closed[day] ?? false, prices }];
  });
}
