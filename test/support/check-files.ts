import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { unknownFiles } from './unknown-files';

/** `npm run check:files`: prints each source file that a document names but that does not exist, and exits with 1 for any. */
const documents = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];
const sources = ['src', 'test', 'web', 'deploy'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
);
const files = [...readdirSync('.'), ...sources];
const unknown = documents.flatMap((file) => unknownFiles(file, files).map((found) => `${file}:${found}`));
for (const name of unknown) console.error(name);
if (unknown.length > 0) process.exitCode = 1;
