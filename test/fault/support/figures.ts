import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Names the file in which the measurements of the tests wait for the end of the run. */
const FIGURES_FILE = 'FIGURES_FILE';

export type Figures = Record<string, string | number>;

/** Makes the file, before the tests run. */
export function createFiguresFile(): void {
  const file = join(mkdtempSync(join(tmpdir(), 'channel-manager-intake-figures-')), 'figures.jsonl');
  writeFileSync(file, '');
  process.env[FIGURES_FILE] = file;
}

/** Notes what the running test has measured. */
export function note(figures: Figures): void {
  const test = expect.getState().currentTestName ?? '';
  appendFileSync(fileOfRun(), `${JSON.stringify({ test, figures })}\n`);
}

/** Prints what was noted, a line a test. */
export function printFigures(): void {
  const lines = readFileSync(fileOfRun(), 'utf8').split('\n').filter(Boolean);
  rmSync(dirname(fileOfRun()), { recursive: true });
  if (lines.length === 0) return;
  const rows = lines.map((line) => JSON.parse(line) as { test: string; figures: Figures });
  const text = rows.map(({ test, figures }) => {
    const words = Object.entries(figures).map(([name, value]) => `${name}: ${value}`);
    return `| ${test} | ${words.join(', ')} |`;
  });
  // At once: Jest writes what is logged after the counts of tests, which have to come last.
  writeSync(1, ['', '| test | figures |', '| --- | --- |', ...text, '', ''].join('\n'));
}

function fileOfRun(): string {
  const file = process.env[FIGURES_FILE];
  if (!file) throw new Error(`${FIGURES_FILE} is not set: run the tests with \`npm run test:fault\``);
  return file;
}
