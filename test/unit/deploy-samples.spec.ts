import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { FORMS_OF_VALUES } from '../../src/platform/database/forms-of-values';
import { START_ARGUMENTS } from '../support/start-command';

describe('the sample for systemd', () => {
  it('The sample for systemd starts what `npm start` starts', () => {
    const unit = readFileSync('deploy/systemd/channel-manager-intake.service', 'utf8');
    const [program, ...words] = /^ExecStart=(.*)$/m.exec(unit)?.[1]?.split(' ') ?? [];
    expect(program).toBe('/usr/bin/node');
    expect([...words.slice(0, -1), resolve(words.at(-1) ?? '')]).toEqual(START_ARGUMENTS);
  });
});

describe('the layout for Citus', () => {
  it('The layout for Citus sets the expected forms of values for the role, and its undo takes them back', () => {
    const settings = [
      ...readFileSync('deploy/citus.sql', 'utf8').matchAll(/^ALTER ROLE .* SET (\w+) = (.*);$/gm),
    ];
    expect(Object.fromEntries(settings.map(([, name, value]) => [name, value?.replaceAll("'", '')]))).toEqual(
      {
        jit: 'off',
        ...FORMS_OF_VALUES,
      },
    );
    const resets = readFileSync('deploy/citus-undo.sql', 'utf8').matchAll(/^ALTER ROLE .* RESET (\w+);$/gm);
    expect([...resets].map(([, name]) => name)).toEqual(settings.map(([, name]) => name));
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
