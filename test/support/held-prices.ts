import type { CalendarDate } from '../../src/platform/dates/calendar-date';
import { addDays } from '../../src/platform/dates/calendar-date';
import type { Answer, TestService } from './service';

/** A held price as the administration lists it. */
interface Held {
  ratePlanId: string;
  roomId: string;
  date: string;
  price: string | null;
  held: string;
  reason: string;
  requestId: string;
  heldAt: string;
}
type Guard = Partial<
  Record<'minimum' | 'maximum' | 'maxDecreasePercent' | 'maxIncreasePercent', string | number | null>
>;

export const DATE = '2026-12-24';
export const GUARD = {
  minimum: '40.00',
  maximum: '900.00',
  maxDecreasePercent: '50',
  maxIncreasePercent: '200',
};

/** The given number of days, beginning with 1 December 2026. */
export function days(count: number): CalendarDate[] {
  return Array.from({ length: count }, (_, day) => addDays('2026-12-01' as CalendarDate, day));
}

export function requestOf({ headers }: Pick<Answer, 'headers'>): string {
  return headers.get('x-request-id') ?? '';
}

/** A room with a guarded plan that costs 100.00 on one date. By default, all calls are about this plan and date. */
export class GuardedPlan {
  private constructor(
    private readonly service: TestService,
    readonly room: string,
    readonly plan: string,
  ) {}

  static async create(service: TestService): Promise<GuardedPlan> {
    const room = await service.records.room();
    const guarded = new GuardedPlan(service, room, await service.records.ratePlan(room));
    await guarded.push(100);
    await guarded.setGuard(GUARD);
    return guarded;
  }

  setGuard(guard: Guard | null, id = this.plan) {
    return this.service.admin('PATCH', `/ratePlans/${id}`, { guard });
  }

  push(price: number | string, date = DATE, id = this.plan): Promise<Answer> {
    return this.service.pushPrices(this.room, id, [{ date, price }]);
  }

  async list(query = `ratePlanId=${this.plan}`): Promise<{ items: Held[]; nextCursor: string | null }> {
    const path = `/heldPrices?${query}`;
    return (await this.service.admin<{ items: Held[]; nextCursor: string | null }>('GET', path)).body;
  }

  /** `{ date: held price }` */
  async held(id = this.plan): Promise<Record<string, string>> {
    const { items } = await this.list(`ratePlanId=${id}`);
    return Object.fromEntries(items.map((item) => [item.date, item.held]));
  }

  decide(what: 'release' | 'discard', from = DATE, to = from, heldBy?: string[], ratePlanId = this.plan) {
    const range = { ratePlanId, from, to, heldBy };
    const path = `/heldPrices/${what}`;
    return this.service.admin<{ requestId: string; records: number; changedSince: number }>(
      'POST',
      path,
      range,
    );
  }

  async entry(requestId: string): Promise<Record<string, unknown>> {
    return (await this.service.admin('GET', `/journal/${requestId}`)).body;
  }

  async story(id = this.plan, date = DATE): Promise<Record<string, unknown>> {
    return (await this.service.admin('GET', `/ratePlans/${id}/prices/${date}`)).body;
  }

  /** Whether pushes of the plan search for its held prices, and whether there are any. */
  async hasHeldPrices(): Promise<{ flag: boolean; rows: boolean }> {
    const { dataSource } = this.service;
    const [plan] = await dataSource.query<[{ flag: boolean }]>(
      `SELECT has_held_prices AS flag FROM rate_plan WHERE id = $1`,
      [this.plan],
    );
    const held = await dataSource.query<unknown[]>(
      `SELECT 1 FROM held_price WHERE rate_plan_id = $1 LIMIT 1`,
      [this.plan],
    );
    return { ...plan, rows: held.length > 0 };
  }
}
