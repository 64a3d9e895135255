import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const FENCED = /^( *)(```|~~~)[^]*?^\1\2 *$/gm;
const CODE = /`[^`\n]*`/g;
const LINK = /\[[^\]]*\]\(([^)\s]+)[^)]*\)/g;
const HEADING = /^#{1,6} +(.+?)#* *$/gm;

/** Finds the links in a document to a file or heading of the project that does not exist. @returns `line: target` of each */
export function brokenLinks(file: string): string[] {
  const text = blankOut(blankOut(readFileSync(file, 'utf8'), FENCED), CODE);
  return [...text.matchAll(LINK)]
    .filter(([, target = '']) => !/^[a-z]+:/.test(target) && !leadsSomewhere(file, target))
    .map(({ 1: target, index }) => `${text.slice(0, index).split('\n').length}: ${target}`);
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

/** Keeps the lines and their lengths, so that what is found has its place. */
function blankOut(text: string, pattern: RegExp): string {
  return text.replace(pattern, (found) => found.replace(/[^\n]/g, ' '));
}
