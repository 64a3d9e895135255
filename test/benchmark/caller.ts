import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { CalendarDate } from '../../src/platform/dates/calendar-date';
import type { ServiceProcess } from '../support/service-process';
import { TOKEN } from '../support/service-process';
import type { Room } from './rooms';

/** A push that is ready to be sent. */
export interface Push {
  path: string;
  body: string;
  /** Defaults to JSON. */
  contentType?: string;
  /** Matches the answer to a push that was applied; by default, that of the operations. */
  done?: RegExp;
}

/** A push of prices for some days, with another price for each day. */
export function pricePush(room: Room, days: CalendarDate[], price: number, plan = room.ratePlanIds[0]): Push {
  const prices = days.map((date, n) => ({ date, price: Number((price + (n % 100) * 0.25).toFixed(2)) }));
  return { path: `/updateCalendarPrices?roomId=${room.id}&ratePlanId=${plan}`, body: JSON.stringify(prices) };
}

export function inventoryPush(room: Room, days: CalendarDate[], rooms: number): Push {
  const inventory = days.map((date) => ({ date, inventoryNumber: rooms }));
  return { path: `/updateCalendarInventory?roomId=${room.id}`, body: JSON.stringify(inventory) };
}

const SHED_PAUSE_MS = 200;
const DONE = / is successfully updated$/;
const MISSING = /^Room with ID: \d+ not exist in db/;

/** Calls the service over connections that stay open, as a channel manager's do. */
export class Caller {
  private readonly agent: Agent;

  constructor(
    private readonly service: Pick<ServiceProcess, 'url'>,
    connections: number,
    private readonly token = TOKEN,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** @throws Error if the push was not applied */
  async push({ path, body, contentType, done = DONE }: Push): Promise<void> {
    const answer = await this.call('POST', path, body, contentType);
    if (!done.test(answer)) throw new Error(`A push was not applied: ${answer}`);
  }

  /** Sends a push, and repeats it while the service sheds it. */
  async pushUntilAccepted(push: Push): Promise<void> {
    for (;;) {
      try {
        await this.push(push);
        return;
      } catch (error) {
        if (!isShed(error)) throw error;
        await delay(SHED_PAUSE_MS);
      }
    }
  }

  /** @throws Error if the room was not missing */
  async expectMissing({ path, body }: Push): Promise<void> {
    const answer = await this.call('POST', path, body);
    if (!MISSING.test(answer)) throw new Error(`The room was not missing: ${answer}`);
  }

  get(path: string): Promise<string> {
    return this.call('GET', path);
  }

  /** Sends the pushes of each queue one after the other, and all queues at the same time. */
  async pushAll(queues: Push[][]): Promise<void> {
    await Promise.all(
      queues.map(async (queue) => {
        for (const push of queue) await this.push(push);
      }),
    );
  }

  close(): void {
    this.agent.destroy();
  }

  private call(
    method: string,
    path: string,
    body?: string,
    contentType = 'application/json',
  ): Promise<string> {
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': contentType };
    return new Promise((resolve, reject) => {
      const call = request(this.service.url + path, { method, headers, agent: this.agent }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          if (response.statusCode === 200) resolve(text);
          else reject(new Error(`${method} ${path} was answered ${response.statusCode}: ${text}`));
        });
      });
      call.on('error', reject);
      call.end(body);
    });
  }
}

/** Whether the answer says that the service is overloaded. */
export function isShed(error: unknown): boolean {
  return (error as Error).message.includes(' was answered 503');
}
