/** Copies into a folder what `docker build` would get: node .ci/build-context.mjs FOLDER. Packages are linked. */
import dockerignore from '@balena/dockerignore';
import { cp, symlink } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const [, , folder] = process.argv;
const rules = dockerignore().add(readFileSync('.dockerignore', 'utf8'));
const isKept = (path) => path === '' || !rules.ignores(path);

await cp('.', folder, { recursive: true, filter: (source) => isKept(relative('.', source)) });
await symlink(resolve('node_modules'), join(folder, 'node_modules'));
