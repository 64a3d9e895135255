import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
const words = scripts.start.split(' ');

/** The command with which `npm start` starts node, so that tests and benchmarks run the same program. */
export const START_ARGUMENTS = [
  ...words.filter((word) => word.startsWith('--')),
  resolve(words.at(-1) ?? ''),
];
