import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { CalendarDate } from '../../../src/platform/dates/calendar-date';
import { addDays } from '../../../src/platform/dates/calendar-date';
import type { PushOperation } from '../../../src/push/operations';
import { WHOLE_MS } from './balancer';
import type { Hotel } from './hotel';
import { TOKEN } from '../../support/service-process';

/** One attempt to send a push: its time and its answer. */
export interface Attempt {
  readonly sentAt: number;
  answeredAt?: number;
  status?: number;
  text?: string;
  requestId?: string;
  retryAfter?: string;
  error?: string;
}

/** A push of a caller, with a unique number. */
export interface SentPush {
  readonly operation: PushOperation;
  readonly roomId: string;
  readonly ratePlanId: string;
  readonly number: number;
  readonly dates: CalendarDate[];
  readonly attempts: Attempt[];
}

interface Habits {
  /** How long a caller waits for an answer. */
  timeoutMs?: number;
  /** How often a caller repeats a failed call. The real one does so up to 2 times, 5 s apart. */
  retries?: number;
  pauseMs?: number;
  /** A caller repeats a failed call after its pause, but not before this promise resolves. */
  mayRepeat?: (push: SentPush) => Promise<void>;
  /** Whether every push sets prices on 730 dates. */
  onlyLong?: boolean;
  token?: string;
  /** Whether connections are kept for further calls, as by a proxy; otherwise each call opens its own. */
  keepAlive?: boolean;
}

const SUCCESS = /successfully updated|^true$/;
/** Pushes of all operations in turn, mostly of prices; one in twenty has 730 dates. */
const TURN: PushOperation[] = Array.from({ length: 20 }, (_, n) =>
  n < 3 ? 'updateCalendarInventory' : n === 3 ? 'roomEditChannelManager' : 'updateCalendarPrices',
);
const LONG = 10;
const CAPACITY_CALLERS = 8;
const CAPACITY_MS = 3_000;
/** The callers that have started, and have not stopped. */
const sending = new Set<Callers>();

/** The callers of a test and their ledger: all pushes in their order, with their answers. */
export class Callers {
  readonly ledger: SentPush[] = [];
  private readonly calendars = new Map<string, CalendarDate[]>();
  private readonly inFlight = new Set<Promise<void>>();
  /** The callbacks that wait for the next push to end. */
  private readonly waiting: (() => void)[] = [];
  private readonly agent: Agent;
  private stopSending = (): void => undefined;
  private readonly today = new Date().toISOString().slice(0, 10) as CalendarDate;

  /** @param url the URL of the service, read again for each call */
  constructor(
    private readonly url: () => string,
    private readonly hotel: Hotel,
    private readonly habits: Habits = {},
  ) {
    this.agent = new Agent({ keepAlive: habits.keepAlive ?? false });
  }

  /**
   * Sends this many pushes a second to the rooms in turn.
   * @param maxUnanswered sends none while this many pushes wait for their answers: for tests on a busy machine
   */
  start(perSecond: number, maxUnanswered = Infinity): void {
    sending.add(this);
    const start = performance.now();
    let due = 0;
    const timer = setInterval(() => {
      for (; due < ((performance.now() - start) / 1000) * perSecond; due++)
        if (this.inFlight.size < maxUnanswered) void this.send();
    }, 5);
    this.stopSending = () => clearInterval(timer);
  }

  /** Sends pushes over some connections, each as soon as the one before is answered. */
  startWithoutPause(connections: number): void {
    sending.add(this);
    let isSending = true;
    this.stopSending = () => void (isSending = false);
    const keepSending = async () => {
      while (isSending) await this.send();
    };
    for (let n = 0; n < connections; n++) void keepSending();
  }

  /** Stops sending, and waits until every push is answered or given up. */
  async stop(): Promise<void> {
    this.stopSending();
    await Promise.all(this.inFlight);
    this.agent.destroy();
    sending.delete(this);
  }

  /** Stops sending, and breaks the calls off. */
  abandon(): void {
    this.stopSending();
    this.agent.destroy();
    sending.delete(this);
  }

