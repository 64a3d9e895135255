import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unknownFiles } from '../support/unknown-files';

describe('the check of the names of files in documents', () => {
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'channel-manager-intake-files-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('The check finds the name of a source file that the project does not have, with its line', () => {
    const file = join(folder, 'files.md');
    const code = '```sh\ncat `fenced.ts`\n```\n\n';
    writeFileSync(
      file,
      `${code}See \`here.ts\`.\n\nSee \`a/here.ts\`, \`b/here.ts\`, \`gone.sql\` and \`name.module.ts\`.\n`,
    );
    expect(unknownFiles(file, ['src/a/here.ts'])).toEqual(['7: b/here.ts', '7: gone.sql']);
  });
});
