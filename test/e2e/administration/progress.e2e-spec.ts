import { isDeepStrictEqual } from 'node:util';
import { holdRoom } from '../../support/locks';
import { TestService } from '../../support/service';
import { until } from '../../support/until';

const PROGRESS = 'application/x-ndjson';
/** A file that changes one room and makes another one. */
const file = (roomId: string, guests = '3') =>
  `Hotel,Room,Room id,Rooms,Guests\r\n,Held,${roomId},7,${guests}\r\nLake,Single,,4,1\r\n`;

type Line = { done: number; total: number } | { result: object } | { problem: object };

/** An answer that is read line by line. */
class ProgressAnswer {
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  private text = '';

  constructor(readonly answer: Response) {
    this.reader = answer.body!.getReader();
  }

  async next(): Promise<Line | undefined> {
    while (!this.text.includes('\n')) {
      const { done, value } = await this.reader.read();
      if (done) return undefined;
      this.text += new TextDecoder().decode(value);
    }
    const [line = '', ...rest] = this.text.split('\n');
    this.text = rest.join('\n');
    return JSON.parse(line) as Line;
  }

  /** Reads until a line. @returns whether it came before the end */
  async until(expected: object): Promise<boolean> {
    for (let line = await this.next(); line; line = await this.next())
      if (isDeepStrictEqual(line, expected)) return true;
    return false;
  }

  /** Reads to the end. @returns the last line */
  async last(): Promise<Line | undefined> {
    let last: Line | undefined;
    for (let line = await this.next(); line; line = await this.next()) last = line;
    return last;
  }

  leave(): Promise<void> {
    return this.reader.cancel();
  }
}

describe('the progress of long calls', () => {
  let service: TestService;
  let room: string;
  beforeAll(async () => {
    service = await TestService.start();
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    room = await service.records.room();
  });

  const send = (method: string, path: string, type: string, body: string) =>
    fetch(`${service.url}/admin/${path}`, {
      method,
      body,
      headers: { authorization: `Bearer ${service.token}`, 'content-type': type, accept: `${PROGRESS}, */*` },
    });
  const importFile = (csv: string) => send('POST', 'import', 'text/csv', csv);
  const totalRooms = async () => (await service.admin('GET', `/rooms/${room}`)).body['totalRooms'];

  it('A long import is answered with lines that say how much is done, and with the result at the end', async () => {
    const held = service.dataSource.createQueryRunner();
    await held.startTransaction();
    await held.query(`INSERT INTO room (id, name) VALUES (999999, 'Held')`);
    // The first room is changed, and the second one waits for the end of the other transaction.
    const answer = new ProgressAnswer(
      await importFile(`Room,Room id,Rooms\r\nChanged,${room},7\r\nNew,999999,4\r\n`),
    );
    expect(answer.answer.status).toBe(200);
    expect(answer.answer.headers.get('content-type')).toBe(`${PROGRESS}; charset=utf-8`);
    expect(await answer.until({ done: 1, total: 2 })).toBe(true);
    await held.rollbackTransaction();
    await held.release();
    expect(await answer.last()).toMatchObject({
      result: { applied: true, created: 1, changed: 1, lines: [{ line: 2 }, { line: 3 }] },
    });
    expect(await totalRooms()).toBe(7);
  });

  it('A long import with a problem ends with this problem, and imports nothing', async () => {
    const held = await holdRoom(service, room);
    const answer = new ProgressAnswer(await importFile(file(room, 'many')));
    await answer.next();
    await held.release();
    expect(await answer.last()).toMatchObject({
      problem: {
        status: 400,
        detail: 'Nothing was imported: line 2, Guests: must be an integer number',
        requestId: answer.answer.headers.get('x-request-id'),
      },
    });
    expect(await totalRooms()).not.toBe(7);
  });

  it('A long import continues if its caller leaves', async () => {
    const held = await holdRoom(service, room);
    const answer = new ProgressAnswer(await importFile(file(room)));
    await answer.next();
    await answer.leave();
    await held.release();
    await until(async () => (await totalRooms()) === 7);
  });

  it('A long change of rules is answered with lines as well', async () => {
    const base = await service.records.ratePlan(room);
    const derived = await service.records.ratePlan(room, base, { steps: [{ percent: '-10' }] });
    const held = await holdRoom(service, room);
    const change = { ratePlanIds: [derived], derivation: { steps: [{ percent: '-20' }] }, dryRun: false };
    const answer = new ProgressAnswer(
      await send('PATCH', 'ratePlans', 'application/json', JSON.stringify(change)),
    );
    expect(await answer.next()).toEqual({ done: 0, total: 0 });
    await held.release();
    expect(await answer.last()).toMatchObject({
      result: { changed: 1, ratePlans: [{ ratePlanId: derived }] },
    });
  });

  it('A short call has its usual answer, with its own status', async () => {
    const good = await importFile(file(room));
    expect([good.status, good.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(await good.json()).toMatchObject({ applied: true });
    const bad = await importFile('Nonsense');
    expect([bad.status, bad.headers.get('content-type')]).toEqual([
      400,
      'application/problem+json; charset=utf-8',
    ]);
  });
});
