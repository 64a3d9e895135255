import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
const words = scripts.start.split(' ');

/** With what `npm start` starts node once the service is built: what is tested and measured is what runs. */
export const START_ARGUMENTS = [
  ...words.filter((word) => word.startsWith('--')),
  resolve(words.at(-1) ?? ''),
];
