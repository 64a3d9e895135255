import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
const words = scripts.start.split(' ');

/**
 * Returns the arguments with which `npm start` starts node, so that tests and benchmarks run the same program.
 * @param project the folder with the built service
 */
export function startArguments(project = '.'): string[] {
  return [...words.filter((word) => word.startsWith('--')), resolve(project, words.at(-1) ?? '')];
}

export const START_ARGUMENTS = startArguments();
