import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { parseConfig, schema } from '../../src/platform/config/config';
import { START_ARGUMENTS } from '../support/start-command';

interface Probe {
  httpGet: { path: string; port: string };
}
interface Container {
  command?: string[];
  env: { name: string; valueFrom: { secretKeyRef: { key: string } } }[];
  ports?: { name: string; containerPort: number }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
}
interface Resource {
  kind: string;
  data: Record<string, string>;
  stringData: Record<string, string>;
  spec: { template: { spec: { containers: [Container]; initContainers: [Container] } } };
}

const resources = parseAllDocuments(
  readFileSync('deploy/kubernetes/channel-manager-intake.yaml', 'utf8'),
).map((document) => document.toJS() as Resource);
const one = (kind: string) => resources.find((resource) => resource.kind === kind)!;

describe('the sample for Kubernetes', () => {
  const { containers, initContainers } = one('Deployment').spec.template.spec;
  const [service] = containers;
  const [migration] = initContainers;

  it('sets nothing that is no setting, and no wrong value', () => {
    const settings = { ...one('ConfigMap').data, ...one('Secret').stringData };
    const { MIGRATION_DATABASE_URL, ...ofTheService } = settings;
    expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(Object.keys(ofTheService)));
    expect(() => parseConfig(ofTheService)).not.toThrow();
    expect(() => parseConfig({ DATABASE_URL: MIGRATION_DATABASE_URL })).not.toThrow();
    for (const { name, valueFrom } of [...service.env, ...migration.env]) {
      expect(Object.keys(schema.shape)).toContain(name);
      expect(Object.keys(one('Secret').stringData)).toContain(valueFrom.secretKeyRef.key);
    }
  });

  it('listens at the ports of the settings, and migrates with the command that there is', () => {
    const { METRICS_PORT } = one('ConfigMap').data;
    expect(service.ports?.map(({ containerPort }) => containerPort)).toEqual([3000, Number(METRICS_PORT)]);
    expect(migration.command).toEqual(['node', 'dist/src/cli/migrate.js']);
    expect(readFileSync('src/cli/migrate.ts', 'utf8')).toContain('migrate(');
  });

  it('asks only whether the process answers: without the database, pushes wait', () => {
    const probes = [service.startupProbe, service.livenessProbe, service.readinessProbe];
    expect(probes.map((probe) => probe?.httpGet.path)).toEqual(Array(3).fill('/health/live'));
  });
});

describe('the sample for systemd', () => {
  it('starts what `npm start` starts', () => {
    const unit = readFileSync('deploy/systemd/channel-manager-intake.service', 'utf8');
    const [program, ...words] = /^ExecStart=(.*)$/m.exec(unit)?.[1]?.split(' ') ?? [];
    expect(program).toBe('/usr/bin/node');
    expect([...words.slice(0, -1), resolve(words.at(-1) ?? '')]).toEqual(START_ARGUMENTS);
  });
});
