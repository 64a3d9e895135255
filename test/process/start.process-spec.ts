import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Agent, get } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { createDatabase } from '../support/database';
import { ServiceProcess, TOKEN } from '../support/service-process';
import { START_ARGUMENTS } from '../support/start-command';
import { until } from '../support/until';

const run = promisify(execFile);

/** The built service as a process of its own, as `npm start` leaves it running. */
describe('the first start', () => {
  let dataDirectory: string;
  let service: ServiceProcess;
  let greeting: string;

  beforeAll(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), 'channel-manager-intake-start-'));
    await chmod(dataDirectory, 0o755); // as root, PostgreSQL runs as another user
    service = await ServiceProcess.start({ DATA_DIR: dataDirectory, BOOTSTRAP_TOKEN: undefined });
    greeting = await service.hasWritten(/[^]*curl .*\/roomEditChannelManager.*\n/);
  });

  afterAll(async () => {
    await service.terminate();
    await rm(dataDirectory, { recursive: true, force: true });
  });

  const curlLines = () => greeting.split('\n').filter((line) => line.startsWith('curl '));
  const token = () => /Bearer ([\w-]+)/.exec(greeting)?.[1] ?? '';

  it('The start prints three curl lines that work unchanged', async () => {
    expect(curlLines()).toHaveLength(3);
    const answers: string[] = [];
    for (const line of curlLines()) answers.push((await run('sh', ['-c', line])).stdout);
    expect(answers).toEqual(['Inventory is successfully updated', 'Price is successfully updated', 'true']);
  });

  it('The start says after the log where Swagger UI is and how to make a token', async () => {
    const output = await service.output();
    const [log, places] = output.split('The service is ready.');
    expect(log).toContain('Listening at');
    expect(places).toMatch(new RegExp(`^  Swagger UI +${service.url}/docs$`, 'm'));
    expect(places).toMatch(/^ {2}another token +npm run token -- --name/m);
  });

  it('The address without a path shows the calendar page', async () => {
    const answer = await fetch(service.url, { headers: { accept: 'text/html' } });
    expect(await answer.text()).toMatch(/<script type="module" src="assets\/main-\w+\.js">/);
  });

  it.each(['br', 'gzip'])(
    'The files of the page are sent compressed to a browser that accepts %s',
    async (encoding) => {
      const page = await (await fetch(service.url, { headers: { accept: 'text/html' } })).text();
      for (const [file] of page.matchAll(/assets\/main-\w+\.(?:js|css)/g)) {
        const answer = await fetch(`${service.url}/${file}`, { headers: { 'accept-encoding': encoding } });
        expect(answer.headers.get('content-encoding')).toBe(encoding);
        expect(answer.headers.get('vary')).toMatch(/accept-encoding/i);
        expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        expect(await answer.text()).toBe(await readFile(`web/dist/${file}`, 'utf8'));
      }
    },
  );

  it('The service keeps idle connections open longer than any proxy does', async () => {
    const answer = await fetch(`${service.url}/health/live`);
    const [, seconds] = /^timeout=(\d+)$/.exec(answer.headers.get('keep-alive') ?? '') ?? [];
    expect(Number(seconds)).toBeGreaterThan(600);
  });

  it("The README's first push works as pasted, and changes a price", async () => {
    const [, lines = ''] = /```sh\n(TOKEN=[^]*?)```/.exec(await readFile('README.md', 'utf8')) ?? [];
    const pasted = lines.replaceAll('http://localhost:3000', service.url);
    // The days of the demo data are days in UTC, so the day of the push must be one, too.
    const env = { PATH: process.env['PATH'], DATA_DIR: dataDirectory, TZ: 'UTC' };
    const { stdout } = await run('sh', ['-c', pasted], { env });
    expect(stdout).toMatch(/^HTTP\/1.1 200 OK[^]*Price is successfully updated$/);
    const requestId = /(?<=x-request-id: )\S+/.exec(stdout)?.[0] ?? '';
    const entry = await service.call(`/admin/journal/${requestId}`, { token: token() });
    expect(await entry.json()).toMatchObject({ token: 'Ada', received: 1, applied: 1 });
  });

  it('The built service serves the published API file, which the tests compare with the sources', async () => {
    const served = await (await fetch(`${service.url}/docs-json`)).json();
    expect(comparable(served)).toEqual(comparable(JSON.parse(await readFile('docs/openapi.json', 'utf8'))));
  });

  it('A port in use stops the start before it makes a database, and the message names PORT or METRICS_PORT', async () => {
    const unused = join(dataDirectory, 'unused');
    const second = (name: string) =>
      expect(ServiceProcess.start({ DATA_DIR: unused, [name]: String(service.port) })).rejects.toThrow(
        `Port ${service.port} is in use by another program. Set ${name} to another one`,
      );
    await Promise.all([second('PORT'), second('METRICS_PORT')]);
    expect(existsSync(unused)).toBe(false);
  });

  it('The start warns of a misspelt setting if one is missing', async () => {
    const start = ServiceProcess.start({
      DATABASE_ULR: 'postgresql://elsewhere',
      PORT: String(service.port),
    });
    await expect(start).rejects.toThrow(
      'DATABASE_ULR is not a setting and is ignored. Did you mean DATABASE_URL?',
    );
  });

  it('A start that fails for the database says so in one line, without the password', async () => {
    const start = ServiceProcess.start({ DATABASE_URL: 'postgresql://hotel:secret@127.0.0.1:1/calendar' });
    const line = 'The database "calendar" at 127.0.0.1:1 cannot be used: connect ECONNREFUSED 127.0.0.1:1.';
    await expect(start).rejects.toThrow(new RegExp(`wrote.*:\n${line} Check DATABASE_URL.*\n$`));
  });

  it('A first start on a read-only database says so in one line', async () => {
    const database = await createDatabase({ migrated: false });
    const { pathname, hostname, port } = new URL(database.url);
    const owner = new Client(database.url);
    await owner.connect();
    await owner.query(`ALTER DATABASE ${pathname.slice(1)} SET default_transaction_read_only = on`);
    await owner.end();
    const start = ServiceProcess.start({ DATABASE_URL: database.url });
    const line = `The database "${pathname.slice(1)}" at ${hostname}:${port} cannot be used: cannot execute .*`;
    await expect(start).rejects.toThrow(new RegExp(`wrote.*:\n${line} must name the primary server.*\n$`));
    await database.drop();
  });

  it('A start on a database in another encoding than UTF-8 says so in one line', async () => {
    const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
    const server = new Client(url.href);
    await server.connect();
    const name = `latin_${randomUUID().replaceAll('-', '')}`;
    await server.query(`CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`);
    url.pathname = `/${name}`;
    try {
      const start = ServiceProcess.start({ DATABASE_URL: url.href });
      const line = `The database "${name}" at ${url.hostname}:${url.port} cannot be used: its encoding is LATIN1, .*`;
      await expect(start).rejects.toThrow(
        new RegExp(`wrote.*:\n${line} Create it with ENCODING 'UTF8' .*\n$`),
      );
    } finally {
      await server.query(`DROP DATABASE ${name}`);
      await server.end();
    }
  });

  it('A .env file that PowerShell has written is read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'channel-manager-intake-env-'));
    const settings = '\uFEFFDATABASE_URL=postgresql://hotel:secret@127.0.0.1:1/calendar\r\n';
    await writeFile(join(folder, '.env'), settings, 'utf16le');
    const command = run(process.execPath, [resolve('dist/src/cli/migrate.js')], {
      cwd: folder,
      env: { PATH: process.env['PATH'] },
    });
    await expect(command).rejects.toMatchObject({
      stderr: expect.stringContaining('The database "calendar" at 127.0.0.1:1 cannot be used') as string,
    });
    await rm(folder, { recursive: true });
  });

  it('A Node.js that is too old ends with a sentence', async () => {
    const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } });`;
    const start = (program: string) =>
      expect(
        run(process.execPath, ['-e', `${old} require('./dist/src/${program}.js')`]),
      ).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(
          /^This service needs Node.js 20.19, 22.13, 24.11 or newer, .*\n$/,
        ) as string,
      });
    await Promise.all(['main', 'cli/token', 'cli/seed', 'cli/migrate'].map(start));
  });

  it('The demo data has derived prices that agree with their rules', async () => {
    const [, , , port] = (await readFile(join(dataDirectory, 'postgres/postmaster.pid'), 'utf8')).split('\n');
    const password = await readFile(join(dataDirectory, 'postgres/password'), 'utf8');
    const database = new Client(`postgresql://channel_manager:${password}@127.0.0.1:${port}/channel_manager`);
    await database.connect();
    const { rows } = await database.query<{ dates: string; rooms: string; wrong: string }>(
      `SELECT count(DISTINCT p12.date) AS dates, (SELECT count(*) FROM room) AS rooms, count(*) FILTER (WHERE
                p13.price IS DISTINCT FROM round(p12.price * 0.9 + 5, 2)
             OR p14.price IS DISTINCT FROM floor(p13.price * 0.875 / 0.5) * 0.5
             OR p21.price IS DISTINCT FROM round(p12.price * 1.8, 2)) AS wrong
         FROM rate_room_availability p12
         LEFT JOIN rate_room_availability p13 ON p13.rate_plan_id = 13 AND p13.date = p12.date
         LEFT JOIN rate_room_availability p14 ON p14.rate_plan_id = 14 AND p14.date = p12.date
         LEFT JOIN rate_room_availability p21 ON p21.rate_plan_id = 21 AND p21.date = p12.date
        WHERE p12.rate_plan_id = 12`,
    );
    await database.end();
    expect(rows).toEqual([{ dates: '60', rooms: '3', wrong: '0' }]);
  });

  it('The log has the request id, the outcome and no token', async () => {
    const answer = await fetch(`${service.url}/updateCalendarInventory?roomId=1&access_token=${token()}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token()}`, 'content-type': 'application/json' },
      body: JSON.stringify([{ date: 'a date of no calendar', guest: 'Miss Marple' }]),
    });
    const requestId = answer.headers.get('x-request-id') ?? '';
    const line = await service.hasWritten(lineOf('Call', requestId));
    expect(JSON.parse(line)).toMatchObject({ roomId: '1', outcome: 'refused', token: 'first start' });
    const refusal = await service.hasWritten(lineOf('AllExceptionsFilter', requestId));
    expect(JSON.parse(refusal)).toMatchObject({ status: 400, wrongFields: 1 });
    const output = await service.output();
    expect(output.slice(greeting.length)).not.toContain(token());
    expect(output).not.toContain('Miss Marple');
  });

  it('The log line of a push counts its records, and that of a room edit names the room', async () => {
    const send = async (path: string, body: unknown) => {
      const answer = await service.call(path, { method: 'POST', body: JSON.stringify(body), token: token() });
      const requestId = answer.headers.get('x-request-id') ?? '';
      const line = await service.hasWritten(lineOf('Call', requestId));
      return JSON.parse(line) as unknown;
    };
    const records = [new Date().toISOString(), '1999-12-31'].map((date) => ({ date, inventoryNumber: 77 }));
    const counts = { received: 2, applied: 1, unchanged: 0, skipped: 1 };
    expect(await send('/updateCalendarInventory?roomId=1', records)).toMatchObject({
      roomId: '1',
      ...counts,
    });
    const roomEdit = { id: 1, qty: 5, maxGuests: 3, maxAdults: 2, maxChildren: 1 };
    const line = await send('/roomEditChannelManager', roomEdit);
    expect(line).toMatchObject({ roomId: '1', outcome: 'applied' });
  });

  it('The log has only fields that docs/operations.md explains', async () => {
    const [, section = ''] =
      /^## Logs\n([^]*?)^## /m.exec(await readFile('docs/operations.md', 'utf8')) ?? [];
    const rows = section.match(/^\| `.*?\|/gm) ?? [];
    const explained = rows.flatMap((row) => [...row.matchAll(/`(\w+)`/g)].map(([, field = '']) => field));
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    for (const number of [3, 'three'])
      await fetch(`${service.url}/updateCalendarInventory?roomId=1`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token()}`, 'content-type': 'application/json', traceparent },
        body: JSON.stringify([{ date: '1999-12-31', inventoryNumber: number }]),
      });
    await service.hasWritten(/"msg":"POST \/updateCalendarInventory 400".*"traceparent"/);
    await service.hasWritten(/"msg":"Mail written to the log/);
    const lines = (await service.output()).split('\n').filter((line) => line.startsWith('{'));
    const written = lines.flatMap((line) => Object.keys(JSON.parse(line) as object));
    expect(written).toEqual(expect.arrayContaining(['traceparent', 'superseded', 'wrongFields', 'subject']));
    expect(explained).toEqual(expect.arrayContaining(written));
  });

  it('The log is the same in the image, which has no source maps', async () => {
    const [, command] = /^CMD (\[.*\])$/m.exec(await readFile('Dockerfile', 'utf8')) ?? [];
    const [program, ...words] = JSON.parse(command ?? '[]') as string[];
    expect([program, ...words.slice(0, -1), resolve(words.at(-1) ?? '')]).toEqual([
      'node',
      ...START_ARGUMENTS.filter((word) => word !== '--enable-source-maps'),
    ]);
  });

  it('The command line makes another token while the service runs, and the token is valid at once', async () => {
    const command = ['dist/src/cli/token.js', '--name', 'from the command line', '--scope', 'push'];
    const { stdout } = await run(process.execPath, command, {
      env: { PATH: process.env['PATH'], DATA_DIR: dataDirectory },
    });
    const made = /^[\w-]{43}$/m.exec(stdout)?.[0] ?? '';
    const answer = await fetch(`${service.url}/updateCalendarInventory?roomId=1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${made}` },
    });
    expect(await answer.text()).toBe('inventory is received as empty list 1');
  });

  it('The command line limits a token, and the journal says so', async () => {
    const limits = ['--property', 'Hotel Bar', '--property', 'Annex', '--expires', '2099-12-31T00:00:00Z'];
    const command = ['dist/src/cli/token.js', '--name', 'limited', '--scope', 'push', ...limits];
    await run(process.execPath, command, { env: { PATH: process.env['PATH'], DATA_DIR: dataDirectory } });
    const path = '/admin/journal?operation=createAccessToken&limit=1';
    const { items } = (await (await service.call(path, { token: token() })).json()) as {
      items: { token: null; changes: Record<string, { to: unknown }> }[];
    };
    expect(items).toMatchObject([
      {
        token: null,
        changes: {
          name: { to: 'limited' },
          scopes: { to: ['push'] },
          propertyNames: { to: ['Hotel Bar', 'Annex'] },
          expiresAt: { to: '2099-12-31T00:00:00.000Z' },
          createdBy: { to: 'command line' },
        },
      },
    ]);
  });

  it('The command line leaves the mails to the service when it makes a token', async () => {
    const database = await createDatabase();
    const client = new Client(database.url);
    await client.connect();
    try {
      await client.query(
        `INSERT INTO notification (topic, trigger, occurrences, first_at, last_at, request_ids, due_at, next_attempt_at)
         VALUES ('emptyPriceList 1 1', 'emptyPriceList', 1, now(), now(), '{}', now(), now())`,
      );
      const command = ['dist/src/cli/token.js', '--name', 'A', '--scope', 'read', '--scope', 'metrics'];
      await run(process.execPath, command, {
        env: { PATH: process.env['PATH'], DATABASE_URL: database.url },
      });
      const { rows } = await client.query(`SELECT attempts FROM notification`);
      expect(rows).toEqual([{ attempts: 0 }]);
    } finally {
      await client.end();
      await database.drop();
    }
  });

  it('The command line puts demo data into an empty database only', async () => {
    const database = await createDatabase({ migrated: false });
    const seed = (settings: Record<string, string>) =>
      run(process.execPath, ['dist/src/cli/seed.js'], { env: { PATH: process.env['PATH'], ...settings } });
    const refused = {
      code: 1,
      stderr: expect.stringContaining('only into an empty database') as string,
    };
    try {
      const [{ stdout }] = await Promise.all([
        seed({ DATABASE_URL: database.url }),
        expect(seed({ DATA_DIR: dataDirectory })).rejects.toMatchObject(refused),
      ]);
      expect(stdout).toContain('3 rooms, 5 rate plans, 60 days');
      await expect(seed({ DATABASE_URL: database.url })).rejects.toMatchObject(refused);
      expect(await countPrices(database.url)).toBe(300);
    } finally {
      await database.drop();
    }
  });

  it('The command that makes a token explains a missing or wrong option', async () => {
    const wrong = [
      [],
      ['--name', 'A'],
      ['--name', 'A', '--scope', 'root'],
      ['--name', 'A', '--scope', 'push', '--expires', 'tomorrow'],
    ];
    const explained = wrong.map((words) =>
      expect(run(process.execPath, ['dist/src/cli/token.js', ...words])).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('npm run token --') as string,
      }),
    );
    await Promise.all(explained);
  });

  describe('the end of the service', () => {
    const start = () => ServiceProcess.start({ DATA_DIR: dataDirectory });
    const isStopped = () =>
      expect(readFile(join(dataDirectory, 'postgres/postmaster.pid'))).rejects.toThrow('ENOENT');

    it('A signal stops the service and the database, and answers announce it on connections that callers keep', async () => {
      // The service listens for half a second after the signal. On a busy machine, no call may arrive in this time.
      let isAnnounced = await terminateDuringCalls(service, token());
      for (let attempt = 1; attempt < 5 && !isAnnounced; attempt++)
        isAnnounced = await terminateDuringCalls(await start(), TOKEN);
      expect(isAnnounced).toBe(true);
      await isStopped();
    });

    it('Closing the terminal stops the service and the database', async () => {
      expect(await (await start()).hangUp()).toBe(0);
      await isStopped();
    });

    it('A second Ctrl+C stops the service and the database, even while callers wait', async () => {
      const instance = await start();
      const call = sendHalf(instance.port, TOKEN);
      await instance.call('/health/live'); // the service has the half call when it answers this later call
      const since = performance.now();
      expect(await instance.interruptUntilItEnds()).toBe(0);
      expect(performance.now() - since).toBeLessThan(9_000); // a body has 10 s to come
      call.destroy();
      await isStopped();
    });

    it('A Ctrl+C during the start stops the service and the database', async () => {
      const child = spawn(process.execPath, START_ARGUMENTS, {
        env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: dataDirectory },
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const exited = once(child, 'exit');
      const [output] = (await once(child.stdout, 'data')) as [Buffer];
      child.kill('SIGINT');
      child.stdout.resume();
      expect(await exited).toEqual([0, null]);
      // The signal came when the database was starting, and before the service listened.
      expect(output.toString()).toContain('embedded PostgreSQL');
      expect(output.toString()).not.toContain('Listening at');
      await isStopped();
    });
  });
});

