// Copies what `docker build` would get into a new folder, and prints its path: what .dockerignore leaves.
import { cp, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

/** One line of .dockerignore. Only names and `*` are in use there. */
function readRule(line) {
  const isException = line.startsWith('!');
  const path = (isException ? line.slice(1) : line)
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '[^/]*');
  return { isException, pattern: new RegExp(`^${path}(/|$)`) };
}

const lines = (await readFile('.dockerignore', 'utf8'))
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const rules = lines.map(readRule);
const isKept = (path) => rules.findLast(({ pattern }) => pattern.test(path))?.isException ?? true;

const folder = await mkdtemp(join(tmpdir(), 'channel-manager-intake-context-'));
await cp('.', folder, { recursive: true, filter: (source) => isKept(relative('.', source)) });
console.log(folder);
