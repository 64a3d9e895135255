import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Tests run in processes of their own: what they measured gets to the end of the run in a file. */
const FILE = join(tmpdir(), 'channel-manager-intake-fault-figures.jsonl');

export type Figures = Record<string, string | number>;

/** Notes what the running test has measured. */
export function note(figures: Figures): void {
  const test = expect.getState().currentTestName ?? '';
  appendFileSync(FILE, `${JSON.stringify({ test, figures })}\n`);
}

/** The last of the global set-ups, whose teardown comes first: prints what was noted, a line a test. */
export function teardown(): void {
  if (!existsSync(FILE)) return;
  const lines = readFileSync(FILE, 'utf8').trimEnd().split('\n');
  rmSync(FILE);
  const rows = lines.map((line) => JSON.parse(line) as { test: string; figures: Figures });
  const text = rows.map(({ test, figures }) => {
    const words = Object.entries(figures).map(([name, value]) => `${name}: ${value}`);
    return `| ${test} | ${words.join(', ')} |`;
  });
  console.log(['', '| test | figures |', '| --- | --- |', ...text, ''].join('\n'));
}