/** An API file in a form that does not depend on the day, the address or the order of parameters. */
function comparable(value: unknown): unknown {
  if (typeof value === 'string')
    return value.replaceAll(/\d{4}-\d\d-\d\d/g, 'DATE').replace(/localhost:\d+/, 'HOST');
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, comparable(inner)]));
  const items = value.map(comparable);
  const nameOf = (item: unknown) =>
    `${(item as { in?: string } | null)?.in} ${(item as { name?: string } | null)?.name}`;
  return items.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)));
}

async function countPrices(url: string): Promise<number> {
  const database = new Client(url);
  await database.connect();
  const { rows } = await database.query<{ prices: number }>(
    `SELECT count(price)::integer AS prices FROM rate_room_availability`,
  );
  await database.end();
  return rows[0]?.prices ?? 0;
}

/** A push of which one half of the body is still to come. */
function sendHalf(port: number, accessToken: string): Socket {
  const call = connect(port, '127.0.0.1');
  call.write('POST /updateCalendarInventory?roomId=1 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n');
  call.write(`Authorization: Bearer ${accessToken}\r\nContent-Type: application/json\r\n\r\n[`);
  return call;
}

/**
 * Stops a service while one call is half sent, and others follow on a kept connection.
 * @returns whether an answer on the kept connection announced the end
 */
async function terminateDuringCalls(service: ServiceProcess, accessToken: string): Promise<boolean> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const answer = async () => {
    const call = get(`${service.url}/health/live`, { agent });
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    await once(response.resume(), 'close'); // its connection is free for the next
    return response.headers.connection;
  };
  const inFlight = sendHalf(service.port, accessToken);
  expect(await answer()).toBe('keep-alive'); // the service has the half call when it answers this later call
  const ended = service.terminate();
  const isAnnounced = await until(async () => (await answer()) === 'close').catch(() => false);
  inFlight.write(']');
  const [last] = (await once(inFlight, 'data')) as [Buffer];
  expect(last.toString()).toMatch(/^connection: close\r$/im);
  expect(await ended).toBe(0);
  agent.destroy();
  return isAnnounced;
}

/** The line of the log that a part of the service has written about a call. */
function lineOf(context: string, requestId: string): RegExp {
  return new RegExp(`.*"context":"${context}".*"requestId":"${requestId}".*`);
}
