import { readFileSync } from 'node:fs';
import { checkedFiles, wordProblems } from './words';

/** `npm run check:words`: prints each place with words that the project avoids, and exits with 1 if there is one. */
const problems = checkedFiles().flatMap((file) =>
  wordProblems(file, readFileSync(file, 'utf8')).map(({ line, problem }) => `${file}:${line}: ${problem}`),
);
for (const problem of problems) console.error(problem);
console.error(`${problems.length} to be written in other words`);
if (problems.length > 0) process.exitCode = 1;
