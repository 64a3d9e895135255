import type { ReferenceStay } from '../../support/stay-reference';
import type { TestService } from '../../support/service';
import { NOW } from '../../support/service';
import type { Calendar } from './calendar';
import { calendarOf } from './calendar';
import type { Model } from './model';
import type { Random } from './random';
import { oneOf } from './random';
import { entriesBehind, reasonsAgainst } from './stays';

const ARRIVALS = ['2026-11-29', '2026-11-30', '2026-12-01', '2026-12-02', '2027-05-01', '2028-12-01'];
const MAX_NIGHTS = 3;

interface Stay {
  bookable: boolean;
  reasons: {
    code: string;
    date: string | null;
    value: number | null;
    limit: number | null;
    since: { requestId: string } | null;
  }[];
}

/** Compares what a service says about stays with the contract's reasons against them, in the calendar of a model. */
export class StayComparison {
  constructor(
    private readonly service: TestService,
    private readonly model: Model,
    private readonly pick: Random,
  ) {}

  /** Checks a stay in some plan now. */
  async checkNow(): Promise<void> {
    const { hotel } = this.model;
    const ratePlanId = oneOf([...hotel.plans.keys()], this.pick);
    if (!ratePlanId) return;
    const calendar = calendarOf(hotel, hotel.plan(ratePlanId).roomId);
    const found = await this.check(ratePlanId, calendar, null);
    for (const { since, ...reason } of found?.reasons ?? []) {
      const entries = entriesBehind(hotel, ratePlanId, reason);
      if (entries) expect([reason, entries]).toEqual([reason, expect.arrayContaining([since?.requestId])]);
    }
  }

  /** Checks a stay in a plan of a room at an earlier moment. */
  async checkAt(roomId: string, moment: string): Promise<void> {
    const text = this.model.calendars.at(roomId, moment);
    const calendar = text === null ? undefined : (JSON.parse(text) as Calendar);
    const ids = calendar?.days.flatMap(({ prices }) => prices.map(({ ratePlanId }) => ratePlanId)) ?? [];
    const ratePlanId = oneOf(ids, this.pick);
    if (calendar && ratePlanId) await this.check(ratePlanId, calendar, moment);
  }

  private async check(ratePlanId: string, calendar: Calendar, at: string | null): Promise<Stay | undefined> {
    const stay = this.randomStay();
    const { arrival, departure, adults, children } = stay;
    const guests = `adults=${adults}&children=${children}${at === null ? '' : `&at=${at}`}`;
    const path = `/stays?ratePlanId=${ratePlanId}&arrival=${arrival}&departure=${departure}&${guests}`;
    const { status, body } = await this.service.admin<Stay>('GET', path);
    const listed = status === 200 ? body.reasons : [];
    const texts = listed.map(({ code, date, value, limit }) => [code, date, value, limit].join(' '));
    const today = at?.slice(0, 10) ?? NOW.toISOString().slice(0, 10);
    const reasons = reasonsAgainst(stay, ratePlanId, calendar, today);
    expect([path, status, body.bookable, texts.sort()]).toEqual([path, 200, reasons.length === 0, reasons]);
    return body;
  }

  private randomStay(): ReferenceStay {
    const arrival = oneOf(ARRIVALS, this.pick) ?? '';
    const nights = 1 + this.pick(MAX_NIGHTS);
    const departure = new Date(Date.parse(arrival) + nights * 86_400_000).toISOString().slice(0, 10);
    return { arrival, departure, adults: 2, children: 0 };
  }
}
