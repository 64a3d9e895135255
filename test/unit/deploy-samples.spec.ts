import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { START_ARGUMENTS } from '../support/start-command';

describe('the sample for systemd', () => {
  it('starts what `npm start` starts', () => {
    const unit = readFileSync('deploy/systemd/channel-manager-intake.service', 'utf8');
    const [program, ...words] = /^ExecStart=(.*)$/m.exec(unit)?.[1]?.split(' ') ?? [];
    expect(program).toBe('/usr/bin/node');
    expect([...words.slice(0, -1), resolve(words.at(-1) ?? '')]).toEqual(START_ARGUMENTS);
  });
});
