import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tokenCommand } from '../../src/administration/demo/token-command';

describe('the printed command for another token', () => {
  let root: string;
  let program: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'channel-manager-intake-root-'));
    program = join(root, 'dist/src');
    mkdirSync(program, { recursive: true });
    writeFileSync(join(root, 'package.json'), '{}');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('The command in a checkout is that of npm', () => {
    writeFileSync(join(root, 'package-lock.json'), '{}');
    expect(tokenCommand(program)).toBe('npm run token --');
  });

  it('The command in the image runs inside the container, because npm outside would use another database', () => {
    expect(tokenCommand(program)).toBe('(inside this container) node dist/src/cli/token.js');
  });
});
