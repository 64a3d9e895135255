import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tokenCommand } from '../../src/administration/demo/token-command';

describe('the command that a start prints for another token', () => {
  let root: string;
  let program: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'channel-manager-intake-root-'));
    program = join(root, 'dist/src');
    mkdirSync(program, { recursive: true });
    writeFileSync(join(root, 'package.json'), '{}');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('is that of npm in a checkout', () => {
    writeFileSync(join(root, 'package-lock.json'), '{}');
    expect(tokenCommand(program)).toBe('npm run token --');
  });

  it('runs inside the container in the image, where npm outside would make it in another database', () => {
    expect(tokenCommand(program)).toBe('(inside this container) node dist/src/cli/token.js');
  });
});
