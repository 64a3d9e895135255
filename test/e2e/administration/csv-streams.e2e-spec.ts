import { once } from 'node:events';
import { connect } from 'node:net';
import { JournalAdministrationService } from '../../../src/push/journal/journal-administration.service';
import { TestService } from '../../support/service';
import { until } from '../../support/until';

const ENTRIES = 20_101;
/** Adds `$1` entries of one room: one for each millisecond before `$2`, a time in milliseconds. */
const ADD_ENTRIES = `
  INSERT INTO journal_entry (id, received_at, applied_at, operation, room_id, outcome)
  SELECT (lpad(to_hex($2::bigint - number), 12, '0') || '70008000' || lpad(to_hex(number), 12, '0'))::uuid,
         to_timestamp(($2::bigint - number) / 1000.0), now(), 'updateCalendarPrices', 1, 'applied'
    FROM generate_series(1, $1::integer) AS number`;

describe('lists as CSV streams', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start();
    await add(ENTRIES, Date.parse('2026-11-01'));
  });
  afterAll(() => service.stop());
  afterEach(() => jest.restoreAllMocks());

  const add = (count: number, newest: number) => service.dataSource.query(ADD_ENTRIES, [count, newest]);
  const open = () =>
    fetch(`${service.url}/admin/journal`, {
      headers: { authorization: `Bearer ${service.token}`, accept: 'text/csv' },
    });
  const openRaw = (version: string) => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    const lines = [
      `GET /admin/journal ${version}`,
      'host: localhost',
      `authorization: Bearer ${service.token}`,
    ];
    socket.write([...lines, 'accept: text/csv', '', ''].join('\r\n'));
    return socket;
  };
  const idsOf = (text: string) =>
    text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.slice(-36));
  const transactions = async () => {
    const [row] = await service.dataSource.query<[{ count: number }]>(
      `SELECT count(*)::integer AS count FROM pg_stat_activity
        WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()`,
    );
    return row.count;
  };
  /**
   * Fails every page after the first ones. An export of an earlier test may still be reading, so the pages are counted by
   * their cursors.
   */
  const failAfter = (pages: number) => {
    const journal = service.app.get(JournalAdministrationService);
    const list = journal.list.bind(journal);
    const places = new Map<string | undefined, number>([[undefined, 1]]);
    jest.spyOn(journal, 'list').mockImplementation(async (query) => {
      const place = places.get(query.cursor);
      if (place !== undefined && place > pages) throw new Error('away');
      const page = await list(query);
      if (place !== undefined && page.nextCursor !== null) places.set(page.nextCursor, place + 1);
      return page;
    });
  };

  it('A CSV export has each entry of the journal once, below one line of titles', async () => {
    const text = await (await open()).text();
    expect(text.match(/Request id/g)).toHaveLength(1);
    const ids = idsOf(text);
    expect(ids).toHaveLength(ENTRIES);
    expect(ids).toEqual([...new Set(ids)].sort().reverse());
  });

  it('Journal entries that are added during an export neither repeat nor displace other entries', async () => {
    const answer = await open();
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    const pieces = [(await reader.read()).value ?? ''];
    await add(50, Date.parse('2026-11-02'));
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) pieces.push(piece.value);
    const ids = idsOf(pieces.join(''));
    await service.dataSource.query(
      `DELETE FROM journal_entry WHERE received_at >= '2026-11-01T12:00:00Z' AND room_id = 1`,
    );
    expect(ids).toHaveLength(ENTRIES);
    expect(new Set(ids).size).toBe(ENTRIES);
  });

  it('Callers that do not read their exports hold no connection to the database', async () => {
    const sockets = Array.from({ length: 8 }, () => openRaw('HTTP/1.1'));
    for (const socket of sockets) {
      await once(socket, 'data');
      socket.pause();
    }
    await until(async () => (await transactions()) === 0);
    expect((await service.admin('GET', '/journal?limit=1')).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  it('An export that fails after its first pages does not end like a complete one', async () => {
    failAfter(2);
    await expect(open().then((answer) => answer.text())).rejects.toThrow();
  });

  it('An export over HTTP/1.0, which has no mark of its end, is reset when it fails', async () => {
    failAfter(2);
    const socket = openRaw('HTTP/1.0');
    socket.resume();
    const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNRESET');
  });

  it('A list that fails on its first page is answered with problem details', async () => {
    failAfter(0);
    const answer = await open();
    expect(answer.status).toBe(500);
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  });
});
