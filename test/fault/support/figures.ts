import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The variable that names the file with the measurements until the end of the run. */
const FIGURES_FILE = 'FIGURES_FILE';

export type Figures = Record<string, string | number>;

/** Creates the file before the tests run. */
export function createFiguresFile(): void {
  const file = join(mkdtempSync(join(tmpdir(), 'channel-manager-intake-figures-')), 'figures.jsonl');
  writeFileSync(file, '');
  process.env[FIGURES_FILE] = file;
}

/** Records measurements of the running test. */
export function note(figures: Figures): void {
  const test = expect.getState().currentTestName ?? '';
  appendFileSync(fileOfRun(), `${JSON.stringify({ test, figures })}\n`);
}

/** Prints the recorded measurements, one line for each test. */
export function printFigures(): void {
  const lines = readFileSync(fileOfRun(), 'utf8').split('\n').filter(Boolean);
  rmSync(dirname(fileOfRun()), { recursive: true });
  if (lines.length === 0) return;
  const rows = lines.map((line) => JSON.parse(line) as { test: string; figures: Figures });
  const text = rows.map(({ test, figures }) => {
    const words = Object.entries(figures).map(([name, value]) => `${name}: ${value}`);
    return `| ${test} | ${words.join(', ')} |`;
  });
  // Synchronous: Jest would print logged text after the counts of tests, which must come last.
  writeSync(1, ['', '| test | figures |', '| --- | --- |', ...text, '', ''].join('\n'));
}

function fileOfRun(): string {
  const file = process.env[FIGURES_FILE];
  if (!file) throw new Error(`${FIGURES_FILE} is not set: run the tests with \`npm run test:fault\``);
  return file;
}
