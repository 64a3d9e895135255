import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { TestDatabase } from '../support/database';
import { createDatabase } from '../support/database';
import { ServiceProcess } from '../support/service-process';
import { until } from '../support/until';

const run = promisify(execFile);
const TIMEOUT_MS = 180_000;
/** The new operation: a module, and the migration of its column. */
const FIXTURE = 'test/process/min-advance';

/**
 * The lines that a new operation with a new value by date adds to existing files. Each line is inserted before a text of its
 * file.
 */
const LINES: { file: string; before: string; line: string }[] = [
  {
    file: 'src/push/operations.ts',
    before: '} as const satisfies Record<string, PushDeclaration>;',
    line: `updateCalendarMinAdvance: { path: 'updateCalendarMinAdvance', scope: 'push', sets: 'minAdvance', answers: 'sentence', label: 'Minimum advance', isUndoable: true },`,
  },
  {
    file: 'src/calendar/restrictions.ts',
    before: '} as const satisfies Record<string, RestrictionDeclaration>;',
    line: `minAdvance: { letter: 'v', column: 'min_advance', values: NIGHTS },`,
  },
  // The API declares the value twice: for a day, and for the days of a page.
  {
    file: 'src/calendar/restrictions.dto.ts',
    before: '  /** The maximum nights of a stay that begins on this date */',
    line: `/** The minimum days from a booking to the arrival */ @Property(NIGHTS) minAdvance?: number;`,
  },
  {
    file: 'src/administration/calendar/calendar-page.dto.ts',
    before: '  @Property(NIGHTS) maxStay?: (number | null)[];',
    line: `@Property(NIGHTS) minAdvance?: (number | null)[];`,
  },
  {
    file: 'src/app.module.ts',
    before: '/** The whole service. */',
    line: `import { MinAdvanceModule } from './min-advance/min-advance.module';`,
  },
  { file: 'src/app.module.ts', before: '        AdmissionModule,\n', line: 'MinAdvanceModule,' },
];

/** Copies the sources with the new operation to a folder, and compiles them with all checks of types. */
async function buildWithOperation(folder: string): Promise<void> {
  for (const path of [
    'src',
    'ormconfig.ts',
    'nest-cli.json',
    'package.json',
    'tsconfig.json',
    'tsconfig.build.json',
  ])
    await cp(path, join(folder, path), { recursive: true });
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  await mkdir(join(folder, 'src/min-advance'));
  const add = (from: string, to: string) => cp(join(FIXTURE, `${from}.txt`), join(folder, to, from));
  await add('min-advance.module.ts', 'src/min-advance');
  await add('1790000900000-min-advance.ts', 'src/platform/database/migrations');
  for (const { file, before, line } of LINES) {
    const path = join(folder, file);
    const text = await readFile(path, 'utf8');
    const [head, tail, ...others] = text.split(before);
    if (tail === undefined || others.length > 0) throw new Error(`${file} has "${before}" not once`);
    await writeFile(path, `${head}${line}\n${before}${tail}`);
  }
  const build = ['node_modules/@nestjs/cli/bin/nest.js', 'build'];
  await run(process.execPath, build, { cwd: folder }).catch((error: unknown) => {
    throw new Error(`The operation does not compile:\n${(error as { stdout: string }).stdout}`);
  });
}

describe('a new operation', () => {
  let folder: string;
  let database: TestDatabase;
  let service: ServiceProcess;
  const date = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'channel-manager-intake-operation-'));
    await buildWithOperation(folder);
    database = await createDatabase({ migrated: false });
    service = await ServiceProcess.start({ DATABASE_URL: database.url }, [], folder);
    await admin('POST', '/rooms', { id: '1', name: 'Double', propertyName: 'Hotel Bar' });
    await admin('POST', '/rooms/1/ratePlans', { id: '12', name: 'Flexible', currency: 'EUR' });
    const derivation = { from: '12', steps: [{ percent: '-10' }] };
    await admin('POST', '/rooms/1/ratePlans', { id: '13', name: 'Saver', derivation });
  }, TIMEOUT_MS);
  afterAll(async () => {
    await service.terminate();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  async function admin<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await service.call(`/admin${path}`, { method, body: body && JSON.stringify(body) });
    expect(answer.ok ? '' : await answer.text()).toBe('');
    return (await answer.json()) as T;
  }
  const send = (path: string, minAdvance: number) =>
    service.call(`${path}updateCalendarMinAdvance?roomId=1&ratePlanId=12`, {
      method: 'POST',
      body: JSON.stringify([{ date, minAdvance }]),
    });
  const push = async (minAdvance: number) => {
    const answer = await send('/', minAdvance);
    expect([answer.status, await answer.text()]).toEqual([200, 'Min advance is successfully updated']);
    return answer.headers.get('x-request-id') ?? '';
  };
  const inCalendar = async (at = '') => {
    const query = `from=${date}&to=${date}${at && `&at=${at}`}`;
    const { days } = await admin<{ days: { prices: object[] }[] }>('GET', `/rooms/1/calendar?${query}`);
    return days.flatMap(({ prices }) => prices);
  };
  const cells = (minAdvance: number) =>
    ['12', '13'].map((ratePlanId) => ({ ratePlanId, price: null, restrictions: { minAdvance } }));

  it('A push sets the value of a plan and of the plans that inherit it, and an undo takes it back', async () => {
    const first = await push(3);
    const second = await push(5);
    expect(await inCalendar()).toEqual(cells(5));
    const { appliedAt } = await admin<{ appliedAt: string }>('GET', `/journal/${first}`);
    expect(await inCalendar(appliedAt)).toEqual(cells(3));
    const undone = await admin<{ state: string; records: object[] }>('POST', `/journal/${second}/undo`, {});
    expect(undone).toMatchObject({ state: 'done', records: [{ field: 'minAdvance', from: 5, to: 3 }] });
    expect(await inCalendar()).toEqual(cells(3));
  });

  it('The journal, the receipt, the dry run, the feed, the metrics and the API have the operation', async () => {
    const id = await push(4);
    const operation = 'updateCalendarMinAdvance';
    const records = [{ date, value: '4', verdict: 'applied' }];
    expect(await admin('GET', `/journal/${id}`)).toMatchObject({ operation, records });
    const { items } = await admin<{ items: object[] }>('GET', `/journal?operation=${operation}&limit=1`);
    expect(items).toMatchObject([{ requestId: id }]);
    expect(await (await service.call(`/receipts/${id}`)).json()).toMatchObject({ operation, records });
    expect(await (await send('/dryRun/', 9)).json()).toMatchObject({ operation, outcome: 'applied' });
    // The feed waits for all transactions of its server, including those in other files' databases.
    await until(async () => (await (await service.call('/changes?limit=1000')).text()).includes(id));
    expect(await (await service.call('/metrics')).text()).toContain(`operation="${operation}"`);
    expect(await (await service.call('/docs-json')).text()).toContain(`"/${operation}"`);
  });
});
