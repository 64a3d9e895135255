import type { DateRange } from '../../src/dates/date-range';
import { datesOf } from '../../src/dates/date-range';
import type { CalendarPage } from '../support/calendars';
import type { Counts, HistoryEntry, Step } from '../support/past-model';
import { money, PastModel } from '../support/past-model';
import type { Random } from '../support/past-steps';
import { carryOut, nextStep, random, RANGE } from '../support/past-steps';
import { TestService } from '../support/service';

/** How many steps, over all seeds. Many more are tried by hand: see docs/testing.md. */
const STEPS = Number(process.env['STEPS'] ?? 75);
const SEEDS = [20261201, 7, 314159];
const STORIES_EVERY = 1_000;
/** Those of the dates that are within 62 days. */
const FIRST = { from: '2026-11-30', to: '2026-12-02' } as DateRange;
const FIRST_DATES = 'from=2026-11-30&to=2026-12-02';
const ROOMS = ['1', '2', '3', '4'];

interface Calendar {
  days: { date: string; totalRooms: number; prices: { ratePlanId: string; price: string | null }[] }[];
}
interface HeldPage {
  items: { ratePlanId: string; date: string; held: string }[];
  nextCursor: string | null;
}

/** What a calendar of many rooms has of one, as the calendar of that room has it. */
function daysOf({ totalRooms, ratePlans }: CalendarPage['items'][0]): Calendar['days'] {
  const plans = ratePlans.toSorted((one, other) => Number(one.id) - Number(other.id));
  return datesOf(FIRST).flatMap((date, day) => {
    const total = totalRooms[day] ?? null;
    if (total === null) return [];
    const priced = plans.filter(({ states }) => states[day] !== '-');
    const prices = priced.map(({ id, prices: row }) => ({ ratePlanId: id, price: row[day] ?? null }));
    return [{ date, totalRooms: total, prices }];
  });
}

interface Story {
  price: string | null;
  origin: string;
  history: (HistoryEntry & { at: string })[];
  held: { price: string } | null;
  nextCursor: string | null;
}

/** A service beside a model that is told the same. */
class Comparison {
  readonly model = new PastModel();
  /** The moments of all entries, and some between. */
  readonly moments: string[] = [];

  constructor(
    readonly service: TestService,
    readonly pick: Random,
  ) {}

  async take(step: Step): Promise<void> {
    const requestId = await carryOut(this.service, this.model, step);
    if (requestId !== undefined) await this.tell([{ step, requestId }]);
  }

  /** Tells the model what was done, in the order of the moments at which it took effect. */
  async tell(done: { step: Step; requestId: string }[]): Promise<void> {
    const rows = await this.service.dataSource.query<{ id: string; at: string; between: string }[]>(
      `SELECT id, to_char(applied_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at,
              to_char((applied_at - interval '1 microsecond') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
                AS between
         FROM journal_entry WHERE id = ANY ($1) ORDER BY applied_at`,
      [done.map(({ requestId }) => requestId)],
    );
    expect(rows).toHaveLength(done.length);
    for (const { id, at, between } of rows) {
      const { step } = done.find(({ requestId }) => requestId === id) ?? {};
      if (step) this.model.apply(step, at, id);
      this.moments.push(at, between);
    }
  }

  async checkCalendar(roomId: string, moment: string): Promise<void> {
    const path = `/rooms/${roomId}/calendar?${RANGE}&at=${moment}`;
    const { status, body } = await this.service.admin<Calendar>('GET', path);
    const daysOf = (calendar: Calendar) =>
      calendar.days.map(({ date, totalRooms, prices }) => ({ date, totalRooms, prices }));
    const told = status === 404 ? null : JSON.stringify(daysOf(body));
    expect([path, told]).toEqual([path, this.model.calendarAt(roomId, moment)]);
  }

  async checkCalendars(): Promise<void> {
    for (const moment of this.moments) await this.checkCalendar(String(1 + this.pick(4)), moment);
    for (let n = 0; n < 5; n++) {
      const moment = this.moments[this.pick(this.moments.length)];
      if (moment) await this.checkCalendarOfAll(`&at=${moment}`);
    }
    await this.checkCalendarOfAll('');
    await this.checkStates();
    this.moments.length = 0;
  }

  /** The calendar of all rooms is that of each of them. */
  private async checkCalendarOfAll(at: string): Promise<void> {
    const path = `/calendar?${FIRST_DATES}${at}`;
    const { status, body } = await this.service.admin<CalendarPage>('GET', path);
    const told = (status === 200 ? body.items : []).map((room): [string, Calendar['days']] => [
      room.roomId,
      daysOf(room),
    ]);
    const expected: typeof told = [];
    for (const roomId of ROOMS) {
      const path = `/rooms/${roomId}/calendar?${FIRST_DATES}${at}`;
      const { status: found, body: calendar } = await this.service.admin<Calendar>('GET', path);
      if (found === 200) {
        const days = calendar.days.map(({ date, totalRooms, prices }) => ({ date, totalRooms, prices }));
        expected.push([roomId, days]);
      }
    }
    expect([at, told]).toEqual([at, expected]);
  }

