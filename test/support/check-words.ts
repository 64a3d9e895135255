import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { avoidedWords, invertedDocComments } from './words';

/** `npm run check:words`: prints each place with words that the project avoids, and exits with 1 if there is one. */
const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
const isText = (file: string) => /\.(tsx?|[mc]js|css|hbs|md)$/.test(file) && !file.includes('dist');
const isCode = (file: string) => /\.(tsx?|[mc]js)$/.test(file);

const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...filesOf('docs')];
const code = [...filesOf('src'), ...filesOf('web')];
const problems = [
  ...[...documents, ...code].filter(isText).flatMap((file) => found(file, avoidedWords)),
  ...[...code, ...filesOf('test')]
    .filter((file) => isText(file) && isCode(file))
    .flatMap((file) => found(file, invertedDocComments)),
];
for (const problem of problems) console.error(problem);
console.error(`${problems.length} to be written in other words`);
if (problems.length > 0) process.exitCode = 1;

function found(file: string, rule: typeof avoidedWords): string[] {
  return rule(readFileSync(file, 'utf8')).map(({ line, problem }) => `${file}:${line}: ${problem}`);
}
