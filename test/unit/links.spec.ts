import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brokenLinks, unknownFiles } from '../support/links';

describe('the check of links in documents', () => {
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'channel-manager-intake-links-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  function broken(text: string): string[] {
    writeFileSync(
      join(folder, 'other.md'),
      '# The `other` one\n\n## Same\n\n## Same\n\n```\n# no heading\n```\n',
    );
    const file = join(folder, 'document.md');
    writeFileSync(file, text);
    return brokenLinks(file);
  }

  it.each(['other.md', './other.md#the-other-one', 'other.md#same-1', '#here', 'https://example.com/none'])(
    'The check accepts a link to %s',
    (target) => {
      expect(broken(`# Here\n\nSee [it](${target}).\n`)).toEqual([]);
    },
  );

  it.each(['none.md', 'other.md#none', 'other.md#same-2', 'other.md#no-heading', '#nowhere'])(
    'The check finds a link to %s, with its line',
    (target) => {
      expect(broken(`# Here\n\nSee [it](${target}).\n`)).toEqual([`3: ${target}`]);
    },
  );

  it('The check finds the link of an image', () => {
    expect(broken('![A picture](none.png)')).toEqual(['1: none.png']);
  });

  it('The check ignores code', () => {
    expect(broken('`[it](none.md)`\n\n```\n[it](none.md)\n```\n')).toEqual([]);
  });

  it('The check finds the name of a source file that the project does not have, with its line', () => {
    const file = join(folder, 'files.md');
    writeFileSync(file, 'See `here.ts`.\n\nSee `a/here.ts`, `b/here.ts`, `gone.sql` and `name.module.ts`.\n');
    expect(unknownFiles(file, ['src/a/here.ts'])).toEqual(['3: b/here.ts', '3: gone.sql']);
  });
});