  /** Where each price comes from now is what the model says. */
  private async checkStates(): Promise<void> {
    const { body } = await this.service.admin<CalendarPage>('GET', `/calendar?${FIRST_DATES}`);
    for (const { id, states } of body.items.flatMap(({ ratePlans }) => ratePlans)) {
      const { rule, cells } = this.model.plan(id);
      const expected = datesOf(FIRST).map((date) => {
        if (!cells.has(date)) return '-';
        const origin = this.model.originOf(id, date);
        if (origin === 'notSet') return 'n';
        return origin === 'derived' ? 'd' : rule ? 'o' : 'p';
      });
      expect([id, states]).toEqual([id, expected.join('')]);
    }
  }

  async checkStories(): Promise<void> {
    for (const [id, { cells, history, held }] of this.model.plans) {
      for (const [date, price] of cells) {
        const story = await this.story(id, date);
        const expected = history.get(date) ?? [];
        const told = story.history.map(({ requestId, kind, price }) => ({ requestId, kind, price }));
        expect([id, date, told]).toEqual([id, date, expected]);
        expect(story.held?.price ?? null).toBe(money(held.get(date) ?? null));
        expect([story.price, story.origin]).toEqual([
          price === null ? null : (expected[0]?.price ?? null),
          this.model.originOf(id, date),
        ]);
      }
    }
  }

  /** What is held, of all plans, and the counts of every entry that has records. */
  async checkHeldPrices(): Promise<void> {
    const told: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: string = cursor && `&cursor=${cursor}`;
      const { body } = await this.service.admin<HeldPage>('GET', `/heldPrices?limit=200${query}`);
      told.push(...body.items.map(({ ratePlanId, date, held }) => `${ratePlanId} ${date} ${held}`));
      cursor = body.nextCursor;
    }
    const expected = [...this.model.plans].flatMap(([id, { held }]) =>
      [...held].map(([date, price]) => `${id} ${date} ${money(price)}`),
    );
    expect(told.sort()).toEqual(expected.sort());
    const rows = await this.service.dataSource.query<(Counts & { id: string })[]>(
      `SELECT id, received, applied, unchanged, held FROM journal_entry WHERE id = ANY ($1)`,
      [[...this.model.counts.keys()]],
    );
    expect(new Map(rows.map(({ id, ...counts }) => [id, counts]))).toEqual(this.model.counts);
    const [flags] = await this.service.dataSource.query<[{ wrong: number }]>(
      `SELECT count(*)::int AS wrong FROM rate_plan
        WHERE has_held_prices <> EXISTS (SELECT FROM held_price WHERE rate_plan_id = rate_plan.id)`,
    );
    expect(flags.wrong).toBe(0);
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

describe('the past', () => {
  let service: TestService;
  beforeEach(async () => (service = await TestService.start()));
  afterEach(() => service.stop());

  it.each(SEEDS)(
    'is what a model says that it was, at the moment of each entry and just before, from seed %i',
    async (seed) => {
      const pick = random(seed);
      const comparison = new Comparison(service, pick);
      for (let n = 1; n <= STEPS / SEEDS.length; n++) {
        // A clock that is set back: for the rooms, that is as if it had been ahead before.
        if (pick(40) === 0) {
          await service.dataSource.query(
            `UPDATE room_timeline SET last_moment = greatest(last_moment, clock_timestamp() + interval '50 ms')`,
          );
        }
        await comparison.take(nextStep(comparison.model, pick));
        if (n % STORIES_EVERY === 0) await comparison.checkStories();
        if (n % 50 === 0) await comparison.checkHeldPrices();
        if (n % STORIES_EVERY === 0) await comparison.checkCalendars();
      }
      await comparison.checkStories();
      await comparison.checkCalendars();
      await comparison.checkHeldPrices();
    },
    30_000 + STEPS * 100,
  );

  it(
    'is what a model says while two instances push and plans change',
    async () => {
      const other = await TestService.start({ beside: service });
      try {
        const pick = random(271828);
        const comparison = new Comparison(service, pick);
        for (let n = 0; n < 25; n++) await comparison.take(nextStep(comparison.model, pick, n > 15));
        for (let round = 0; round < STEPS / 60; round++) {
          // Plans change, too, but none comes or goes under the eyes of a push.
          const steps = Array.from({ length: 12 }, (_, n) => {
            const step = nextStep(comparison.model, pick, true);
            const ratePlanId = [...comparison.model.plans.keys()][pick(comparison.model.plans.size)];
            return n < 10 || !ratePlanId ? step : ({ kind: 'changePlan', ratePlanId, rule: null } as const);
          });
          const done = await Promise.all(
            steps.map(async (step, n) => {
              const requestId = await carryOut(n % 2 ? service : other, comparison.model, step);
              return requestId === undefined ? [] : [{ step, requestId }];
            }),
          );
          await comparison.tell(done.flat());
          for (let n = 0; n < 3; n++) await comparison.take(nextStep(comparison.model, pick, false));
        }
        await comparison.checkStories();
        await comparison.checkCalendars();
        await comparison.checkHeldPrices();
      } finally {
        await other.stop();
      }
    },
    30_000 + STEPS * 100,
  );
});
