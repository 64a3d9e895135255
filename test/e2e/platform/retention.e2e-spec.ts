import { uuidv7 } from 'uuidv7';
import { RetentionJob } from '../../../src/platform/jobs/retention.job';
import { TestService } from '../../support/service';

describe('the deletion of expired records', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start();
  });
  afterAll(() => service.stop());

  const run = () => service.app.get(RetentionJob).wake();
  /** Stores answers that callers did not get, some minutes ago. */
  const addAnswers = (...minutes: number[]) =>
    service.dataSource.query(
      `INSERT INTO failed_call (room_id, entry_id, failed_at)
       SELECT 1, gen_random_uuid(), now() - minutes * interval '1 minute' FROM unnest($1::integer[]) AS minutes`,
      [minutes],
    );
  const countOf = async (table: string) =>
    (await service.dataSource.query<unknown[]>(`SELECT FROM ${table}`)).length;

  it('Failed calls are kept for an hour, and finished undos for 30 days', async () => {
    await addAnswers(58, 62);
    for (const age of ['29 days', '31 days', null])
      await service.dataSource.query(
        `INSERT INTO undo (id, is_dry_run, operations, first_entry_id, last_entry_id, touched_at, finished_at)
         VALUES ($1, false, '{updateCalendarPrices}', $1, $1, now(), now() - $2::interval)`,
        [uuidv7(), age],
      );
    await run();
    expect([await countOf('failed_call'), await countOf('undo')]).toEqual([1, 2]);
  });

  it('A failure to delete records of one kind does not stop the deletion of other kinds', async () => {
    await addAnswers(62);
    await service.dataSource.query(`ALTER TABLE sandbox RENAME TO hidden_sandbox`);
    await run();
    await service.dataSource.query(`ALTER TABLE hidden_sandbox RENAME TO sandbox`);
    expect(await countOf('failed_call')).toBe(1);
  });
});
