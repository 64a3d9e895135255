import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

describe('the version in package.json', () => {
  it('The version of package.json is the first in the changelog', () => {
    expect(/^## (\S+)/m.exec(readFileSync('CHANGELOG.md', 'utf8'))?.[1]).toBe(version);
  });

  it('The version of package.json is that of the API document', () => {
    expect(JSON.parse(readFileSync('docs/openapi.json', 'utf8'))).toMatchObject({ info: { version } });
  });

  it('The version of package.json is that of the image in the Kubernetes sample', () => {
    const sample = readFileSync('deploy/kubernetes/channel-manager-intake.yaml', 'utf8');
    const versions = [...sample.matchAll(/image: channel-manager-intake:(\S+)/g)].map(([, tag]) => tag);
    expect(new Set(versions)).toEqual(new Set([version]));
  });
});
