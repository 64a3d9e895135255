import { Past } from './past';
import type { TestService } from './service';

/** The call that a reason names. */
export interface Since {
  requestId: string;
  at: string;
  token: string | null;
}

/** The answer about a stay. */
export interface Stay {
  bookable: boolean;
  price: string | null;
  currency: string;
  at: string | null;
  nights: { date: string; price: string | null; roomsLeft: number | null }[];
  reasons: {
    code: string;
    date: string | null;
    value: number | null;
    limit: number | null;
    since: Since | null;
  }[];
}

/** A refusal to answer about a stay. */
type Refused = { detail: string; errors: { pointer: string }[] };

/** Asks about stays in one room with one plan, and pushes the values that decide about them. */
export class Stays {
  private constructor(
    private readonly service: TestService,
    private readonly dates: string[],
    readonly room: string,
    readonly plan: string,
  ) {}

  /**
   * Creates the room, whose stays can be booked for 100.10 a night.
   * @param dates the nights of a stay, followed by its departure
   */
  static async create(service: TestService, dates: string[]): Promise<Stays> {
    const past = new Past(service);
    const room = await past.room();
    const stays = new Stays(service, dates, room, await past.plan(room));
    await stays.pushRooms(2);
    await stays.pushPrice(100.1);
    return stays;
  }

  /** Asks about a stay of two adults in all nights, unless the query differs. */
  ask(query: object = {}) {
    const [arrival, departure] = [this.dates.at(0), this.dates.at(-1)];
    const parameters = { ratePlanId: this.plan, arrival, departure, adults: 2, ...query };
    const text = new URLSearchParams(
      Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
    );
    return this.service.admin<Stay & Refused>('GET', `/stays?${text.toString()}`);
  }

  /** The answer about the stay for which `ask` asks. */
  async stay(query: object = {}): Promise<Stay> {
    const { status, body } = await this.ask(query);
    if (status !== 200) throw new Error(`The stay was answered ${status}: ${body.detail}`);
    return body;
  }

  restrict(name: string, body: object[]) {
    const query = name === 'Blackout' ? '' : `&ratePlanId=${this.plan}`;
    return this.service.post(`/updateCalendar${name}?roomId=${this.room}${query}`, body);
  }

  /** Pushes the rooms left on all dates. */
  pushRooms(inventoryNumber: number) {
    const records = this.dates.map((date) => ({ date, inventoryNumber }));
    return this.service.pushInventory(this.room, records);
  }

  /** Pushes the price of all dates. */
  pushPrice(price: number) {
    const records = this.dates.map((date) => ({ date, price }));
    return this.service.pushPrices(this.room, this.plan, records);
  }
}
