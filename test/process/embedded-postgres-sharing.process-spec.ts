import { join } from 'node:path';
import {
  answers,
  connected,
  ended,
  kill,
  remember,
  remembers,
  useEmbeddedPostgres,
} from './embedded-postgres.fixture';

describe('the embedded PostgreSQL of several applications', () => {
  const fixture = useEmbeddedPostgres();

  it('Applications that start at the same time share one server', async () => {
    await (await fixture.start()).stop();

    const all = await Promise.all([1, 2, 3, 4].map(() => fixture.start()));

    expect(new Set(all.map(({ url }) => url)).size).toBe(1);
    expect(await answers(all[0]?.url ?? '')).toBe(true);
  });

  it('Applications that start for the first time at the same time share one server', async () => {
    fixture.data = join(fixture.folder, 'together');
    const [one, two, three] = await Promise.all([
      fixture.start(),
      fixture.startApplication(),
      fixture.start(),
    ]);

    expect(two.url).toBe(one.url);
    expect(three.url).toBe(one.url);
    expect(await answers(one.url)).toBe(true);
  });

  it('The server runs while another application uses it, and the last one stops it', async () => {
    const application = await fixture.startApplication();
    const here = await fixture.start();

    await here.stop();
    expect(await answers(application.url)).toBe(true);

    const last = await fixture.start();
    kill(application.process);
    await ended(application.process);
    await last.stop();
    expect(await answers(last.url)).toBe(false);
  });

  it('The server runs while any other client is connected', async () => {
    const database = await fixture.start();
    const client = await connected(database.url);

    await database.stop();

    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await client.end();
  });

  it('A connection that its application has just closed does not keep the server running', async () => {
    const database = await fixture.start();
    const client = await connected(database.url);
    // The server needs a while to clean up after this session.
    await client.query(
      `DO 'BEGIN FOR i IN 1..50 LOOP EXECUTE ''CREATE TEMP TABLE t'' || i || ''()''; END LOOP; END'`,
    );
    void client.end();

    await database.stop();

    expect(await answers(database.url)).toBe(false);
  });

  it('The first application stops the server if all leave at the same time', async () => {
    const lines: string[] = [];
    const all = await Promise.all([1, 2, 3].map(() => fixture.start({ log: (line) => lines.push(line) })));

    await Promise.all(all.map((database) => database.stop()));

    expect(await answers(all[0]?.url ?? '')).toBe(false);
    expect(lines.filter((line) => line.includes('keeps running'))).toEqual([]);
  });

  it('The server can be started while it is being stopped', async () => {
    const first = await fixture.start();
    await remember(first.url);

    const [second] = await Promise.all([fixture.start(), first.stop()]);

    expect(await remembers(second.url)).toBe(true);
  });
});
