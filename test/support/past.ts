import type { TestService } from './service';

/** A calendar as the administration reads it. */
export interface Calendar {
  knownSince?: string;
  days: {
    date: string;
    totalRooms: number;
    occupiedRooms: number | null;
    prices: { ratePlanId: string; price: string | null }[];
  }[];
}

/** The story of a price as the administration reads it. */
export interface Story {
  price: string | null;
  origin: string;
  derivation: null | { from: string; parentPrice: string | null; steps: object[]; parent: Story };
  knownSince: string;
  history: { requestId: string; at: string; token: string | null; kind: string; price: string | null }[];
  nextCursor: string | null;
}

/** Reads the past, and creates it through the administration. */
export class Past {
  constructor(private readonly service: TestService) {}

  async create(path: string, body: object): Promise<string> {
    const { status, body: made } = await this.service.admin<{ id: string }>('POST', path, body);
    if (status !== 201) throw new Error(`${path} was answered ${status}`);
    return made.id;
  }

  room(id?: string): Promise<string> {
    return this.create('/rooms', { id, name: 'Double' });
  }

  plan(roomId: string, body: { id?: string; derivation?: object } = {}): Promise<string> {
    return this.create(`/rooms/${roomId}/ratePlans`, { name: 'Plan', ...body });
  }

  delete(path: string, name: string): Promise<{ status: number }> {
    return this.service.admin('DELETE', `${path}?confirm=${name}`);
  }

  /** Pushes one price. @returns the moment at which it took effect */
  async push(roomId: string, planId: string, price: number, date = '2026-12-01'): Promise<string> {
    const { status, headers } = await this.service.pushPrices(roomId, planId, [{ date, price }]);
    if (status !== 200) throw new Error(`The push was answered ${status}`);
    return this.momentOf(headers);
  }

  /** The moment at which the call with these answer headers took effect, in microseconds. */
  async momentOf(headers: Headers): Promise<string> {
    const [row] = await this.service.dataSource.query<[{ at: string }]>(
      `SELECT to_char(applied_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at
         FROM journal_entry WHERE id = $1`,
      [headers.get('x-request-id')],
    );
    return row.at;
  }

  /** Now, by the database's clock. */
  async now(): Promise<string> {
    const [row] = await this.service.dataSource.query<[{ at: string }]>(
      `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at`,
    );
    return row.at;
  }

  calendar(roomId: string, at: string, date = '2026-12-01') {
    const path = `/rooms/${roomId}/calendar?from=${date}&to=${date}&at=${at}`;
    return this.service.admin<Calendar & { detail: string }>('GET', path);
  }

  /** `{ plan: price }` of a date at a moment. */
  async prices(roomId: string, at: string, date = '2026-12-01'): Promise<Record<string, string | null>> {
    const { body } = await this.calendar(roomId, at, date);
    const prices = body.days[0]?.prices ?? [];
    return Object.fromEntries(prices.map(({ ratePlanId, price }) => [ratePlanId, price]));
  }

  story(planId: string, query = '', date = '2026-12-01') {
    return this.service.admin<Story & { detail: string }>(
      'GET',
      `/ratePlans/${planId}/prices/${date}${query}`,
    );
  }
}
