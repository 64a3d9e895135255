import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { LinkedPlan } from '../../../src/calendar/calendar-plan';
import type { CalendarDate } from '../../../src/platform/dates/calendar-date';
import type { JournaledCall, PushPayload } from '../../../src/push/journal/journaled-call';
import { LAST_KEY, receivedAt } from '../../../src/push/journal/request-id';
import { FailedCallRepository } from '../../../src/push/late-arrivals/failed-call.repository';
import { NewerWritesRepository } from '../../../src/push/late-arrivals/newer-writes.repository';
import type { Push } from '../../../src/push/push';
import { itUnlessOnCitus } from '../../support/it-unless-on-citus';
import { TestService } from '../../support/service';

const DATES = ['2026-12-07' as CalendarDate];
const SENT: PushPayload = { dates: DATES, numbers: [90] };
const ENTRIES = 20_000;
/** More than enough for a few searches by an index, and much less than the journal has. */
const FEW = 1_000;

const itOnOneServer = itUnlessOnCitus('its coordinator does not count what its workers read');

describe('the search for newer changes in a large journal', () => {
  let service: TestService;
  let room: string;
  let plan: string;
  let derived: string[];
  /** The request id of the first attempt. */
  let first: string;
  beforeAll(async () => {
    service = await TestService.start();
    room = await service.records.room();
    plan = await service.records.ratePlan(room);
    derived = [];
    for (let n = 0; n < 10; n++) derived.push(await service.records.ratePlan(room, plan));
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    const answer = await service.pushPrices(room, plan, [{ date: DATES[0], price: 90 }]);
    first = answer.headers.get('x-request-id') ?? '';
  });
  afterEach(async () => {
    await service.dataSource.query('TRUNCATE journal_entry, failed_call');
    await service.dataSource.query('ALTER TABLE journal_entry ALTER COLUMN operation RESET (n_distinct)');
  });

  /** Copies the first entry: with other rooms and plans, or with the same. All copies are newer. */
  const copyEntry = async (to: 'otherRooms' | 'sameRoom') => {
    const { dataSource } = service;
    await dataSource.query(
      `INSERT INTO journal_entry
       SELECT copy.* FROM journal_entry AS entry, unnest($2::uuid[]) WITH ORDINALITY AS newer (id, n),
              jsonb_populate_record(NULL::journal_entry, to_jsonb(entry) || jsonb_build_object('id', newer.id) ||
                CASE WHEN $3 THEN jsonb_build_object('room_id', -n, 'rate_plan_id', -n) ELSE '{}' END) AS copy
        WHERE entry.id = $1`,
      [first, Array.from({ length: ENTRIES }, () => uuidv7()), to === 'otherRooms'],
    );
    // In a large journal, the statistics may know nothing but pushes of one operation.
    await dataSource.query('ALTER TABLE journal_entry ALTER COLUMN operation SET (n_distinct = 1)');
    await dataSource.query('ANALYZE journal_entry');
  };
  /** Returns the result of a search, and how many entries it reads. */
  const countReads = <Result>(search: (manager: EntityManager) => Promise<Result>) =>
    service.dataSource.transaction(async (manager) => {
      const result = await search(manager);
      const [rows] = await manager.query<{ read: number }[]>(
        `SELECT (seq_tup_read + idx_tup_fetch)::integer AS read FROM pg_stat_xact_user_tables
          WHERE relname = 'journal_entry'`,
      );
      return { result, read: rows?.read };
    });
  const findNewer = (operation: Push['operation']) =>
    countReads((manager) => {
      const tree = [plan, ...derived].map((id) => ({ id, roomId: room }) as LinkedPlan);
      const push = { operation, roomId: room } as Push;
      return service.app.get(NewerWritesRepository).find(manager, push, tree, DATES, first);
    });

  const failedCalls = () => service.app.get(FailedCallRepository);
  const callToRepeat = async (): Promise<JournaledCall> => {
    const [entry] = await service.dataSource.query<{ tokenId: string }[]>(
      `SELECT token_id AS "tokenId" FROM journal_entry WHERE id = $1`,
      [first],
    );
    const token = entry?.tokenId ? { id: entry.tokenId } : null;
    const operation = 'updateCalendarPrices';
    return { id: LAST_KEY, operation, roomId: room, ratePlanId: plan, token } as JournaledCall;
  };

  itOnOneServer('A repeat of prices reads few entries, also for a wide tree of plans', async () => {
    await copyEntry('otherRooms');
    await service.pushPrices(room, plan, [{ date: DATES[0], price: 110 }]);
    const { result, read } = await findNewer('updateCalendarPrices');
    expect([...result.prices.keys()].sort()).toEqual([plan, ...derived].sort());
    expect(read).toBeLessThan(FEW);
  });

  itOnOneServer('A repeat of rooms left reads few entries', async () => {
    await copyEntry('otherRooms');
    await service.pushInventory(room, [{ date: DATES[0], inventoryNumber: 3 }]);
    const { result, read } = await findNewer('updateCalendarInventory');
    expect([...result.dates]).toEqual(DATES);
    expect(read).toBeLessThan(FEW);
  });

  itOnOneServer(
    'The search for failed attempts reads few entries, also of a room with thousands of equal pushes',
    async () => {
      await copyEntry('sameRoom');
      const { result, read } = await countReads(async (manager) => {
        const failedAt = new Date();
        await failedCalls().record(manager, first, failedAt);
        return failedCalls().find(manager, await callToRepeat(), SENT, [receivedAt(first), failedAt]);
      });
      expect(result.map(({ id }) => id)).toEqual([first]);
      expect(read).toBeLessThan(FEW);
    },
  );

  itOnOneServer('The search for a success reads few entries', async () => {
    await copyEntry('otherRooms');
    const again = await service.pushPrices(room, plan, [{ date: DATES[0], price: 90 }]);
    const call = await callToRepeat();
    const { result, read } = await countReads((manager) =>
      failedCalls().findSuccesses(manager, call, SENT, receivedAt(first)),
    );
    expect(result.map(({ id }) => id)).toContain(again.headers.get('x-request-id'));
    expect(read).toBeLessThan(FEW);
  });
});
