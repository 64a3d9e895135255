import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { brokenLinks, unknownFiles } from './links';

/** `npm run check:links`: prints each broken link and each unknown source file in the documents, and exits with 1 for any. */
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
const broken = documents.flatMap((file) =>
  [...brokenLinks(file), ...unknownFiles(file, files)].map((found) => `${file}:${found}`),
);
for (const link of broken) console.error(link);
if (broken.length > 0) process.exitCode = 1;