  /** Resolves when this many pushes have been answered with success. */
  async acknowledged(count: number): Promise<void> {
    while (this.ledger.filter(isAcknowledged).length < count)
      await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** The calls that the service has received completely and not answered yet. */
  get waitingForAnswer(): Attempt[] {
    const since = performance.now() - WHOLE_MS;
    return this.ledger
      .flatMap(({ attempts }) => attempts)
      .filter(({ sentAt, answeredAt }) => sentAt < since && answeredAt === undefined);
  }

  /** Sends the next push. Resolves when it is answered or given up. */
  send(): Promise<void> {
    const push = this.next();
    this.ledger.push(push);
    const answered = this.deliver(push).finally(() => {
      this.inFlight.delete(answered);
      for (const resolve of this.waiting.splice(0)) resolve();
    });
    this.inFlight.add(answered);
    return answered;
  }

  private next(): SentPush {
    const number = this.ledger.length + 1;
    const { id: roomId, ratePlanId } = this.hotel.rooms[number % this.hotel.rooms.length]!;
    const kind = this.habits.onlyLong ? LONG : number % TURN.length;
    const first = addDays(this.today, kind === LONG ? 0 : 1 + (number % 5));
    const dates = this.datesFrom(first, kind === LONG ? 730 : 3);
    return { operation: TURN[kind]!, roomId, ratePlanId, number, dates, attempts: [] };
  }

  /** Returns cached dates, because a long ledger repeats the same days. */
  private datesFrom(first: CalendarDate, length: number): CalendarDate[] {
    const key = `${first} ${length}`;
    const dates = this.calendars.get(key) ?? Array.from({ length }, (_, day) => addDays(first, day));
    this.calendars.set(key, dates);
    return dates;
  }

  private async deliver(push: SentPush): Promise<void> {
    const { retries = 0, pauseMs = 5_000, mayRepeat } = this.habits;
    for (let n = 0; n <= retries; n++) {
      if (n > 0) {
        await delay(pauseMs);
        await mayRepeat?.(push);
      }
      const attempt: Attempt = { sentAt: performance.now() };
      push.attempts.push(attempt);
      await this.call(push, attempt);
      // A room edit that was shed is answered 200 and false, and Retry-After asks for a repeat.
      const isFinal = attempt.status !== undefined && attempt.status < 500 && !attempt.retryAfter;
      if (isSuccess(attempt) || isFinal) return;
    }
  }

  private call(push: SentPush, attempt: Attempt): Promise<void> {
    const { path, body } = messageOf(push);
    const headers = {
      authorization: `Bearer ${this.habits.token ?? TOKEN}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    return new Promise((resolve) => {
      const end = (outcome: Partial<Attempt>) => {
        Object.assign(attempt, outcome, { answeredAt: performance.now() });
        clearTimeout(timeout);
        resolve();
      };
      const call = request(this.url() + path, { method: 'POST', headers, agent: this.agent }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => (text += part));
        answer.on('error', (error) => end({ error: error.message }));
        answer.on('end', () =>
          end({
            status: answer.statusCode,
            text,
            requestId: answer.headers['x-request-id'] as string,
            retryAfter: answer.headers['retry-after'],
          }),
        );
      });
      const timeout = setTimeout(
        () => call.destroy(new Error('no answer within the time that the caller waits')),
        this.habits.timeoutMs ?? 30_000,
      );
      call.on('error', (error) => end({ error: error.message }));
      call.end(body);
    });
  }
}

/** Ends all callers that still send. */
export function abandonCallers(): void {
  for (const callers of sending) callers.abandon();
}

/**
 * Measures how many pushes of 730 dates a second the service does for a few callers that each wait for their answers.
 * An overload is a multiple of this number, because machines differ. A new service is slower for some seconds, so the
 * first measurement does not count. The larger result of two further measurements counts, because the machine may be busy
 * for seconds.
 */
export async function measureCapacity(url: string, hotel: Hotel): Promise<number> {
  await measureRate(url, hotel);
  return Math.max(await measureRate(url, hotel), await measureRate(url, hotel));
}

async function measureRate(url: string, hotel: Hotel): Promise<number> {
  const callers = new Callers(() => url, hotel, { onlyLong: true, keepAlive: true });
  const start = performance.now();
  callers.startWithoutPause(CAPACITY_CALLERS);
  await delay(CAPACITY_MS);
  await callers.stop();
  return callers.ledger.filter(isAcknowledged).length / ((performance.now() - start) / 1000);
}

/** Counts the pushes of a ledger, and measures how long they waited for their answers. */
export function summary(ledger: SentPush[]): Record<string, number> {
  const waits = ledger
    .flatMap(({ attempts }) => attempts)
    .map(({ sentAt, answeredAt = Infinity }) => answeredAt - sentAt)
    .sort((a, b) => a - b);
  const acknowledged = ledger.filter(isAcknowledged).length;
  return {
    sent: ledger.length,
    acknowledged,
    failed: ledger.length - acknowledged,
    'median wait in ms': Math.round((waits[waits.length >> 1] ?? 0) * 10) / 10,
    'longest wait in s': Math.round((waits.at(-1) ?? 0) / 100) / 10,
  };
}

export function isSuccess({ status, text }: Attempt): boolean {
  return status === 200 && SUCCESS.test(text ?? '');
}

export function isAcknowledged({ attempts }: SentPush): boolean {
  return attempts.some(isSuccess);
}

/** Whether one of the attempts was shed. */
export function wasRefused({ attempts }: SentPush): boolean {
  return attempts.some(({ status }) => status === 503);
}

/** The price that a push sets: its number in cents, plus 10. */
export function priceOf(number: number): string {
  return ((number + 1_000) / 100).toFixed(2);
}

function messageOf({ operation, roomId, ratePlanId, number, dates }: SentPush): {
  path: string;
  body: string;
} {
  switch (operation) {
    case 'updateCalendarInventory': {
      const body = JSON.stringify(dates.map((date) => ({ date, inventoryNumber: number })));
      return { path: `/${operation}?roomId=${roomId}`, body };
    }
    case 'updateCalendarPrices': {
      const body = JSON.stringify(dates.map((date) => ({ date, price: Number(priceOf(number)) })));
      return { path: `/${operation}?roomId=${roomId}&ratePlanId=${ratePlanId}`, body };
    }
    case 'channexChanges':
    case 'siteconnectMessage':
      throw new Error('The callers send operations 1 to 3');
    case 'updateCalendarBlackout': {
      const body = JSON.stringify(dates.map((date) => ({ date, blackoutStatus: number % 2 === 0 })));
      return { path: `/${operation}?roomId=${roomId}`, body };
    }
    case 'updateCalendarMinStay': {
      const body = JSON.stringify(dates.map((date) => ({ date, minStay: number % 100 })));
      return { path: `/${operation}?roomId=${roomId}&ratePlanId=${ratePlanId}`, body };
    }
    case 'updateCalendarMaxStay': {
      const body = JSON.stringify(dates.map((date) => ({ date, maxStay: number % 100 })));
      return { path: `/${operation}?roomId=${roomId}&ratePlanId=${ratePlanId}`, body };
    }
    case 'getRoomResponseConnectivity':
    case 'roomEditChannelManager':
      return { path: `/${operation}`, body: JSON.stringify({ id: roomId, qty: number, maxGuests: 2 }) };
  }
}
