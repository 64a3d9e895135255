import type { TestService } from './service';

/** A page of the calendar of many rooms, as the administration reads it. */
export interface CalendarPage {
  from: string;
  to: string;
  at: string | null;
  knownSince?: string | null;
  items: RoomCalendar[];
  nextCursor: string | null;
  detail: string;
  errors: object[];
}

interface RoomCalendar {
  roomId: string;
  name: string;
  propertyName: string | null;
  knownSince?: string;
  lastPush: { requestId: string; at: string; outcome: string } | null;
  totalRooms: (number | null)[];
  occupiedRooms: (number | null)[];
  closed: boolean[];
  closures: { id: string; ratePlanId: string | null; from: string; to: string }[];
  ratePlans: PlanCalendar[];
}

interface PlanCalendar {
  id: string;
  name: string;
  currency: string;
  derivedFrom: string | null;
  depth: number;
  prices: (string | null)[];
  restrictions: Record<string, (number | boolean | null)[]>;
  states: string;
  held: { date: string; price: string }[];
}

/** Asks for the calendar of many rooms. */
export class Calendars {
  constructor(private readonly service: TestService) {}

  read(query: string, range = 'from=2026-12-01&to=2026-12-03') {
    return this.service.admin<CalendarPage>('GET', `/calendar?${range}&${query}`);
  }

  /** Reads the calendars of one property, whose rooms fit on a page. */
  async ofProperty(propertyName: string, query = '', range?: string): Promise<RoomCalendar[]> {
    const { body } = await this.read(`propertyName=${encodeURIComponent(propertyName)}&${query}`, range);
    return body.items;
  }

  /** `{ room: { plan: [states, prices] } }` */
  async cells(
    propertyName: string,
    query = '',
  ): Promise<Record<string, Record<string, [string, PlanCalendar['prices']]>>> {
    const rooms = await this.ofProperty(propertyName, query);
    return Object.fromEntries(
      rooms.map(({ roomId, ratePlans }) => [
        roomId,
        Object.fromEntries(ratePlans.map(({ id, states, prices }) => [id, [states, prices]])),
      ]),
    );
  }

  /** The ids of the rooms on all pages. */
  async all(query: string): Promise<string[][]> {
    const pages: string[][] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body }: { body: CalendarPage } = await this.read(`${query}${cursor && `&cursor=${cursor}`}`);
      pages.push(body.items.map(({ roomId }) => roomId));
      cursor = body.nextCursor;
    }
    return pages;
  }
}
