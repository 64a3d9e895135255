import { connect } from 'node:net';
import type { DataSource } from 'typeorm';
import { notification, restriction } from '../support/channex';
import { openDataSource } from '../support/data-source';
import { Records } from '../support/records';
import { ServiceProcess } from '../support/service-process';
import { availability, control, envelope, securityHeader } from '../support/siteconnect';
import { note } from './support/figures';
import { PostgresProcess } from './support/postgres-process';

const SIZE = 10 * 1024 * 1024;
const ROUNDS = 3;
/** Repeats a text until the message has nearly 10 MiB. */
const fill = (text: string) => text.repeat(Math.floor((SIZE - 8_192) / text.length));

interface Message {
  /** Each sender has a token of its own. */
  token: string;
  path: string;
  body: string;
  /** On a busy machine, a message may also take longer than the service gives it: 408. */
  statuses: number[];
}

describe('the service with a heap of 512 MiB', () => {
  let postgres: PostgresProcess;
  let service: ServiceProcess;
  let dataSource: DataSource;
  let hotel: { code: string; room: string; plan: string };
  let calmRoom: string;
  beforeAll(async () => {
    postgres = await PostgresProcess.start();
    service = await ServiceProcess.start({ DATABASE_URL: postgres.url }, ['--max-old-space-size=512']);
    dataSource = await openDataSource(postgres.url);
    const records = new Records(dataSource);
    const room = await records.room();
    hotel = { code: 'H1', room, plan: await records.ratePlan(room) };
    await dataSource.query(`UPDATE room SET property_code = 'H1' WHERE id = $1`, [room]);
    calmRoom = await records.room('Calm Hotel');
  });
  afterAll(async () => {
    await dataSource.destroy();
    await service.terminate();
    await postgres.stop();
  });

  /** Seven messages of nearly 10 MiB. */
  const messages = (tokens: string[]): Message[] => {
    const xml = (content: string, ...statuses: number[]) => {
      const token = tokens.pop() ?? '';
      const body = envelope(securityHeader(token), availability(hotel.code, content));
      return { token, path: '/siteconnect', body, statuses: [...statuses, 408] };
    };
    const json = (body: string) => {
      return { token: tokens.pop() ?? '', path: '/channex/changes/', body, statuses: [422, 408] };
    };
    const attributes = Array.from({ length: 60 }, (_, index) => ` a${index}=""`).join('');
    const entities = `<!DOCTYPE a [${fill('<!ENTITY a "aaaaaaaaaa">')}]>`;
    const change = restriction({ ...hotel, base: hotel.plan, derived: '' }, '2026-12-24', '2026-12-24', {
      max_stay: -1,
    });
    const [before, after] = JSON.stringify(notification(hotel.code, [change])).split(JSON.stringify(change));
    return [
      xml(fill('<a>'.repeat(50) + '</a>'.repeat(50)), 200),
      xml(fill(`<a${attributes}/>`), 200),
      xml(fill(`<AvailStatusMessage>${control(hotel)}</AvailStatusMessage>`), 200),
      { ...xml('', 400), body: `<?xml version="1.0"?>${entities}${envelope('', '')}` },
      json(fill('[')),
      json(`{"data":[${fill('{"a":"a"},')}{}]}`),
      json(`${before}${fill(`${JSON.stringify(change)},`)}${JSON.stringify(change)}${after}`),
    ];
  };

  it('The service survives eight hostile messages of 10 MiB at once, and pushes of others continue', async () => {
    const idle = await service.memory();
    const over = new AbortController();
    const waits: number[] = [];
    const statuses: number[] = [];
    const memory: number[] = [];
    const pushing = (async () => {
      for (let n = 1; !over.signal.aborted; n++) {
        const start = performance.now();
        const body = JSON.stringify([{ date: '2026-12-24', inventoryNumber: n }]);
        const path = `/updateCalendarInventory?roomId=${calmRoom}`;
        const { status } = await service.call(path, { method: 'POST', body });
        waits.push(performance.now() - start);
        statuses.push(status);
        memory.push(await service.memory());
      }
    })();
    // If the test fails, the service ends before the loop. The failure of the test must be the one that is printed.
    pushing.catch(() => undefined);
    const [slowToken = '', ...tokens] = await Promise.all(Array.from({ length: 8 }, createToken));
    const sent = messages(tokens);
    const slow = connect(service.port, '127.0.0.1').on('error', () => undefined);
    slow.write(
      `POST /siteconnect HTTP/1.1\r\nHost: a\r\nContent-Type: text/xml\r\nContent-Length: ${SIZE}\r\n\r\n` +
        envelope(securityHeader(slowToken), availability(hotel.code, fill('<a/>'))).slice(0, SIZE / 2),
    );
    for (let round = 0; round < ROUNDS; round++) {
      const answers = await Promise.all(sent.map((message) => send(message)));
      for (const [index, status] of answers.entries()) {
        const { statuses: expected = [] } = sent[index] ?? {};
        expect({ index, status, isExpected: expected.includes(status) }).toMatchObject({ isExpected: true });
      }
    }
    over.abort();
    await pushing;
    slow.destroy();
    waits.sort((one, other) => one - other);
    note({
      pushes: waits.length,
      'median in ms': Math.round(waits[waits.length >> 1] ?? NaN),
      'longest in ms': Math.round(waits.at(-1) ?? NaN),
      'memory in MiB': Math.round(Math.max(...memory)),
      'above idle in MiB': Math.round(Math.max(...memory) - idle),
    });
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(waits.at(-1)).toBeLessThan(5_000);
    expect((await service.call('/health/ready')).status).toBe(200);
    const [row] = await dataSource.query<{ cells: number }[]>(
      `SELECT count(*)::integer AS cells FROM rate_room_availability WHERE rate_plan_id = $1`,
      [hotel.plan],
    );
    expect(row?.cells).toBe(0);
  });

  async function createToken(_: unknown, n: number): Promise<string> {
    const body = JSON.stringify({ name: `hostile ${n}`, scopes: ['push'] });
    const answer = await service.call('/admin/accessTokens', { method: 'POST', body });
    return ((await answer.json()) as { token: string }).token;
  }

  async function send({ token, path, body }: Message): Promise<number> {
    const type = path === '/siteconnect' ? 'text/xml' : 'application/json';
    const headers = { 'content-type': type, ...(path !== '/siteconnect' && { 'api-key': token }) };
    const { status } = await fetch(service.url + path, { method: 'POST', body, headers });
    return status;
  }
});
