import type { DateRange } from '../../../src/platform/dates/date-range';
import { datesOf } from '../../../src/platform/dates/date-range';
import type { CalendarPage } from '../../support/calendars';
import type { TestService } from '../../support/service';
import { money } from './cell';
import type { Counts, Entry } from './journal';
import { countsOf } from './journal';
import type { Model } from './model';
import { RANGE, ROOMS } from './random-steps';

/** Those of the dates that are within 62 days. */
const FIRST = { from: '2026-11-30', to: '2026-12-02' } as DateRange;
const FIRST_DATES = 'from=2026-11-30&to=2026-12-02';

interface Calendar {
  days: { date: string; totalRooms: number; prices: { ratePlanId: string; price: string | null }[] }[];
}
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

/** Compares what a service tells with what a model says. */
export class Comparison {
  constructor(
    private readonly service: TestService,
    private readonly model: Model,
  ) {}

  /** @param moment null of the calendar as it is */
  async checkCalendar(roomId: string, moment: string | null): Promise<void> {
    const path = `/rooms/${roomId}/calendar?${RANGE}${moment === null ? '' : `&at=${moment}`}`;
    const { status, body } = await this.service.admin<Calendar>('GET', path);
    const told = status === 404 ? null : JSON.stringify(daysOf(body));
    const { hotel, calendars } = this.model;
    const now = hotel.rooms.has(roomId) ? JSON.stringify(hotel.daysOf(roomId)) : null;
    expect([path, told]).toEqual([path, moment === null ? now : calendars.at(roomId, moment)]);
  }

  /** The calendar of all rooms is that of each of them. */
  async checkCalendarOfAll(at: string): Promise<void> {
    const path = `/calendar?${FIRST_DATES}${at}`;
    const { status, body } = await this.service.admin<CalendarPage>('GET', path);
    const told = (status === 200 ? body.items : []).map((room): [string, Calendar['days']] => [
      room.roomId,
      daysOfItem(room),
    ]);
    const expected: typeof told = [];
    for (const roomId of ROOMS) {
      const path = `/rooms/${roomId}/calendar?${FIRST_DATES}${at}`;
      const { status: found, body: calendar } = await this.service.admin<Calendar>('GET', path);
      if (found === 200) expected.push([roomId, daysOf(calendar)]);
    }
    expect([at, told]).toEqual([at, expected]);
  }

  /** Where each price comes from now. */
  async checkStates(): Promise<void> {
    const { body } = await this.service.admin<CalendarPage>('GET', `/calendar?${FIRST_DATES}`);
    for (const { id, states } of body.items.flatMap(({ ratePlans }) => ratePlans)) {
      const { rule, cells } = this.model.hotel.plan(id);
      const expected = datesOf(FIRST).map((date) => {
        if (!cells.has(date)) return '-';
        const origin = this.model.hotel.originOf(id, date);
        if (origin === 'notSet') return 'n';
        return origin === 'derived' ? 'd' : rule ? 'o' : 'p';
      });
      expect([id, states]).toEqual([id, expected.join('')]);
    }
  }

  async checkStory(ratePlanId: string, date: string): Promise<void> {
    const story = await this.story(ratePlanId, date);
    const { cells, held } = this.model.hotel.plan(ratePlanId);
    const cell = cells.get(date);
    const history = (cell?.changes ?? [])
      .map(({ requestId, kind, after }) => ({ requestId, kind, price: money(after) }))
      .reverse();
    const told = story.history.map(({ requestId, kind, price }) => ({ requestId, kind, price }));
    expect([ratePlanId, date, told]).toEqual([ratePlanId, date, history]);
    expect(story.held?.price ?? null).toBe(money(held.get(date) ?? null));
    expect([story.price, story.origin]).toEqual([
      money(cell?.value ?? null),
      this.model.hotel.originOf(ratePlanId, date),
    ]);
  }

  async checkHeldPrices(): Promise<void> {
    const told: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: string = cursor && `&cursor=${cursor}`;
      const { body } = await this.service.admin<HeldPage>('GET', `/heldPrices?limit=200${query}`);
      told.push(...body.items.map(({ ratePlanId, date, held }) => `${ratePlanId} ${date} ${held}`));
      cursor = body.nextCursor;
    }
    const expected = [...this.model.hotel.plans].flatMap(([id, { held }]) =>
      [...held].map(([date, price]) => `${id} ${date} ${money(price)}`),
    );
    expect(told.sort()).toEqual(expected.sort());
    const [flags] = await this.service.dataSource.query<[{ wrong: number }]>(
      `SELECT count(*)::int AS wrong FROM rate_plan
        WHERE has_held_prices <> EXISTS (SELECT FROM held_price WHERE rate_plan_id = rate_plan.id)`,
    );
    expect(flags.wrong).toBe(0);
  }

  /** What the journal counts of entries, and what they repeat and undo. */
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

function daysOf({ days }: Calendar): Calendar['days'] {
  return days.map(({ date, totalRooms, prices }) => ({ date, totalRooms, prices }));
}

/** What a calendar of many rooms has of one, as the calendar of that room has it. */
function daysOfItem({ totalRooms, ratePlans }: CalendarPage['items'][0]): Calendar['days'] {
  const plans = ratePlans.toSorted((one, other) => Number(one.id) - Number(other.id));
  return datesOf(FIRST).flatMap((date, day) => {
    const total = totalRooms[day] ?? null;
    if (total === null) return [];
    const priced = plans.filter(({ states }) => states[day] !== '-');
    const prices = priced.map(({ id, prices: row }) => ({ ratePlanId: id, price: row[day] ?? null }));
    return [{ date, totalRooms: total, prices }];
  });
}
