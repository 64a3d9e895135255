import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brokenLinks } from '../support/links';

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
    'accepts a link to %s',
    (target) => {
      expect(broken(`# Here\n\nSee [it](${target}).\n`)).toEqual([]);
    },
  );

  it.each(['none.md', 'other.md#none', 'other.md#same-2', 'other.md#no-heading', '#nowhere'])(
    'finds a link to %s, with its line',
    (target) => {
      expect(broken(`# Here\n\nSee [it](${target}).\n`)).toEqual([`3: ${target}`]);
    },
  );

  it('finds the link of an image', () => {
    expect(broken('![A picture](none.png)')).toEqual(['1: none.png']);
  });

  it('ignores what is code', () => {
    expect(broken('`[it](none.md)`\n\n```\n[it](none.md)\n```\n')).toEqual([]);
  });
});
