/** Reads what Jest writes with `--json`. */
import { stripVTControlCharacters } from 'node:util';

const MESSAGE_LENGTH = 300;

/** The tests that failed, and the files that failed as a whole. `file` is the source, `place` names the test in it. */
export function failuresOf({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    if (status !== 'failed') return [];
    const file = name.replace(/^.*\/dist-test\/(.*)\.js$/, '$1.ts');
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (tests.length === 0) return [{ file, place: file, message: stripVTControlCharacters(message).trim() }];
    return tests.map(({ ancestorTitles, title, failureMessages }) => {
      const name = [...ancestorTitles, title].join(' > ');
      const text = stripVTControlCharacters(failureMessages.join('\n')).trim();
      return { file, place: `${file} > ${name}`, message: text.replace(name, '').trim() };
    });
  });
}

/** A message on one line, without its stack. */
export function messageOf(message) {
  const [text] = message.split(/\n\s+at /);
  return text.replaceAll(/\s+/g, ' ').slice(0, MESSAGE_LENGTH);
}
