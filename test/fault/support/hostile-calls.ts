import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { TOKEN } from '../../support/service-process';
import type { Hotel } from './hotel';

/** One call that is allowed to nobody, or to few and not so often. */
interface HostileCall {
  path: string;
  method?: string;
  token?: string;
  body?: Buffer;
}

const MIB = 1024 * 1024;
const times = (text: string, bytes: number) => Buffer.from(text.repeat(Math.floor(bytes / text.length)));
const BODIES = [
  times('[', MIB),
  Buffer.concat([times('[', MIB / 2), times(']', MIB / 2)]),
  Buffer.concat([Buffer.from('['), times('1.5e1,', MIB - 8), Buffer.from('1]')]),
  times('7', MIB),
  times('{"a":', MIB),
  Buffer.from('[{"date":"2026-12-01","price":1},'),
];
const DAY = [Buffer.from('[{"date":"2099-01-01","price":1,"inventoryNumber":1}]')];

/** Calls of people who look at everything there is, again and again. */
export function readers(hotel: Hotel): HostileCall[][] {
  const today = new Date();
  const later = new Date(today.getTime() + 729 * 86_400_000);
  const [from, to] = [today, later].map((date) => date.toISOString().slice(0, 10));
  const tomorrow = new Date(today.getTime() + 86_400_000).toISOString().slice(0, 10);
  const calendars = hotel.rooms.map(({ id }) => ({
    path: `/admin/rooms/${id}/calendar?from=${from}&to=${to}`,
  }));
  const past = calendars.map(({ path }) => ({ path: `${path}&at=${today.toISOString()}` }));
  const journal = [{ path: '/admin/journal?limit=200' }, { path: '/admin/updates?limit=200' }];
  const stories = hotel.derived.map(({ id }) => ({ path: `/admin/ratePlans/${id}/prices/${tomorrow}` }));
  const docs = ['/docs-json', '/docs', '/docs/swagger-ui-init.js', '/docs/swagger-ui-bundle.js'];
  return [
    calendars,
    calendars.toReversed(),
    past,
    journal,
    journal.toReversed(),
    stories,
    docs.map((path) => ({ path, token: 'none' })),
    [{ path: '/admin/rooms?limit=200' }],
  ];
}

/** Calls of broken or hostile senders; one besides them sends slowly. */
export function senders({ rooms }: Hotel): HostileCall[][] {
  const [room] = rooms;
  const prices = `/updateCalendarPrices?roomId=${room?.id}&ratePlanId=${room?.ratePlanId}`;
  const post = (path: string, bodies: Buffer[], token?: string): HostileCall[] =>
    bodies.map((body) => ({ method: 'POST', path, body, token }));
  const ids = Array.from({ length: 700 }, (_, n) => 900_000_000 + n);
  return [
    post(prices, BODIES),
    post(`/updateCalendarInventory?roomId=${room?.id}`, BODIES),
    post('/roomEditChannelManager', BODIES),
    post('/admin/rooms', BODIES),
    ids.flatMap((id) => post(prices, DAY, `made-up-token-${id}`)),
    ids.flatMap((id) => post(`/updateCalendarPrices?roomId=${id}&ratePlanId=${id}`, DAY)),
    [
      ...post(`/updateCalendarPrices?roomId=${ids.join()}&ratePlanId=1`, DAY),
      ...post(`/updateCalendarPrices?${ids.map((id) => `roomId=${id}`).join('&')}`, DAY),
      { path: `/admin/rooms?cursor=${'9'.repeat(7_000)}` },
    ],
  ];
}

/** Sends hostile calls until it is stopped, those of a list one after the other. */
export class HostileCallers {
  private readonly agent = new Agent({ keepAlive: true });
  private readonly stopping = new AbortController();
  private readonly ended: Promise<void>[] = [];
  /** How many calls were answered, by status. */
  readonly answers: Record<string, number> = {};

  constructor(private readonly url: string) {}

  start(...lists: HostileCall[][]): void {
    this.ended.push(...lists.map((list) => this.callAll(list)));
  }

  /** Sends bodies a byte a second, on a hundred connections at once. */
  startSlow(): void {
    this.ended.push(...Array.from({ length: 100 }, () => this.sendSlowly()));
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.ended);
    this.agent.destroy();
  }

  private isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private async callAll(list: HostileCall[]): Promise<void> {
    while (!this.isStopped())
      for (const call of list) {
        if (this.isStopped()) return;
        const status = await this.call(call);
        this.answers[status] = (this.answers[status] ?? 0) + 1;
      }
  }

  private call({ path, method = 'GET', token = TOKEN, body }: HostileCall): Promise<string> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return new Promise((resolve) => {
      const call = request(
        this.url + path,
        { method, headers, agent: this.agent },
        (answer: IncomingMessage) => {
          answer.resume();
          answer.on('close', () => resolve(String(answer.statusCode)));
        },
      );
      // As where the service has closed the connection before it had read the body.
      call.on('error', () => resolve('none'));
      call.end(body);
    });
  }

  private async sendSlowly(): Promise<void> {
    const { hostname, port } = new URL(this.url);
    while (!this.isStopped()) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => socket.destroy());
      socket.resume();
      socket.write(
        `POST /updateCalendarInventory?roomId=1 HTTP/1.1\r\nHost: hotel\r\nAuthorization: Bearer ${TOKEN}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n[',
      );
      while (!this.isStopped() && !socket.destroyed) {
        socket.write(' ');
        await delay(1_000);
      }
      socket.destroy();
    }
  }
}
