import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { START_ARGUMENTS } from '../support/start-command';

describe('the sample for systemd', () => {
  it('The sample for systemd starts what `npm start` starts', () => {
    const unit = readFileSync('deploy/systemd/channel-manager-intake.service', 'utf8');
    const [program, ...words] = /^ExecStart=(.*)$/m.exec(unit)?.[1]?.split(' ') ?? [];
    expect(program).toBe('/usr/bin/node');
    expect([...words.slice(0, -1), resolve(words.at(-1) ?? '')]).toEqual(START_ARGUMENTS);
  });
});

describe('the documents', () => {
  it('The documents build the page wherever they build the program', () => {
    const files = readdirSync('docs').filter((name) => name.endsWith('.md'));
    const texts = ['README.md', 'CONTRIBUTING.md', ...files.map((name) => `docs/${name}`)];
    expect(texts.length).toBeGreaterThan(10);
    for (const file of texts) expect(readFileSync(file, 'utf8')).not.toMatch(/nest build|build:service/);
  });
});
