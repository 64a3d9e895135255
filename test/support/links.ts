import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const FENCED = /^( *)(```|~~~)[^]*?^\1\2 *$/gm;
const CODE = /`[^`\n]*`/g;
const SOURCE_FILE = /`([\w./-]+\.(?:tsx?|sql))`/g;
const LINK = /\[[^\]]*\]\(([^)\s]+)[^)]*\)/g;
const HEADING = /^#{1,6} +(.+?)#* *$/gm;

/** Finds links in a document to missing files or headings of the project. @returns `line: target` of each */
export function brokenLinks(file: string): string[] {
  const text = blankOut(blankOut(readFileSync(file, 'utf8'), FENCED), CODE);
  return [...text.matchAll(LINK)]
    .filter(([, target = '']) => !/^[a-z]+:/.test(target) && !leadsSomewhere(file, target))
    .map(({ 1: target, index }) => `${text.slice(0, index).split('\n').length}: ${target}`);
}

/**
 * Finds names of source files in a document that no file of the project has. `name` is a placeholder for any name.
 * @param files all paths of the project
 * @returns `line: name` of each
 */
export function unknownFiles(file: string, files: readonly string[]): string[] {
  const text = blankOut(readFileSync(file, 'utf8'), FENCED);
  return [...text.matchAll(SOURCE_FILE)]
    .filter(({ 1: name = '' }) => !/\bname[-.]/.test(name))
    .filter(({ 1: name = '' }) => !files.some((path) => `/${path}`.endsWith(`/${name}`)))
    .map(({ 1: name, index }) => `${text.slice(0, index).split('\n').length}: ${name}`);
}

function leadsSomewhere(from: string, target: string): boolean {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? from : resolve(dirname(from), path);
  if (!existsSync(file)) return false;
  return anchor === undefined || !file.endsWith('.md') || anchorsOf(file).has(anchor);
}

/** The anchors that GitHub gives the headings of a document. */
function anchorsOf(file: string): Set<string> {
  const anchors = new Set<string>();
  const counts = new Map<string, number>();
  for (const [, title = ''] of blankOut(readFileSync(file, 'utf8'), FENCED).matchAll(HEADING)) {
    const text = title
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .trim()
      .toLowerCase();
    const slug = text.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-');
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    anchors.add(count === 0 ? slug : `${slug}-${count}`);
  }
  return anchors;
}

/** Keeps the lines and their lengths, so that the positions of matches stay right. */
function blankOut(text: string, pattern: RegExp): string {
  return text.replace(pattern, (found) => found.replace(/[^\n]/g, ' '));
}
