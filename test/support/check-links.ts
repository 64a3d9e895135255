import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { brokenLinks } from './links';

/** `npm run check:links`: prints each link in the documents that leads nowhere, and then ends with 1. */
const documents = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];
const broken = documents.flatMap((file) => brokenLinks(file).map((link) => `${file}:${link}`));
for (const link of broken) console.error(link);
if (broken.length > 0) process.exitCode = 1;
