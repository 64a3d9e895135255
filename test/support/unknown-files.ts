import { readFileSync } from 'node:fs';

const FENCED = /^( *)(```|~~~)[^]*?^\1\2 *$/gm;
const SOURCE_FILE = /`([\w./-]+\.(?:tsx?|sql))`/g;

/**
 * Finds the source files that a document names, but that the project does not have. `name` is a placeholder for any name.
 * @param files all paths of the project
 * @returns `line: name` of each
 */
export function unknownFiles(file: string, files: readonly string[]): string[] {
  // The lines of fenced code stay, so that the numbers of later lines are right.
  const text = readFileSync(file, 'utf8').replace(FENCED, (code) => code.replace(/[^\n]/g, ' '));
  return [...text.matchAll(SOURCE_FILE)]
    .filter(({ 1: name = '' }) => !/\bname[-.]/.test(name))
    .filter(({ 1: name = '' }) => !files.some((path) => `/${path}`.endsWith(`/${name}`)))
    .map(({ 1: name, index }) => `${text.slice(0, index).split('\n').length}: ${name}`);
}
