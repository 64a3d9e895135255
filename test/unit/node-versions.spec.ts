import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ModuleKind, transpileModule } from 'typescript';

const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
const oldest = [...engines.node.matchAll(/(\d+\.\d+)\.0/g)].map(([, version = '']) => version);
const { outputText: check } = transpileModule(readFileSync('src/platform/config/check-node.ts', 'utf8'), {
  compilerOptions: { module: ModuleKind.CommonJS },
});

describe('the versions of Node.js in package.json', () => {
  it.each(['README.md', 'CONTRIBUTING.md', 'docs/installation.md'])(
    '%s names the versions of package.json',
    (document) => {
      const text = readFileSync(document, 'utf8').replaceAll(/\s+/g, ' ');
      expect(text).toContain(oldest.join(', '));
      expect(text).not.toContain(`${oldest[0]} or newer`);
    },
  );

  it.each([
    ['20.18.3', false],
    ['20.19.0', true],
    ['21.7.3', false],
    ['22.12.0', false],
    ['22.13.0', true],
    ['23.11.1', false],
    ['24.10.0', false],
    ['24.11.0', true],
    ['25.0.0', true],
  ])('package.json allows the versions on which the service starts: %s %s', (version, isSupported) => {
    const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
    const { status, stderr } = spawnSync(process.execPath, ['-e', `${pretend};${check}`], {
      encoding: 'utf8',
    });
    expect(status).toBe(isSupported ? 0 : 1);
    expect(stderr.includes(`needs Node.js ${oldest.join(', ')} or newer`)).toBe(!isSupported);
  });
});
