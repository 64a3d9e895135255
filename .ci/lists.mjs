/** The stages of .ci/run and .ci/full. `commands` run beside each other, `tests` is a command of Jest. */
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const context = join(tmpdir(), 'context');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const checks = Object.keys(scripts).filter((name) => name.startsWith('check:'));
const jest = (folder) => `node node_modules/jest/bin/jest.js --config test/${folder}/jest.config.mjs`;
/** The condition of the tests on Citus: the PostgreSQL in CITUS_BIN has it. */
const HAS_CITUS = '[ -e "$("${CITUS_BIN:-/usr/lib/postgresql/15/bin}/pg_config" --pkglibdir)/citus.so" ]';
/** A script that installs Citus into PostgreSQL 15. Without it, the tests on Citus are skipped, and say so. */
const BUILD_CITUS = process.env.CITUS_BUILD ?? '../shared/citus/build.sh';
const PROCESSES = ['start.process', 'postgres-crashes'];
/**
 * Days on which date arithmetic can fail, as MM-DD hh:mm in UTC. 29 January has no counterpart in the February of a
 * common year. 29 March is in the week of the change to summer time. 31 December at 23:58 is the end of a year.
 */
const OTHER_DAYS = ['01-29 10:00', '03-29 10:00', '12-31 23:58'];
const NOW = new Date().toISOString();
/**
 * Leaves out the test that needs PostgreSQL to end a deadlock. PostgreSQL ends none under `faketime`, because the
 * handlers of its timers see the real time.
 */
const NO_DEADLOCKS = '"^(?!.*after a deadlock)"';
/** Swagger UI takes most of the time of these tests, so every change goes without them, and other days without the longest. */
const SWAGGER_UI = 'browser/docs';
const LONGEST_OF_SWAGGER_UI = 'browser/docs-held-prices';
/** These take 3 to 6 minutes each. With the other faults, they would take longer than a command may. */
const LONG_FAULTS = ['fuzzing', 'instances.fault', 'prepared-statements'];
const programs = ['ps=procps', 'curl=curl'];
if (!process.env.CHROME_PATH)
  programs.push('"chromium|chromium-browser|google-chrome|google-chrome-stable=chromium"');

/** The stages of a day. The next one with this date is used. */
function onDay(day) {
  const [year, rest] = [Number(NOW.slice(0, 4)), NOW.slice(5)];
  const moment = `${day.replace(' ', 'T') > rest ? year : year + 1}-${day}`;
  const shifted = (tests) => `faketime --exclude-monotonic '${moment}' ${tests}`;
  return [
    { name: `as of ${moment}`, tests: shifted('npm test --'), files: ['-t', NO_DEADLOCKS] },
    {
      name: `browser as of ${moment}`,
      tests: shifted(jest('browser')),
      files: ['--testPathIgnorePatterns', LONGEST_OF_SWAGGER_UI],
    },
  ];
}

export const lists = {
  run: [
    { name: 'installation', commands: ['npm ci', `.ci/install ${programs.join(' ')}`], isNeeded: true },
    {
      name: 'build',
      commands: ['npm run build', 'node test/support/compile.mjs', `node .ci/build-context.mjs ${context}`],
      isNeeded: true,
    },
    // On what `docker compose run test` would have: a file that .dockerignore hides is missed here as well.
    { name: 'npm test', tests: 'npm test --', folder: context },
    { name: 'checks', commands: checks.map((name) => `npm run --silent ${name}`), atOnce: 2 },
    { name: 'processes', tests: jest('process'), files: PROCESSES },
    { name: 'browser', tests: jest('browser'), files: ['--testPathIgnorePatterns', SWAGGER_UI] },
    { name: 'faults', tests: jest('fault'), files: ['essentials'] },
  ],
  full: [
    {
      name: 'programs',
      commands: [
        `.ci/install promtool=prometheus pgbouncer=pgbouncer caddy=caddy xmllint=libxml2-utils faketime=faketime && (${HAS_CITUS} || ! [ -x ${BUILD_CITUS} ] || ${BUILD_CITUS})`,
      ],
      isNeeded: true,
    },
    { name: 'properties', tests: 'npm test --', files: ['property'], env: { FORESTS: '40', STEPS: '240' } },
    ...OTHER_DAYS.flatMap(onDay),
    { name: 'other processes', tests: jest('process'), files: ['--testPathIgnorePatterns', ...PROCESSES] },
    { name: 'Swagger UI', tests: jest('browser'), files: [SWAGGER_UI] },
    { name: 'Citus', tests: 'npm run --silent test:citus --' },
    // Without Citus, on the tables as deploy/citus.sql leaves them, where no cascade helps.
    {
      name: 'tables of a cluster',
      tests: `${HAS_CITUS} || npm run test:e2e --`,
      files: [
        'deletion',
        'rooms.admin',
        'rate-plans.admin',
        'derivations.admin',
        'held-price',
        'e2e/pricing',
        'e2e/inventory',
      ],
      env: { TEST_LAYOUT: 'citus' },
    },
    {
      name: 'faults',
      tests: jest('fault'),
      files: ['--testPathIgnorePatterns', 'essentials', ...LONG_FAULTS],
    },
    { name: 'long faults', tests: jest('fault'), files: LONG_FAULTS },
  ],
};
