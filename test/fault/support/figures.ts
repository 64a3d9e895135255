import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Tests run in processes of their own: what they measured gets to the end of the run in a file, named here. */
const FIGURES_FILE = 'FIGURES_FILE';

export type Figures = Record<string, string | number>;

export function setup(): void {
  const file = join(mkdtempSync(join(tmpdir(), 'channel-manager-intake-figures-')), 'figures.jsonl');
  writeFileSync(file, '');
  process.env[FIGURES_FILE] = file;
}

/** Notes what the running test has measured. */
export function note(figures: Figures): void {
  const test = expect.getState().currentTestName ?? '';
  appendFileSync(fileOfRun(), `${JSON.stringify({ test, figures })}\n`);
}

/** The last of the global set-ups, whose teardown comes first: prints what was noted, a line a test. */
export function teardown(): void {
  const lines = readFileSync(fileOfRun(), 'utf8').split('\n').filter(Boolean);
  rmSync(dirname(fileOfRun()), { recursive: true });
  if (lines.length === 0) return;
  const rows = lines.map((line) => JSON.parse(line) as { test: string; figures: Figures });
  const text = rows.map(({ test, figures }) => {
    const words = Object.entries(figures).map(([name, value]) => `${name}: ${value}`);
    return `| ${test} | ${words.join(', ')} |`;
  });
  console.log(['', '| test | figures |', '| --- | --- |', ...text, ''].join('\n'));
}

function fileOfRun(): string {
  const file = process.env[FIGURES_FILE];
  if (!file) throw new Error(`${FIGURES_FILE} is not set: run the tests with \`npm run test:fault\``);
  return file;
}
