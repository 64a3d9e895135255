/** Copies into a folder what `docker build` would get: node .ci/build-context.mjs FOLDER. Packages are linked. */
import { cp, symlink } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

/** One line of .dockerignore. Only names and `*` are in use there. */
function readRule(line) {
  const isException = line.startsWith('!');
  const path = (isException ? line.slice(1) : line)
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '[^/]*');
  return { isException, pattern: new RegExp(`^${path}(/|$)`) };
}

const [, , folder] = process.argv;
const lines = readFileSync('.dockerignore', 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const rules = lines.map(readRule);
const isKept = (path) => rules.findLast(({ pattern }) => pattern.test(path))?.isException ?? true;

await cp('.', folder, { recursive: true, filter: (source) => isKept(relative('.', source)) });
await symlink(resolve('node_modules'), join(folder, 'node_modules'));
