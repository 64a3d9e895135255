import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import type { z } from 'zod';
import { parseConfig, schema } from '../../src/platform/config/config';
import { KUBERNETES } from '../support/kubernetes-schema';

const DIRECTORY = 'deploy/kubernetes';
type Kind = keyof typeof KUBERNETES;

const resources = readdirSync(DIRECTORY).flatMap((file) =>
  parseAllDocuments(readFileSync(`${DIRECTORY}/${file}`, 'utf8')).map((document) => {
    const resource = document.toJS() as { kind: Kind; metadata: { name: string } };
    return { file, kind: resource.kind, name: resource.metadata.name, resource };
  }),
);
/** @param name of the resource, where there are several of the kind */
function one<K extends Kind>(kind: K, name?: string): z.infer<(typeof KUBERNETES)[K]> {
  const found = resources.find((each) => each.kind === kind && (name ?? each.name) === each.name);
  if (!found) throw new Error(`There is no ${kind} ${name}`);
  return found.resource as unknown as z.infer<(typeof KUBERNETES)[K]>;
}

describe('the samples for Kubernetes', () => {
  const deployment = one('Deployment').spec.template.spec;
  const job = one('Job').spec.template.spec;
  const [service] = deployment.containers;
  const [migration] = job.containers;
  const settings = one('ConfigMap').data;

  it.each(resources)('$file: $kind $name has the fields of its kind and no other', ({ kind, resource }) => {
    expect(KUBERNETES[kind].safeParse(resource).error?.issues).toBeUndefined();
  });

  it('set nothing that is no setting, and no wrong value', () => {
    const secrets = one('Secret', 'channel-manager-intake').stringData;
    const { DATABASE_URL_FILE: _, SMTP_URL_FILE: __, ...values } = { ...settings, ...secrets };
    expect(() => parseConfig(values)).not.toThrow();
    const names = [...Object.keys(settings), ...(migration.env ?? []).map(({ name }) => name)];
    expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(names));
  });

  it.each([
    ['the service', deployment, service],
    ['the migration', job, migration],
  ])('mount each secret where %s looks for it', (_, pod, container) => {
    const env = {
      ...settings,
      ...Object.fromEntries((container.env ?? []).map(({ name, value }) => [name, value])),
    };
    const files = Object.entries(env).filter(([name]) => name.endsWith('_FILE'));
    expect(files).toHaveLength(2);
    for (const [name, path] of files) {
      const mount = container.volumeMounts.find(({ mountPath }) => path.startsWith(`${mountPath}/`));
      const volume = pod.volumes.find((each) => each.name === mount?.name);
      const secret = one('Secret', volume?.secret?.secretName ?? 'none').stringData;
      expect(secret[basename(path)]).toMatch(/^(postgresql|smtp):/);
      expect(basename(path)).toBe(name.replace('_FILE', ''));
    }
    const [, ca = ''] = /sslrootcert=(\S+)/.exec(one('Secret').stringData['DATABASE_URL'] ?? '') ?? [];
    expect(container.volumeMounts.some(({ mountPath }) => ca.startsWith(`${mountPath}/`))).toBe(true);
  });

  it('give the service no secret of the migration', () => {
    expect(JSON.stringify(one('Deployment'))).not.toContain('migration');
  });

  it('migrate in a job of its own, under the name of the release, and never while an instance starts', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(migration.command).toEqual(['node', 'dist/src/cli/migrate.js']);
    expect(one('Job').metadata.name).toBe(`channel-manager-intake-migrate-${version.replaceAll('.', '-')}`);
    expect(readFileSync('docs/installation.md', 'utf8')).toContain(`job/${one('Job').metadata.name}`);
    for (const { image } of [service, migration]) expect(image).toBe(`channel-manager-intake:${version}`);
    expect(deployment).not.toHaveProperty('initContainers');
  });

  it('listen at the ports of the settings', () => {
    expect(service.ports).toEqual([
      { name: 'http', containerPort: 3000 },
      { name: 'metrics', containerPort: Number(settings['METRICS_PORT']) },
    ]);
  });

  it('give the metrics the name of the job that the alerts ask for', () => {
    const { jobLabel, selector, podMetricsEndpoints } = one('PodMonitor').spec;
    const labels: Record<string, string> = one('Deployment').spec.template.metadata.labels;
    const rules = readFileSync('deploy/alerts.yml', 'utf8');
    const jobs = [...rules.matchAll(/job="([^"]*)"/g)].map(([, job]) => job);
    expect(jobs.length).toBeGreaterThan(1);
    expect(new Set(jobs)).toEqual(new Set([labels[jobLabel]]));
    expect(selector.matchLabels).toEqual(labels);
    expect(service.ports?.map(({ name }) => name)).toContain(podMetricsEndpoints[0]?.port);
    const [scrape] = (parse(scrapeSample()) as { scrape_configs: { job_name: string }[] }).scrape_configs;
    expect(jobs).toContain(scrape?.job_name);
  });

  it('ask only whether the process answers: without the database, pushes wait', () => {
    const probes = [service.startupProbe, service.livenessProbe, service.readinessProbe];
    expect(probes.map((probe) => probe?.httpGet.path)).toEqual(Array(3).fill('/health/live'));
  });

  it('spread the instances, keep one through a drain, and let only the proxy and Prometheus in', () => {
    expect(deployment.topologySpreadConstraints?.[0]?.topologyKey).toBe('kubernetes.io/hostname');
    expect(one('PodDisruptionBudget').spec.minAvailable).toBeLessThan(one('Deployment').spec.replicas);
    expect(one('NetworkPolicy').spec.ingress.map(({ ports }) => ports)).toEqual([
      [{ port: 'http' }],
      [{ port: 'metrics' }],
    ]);
  });

  it('end one after the other: longer than a stop takes, the new one before the old one', () => {
    expect(deployment.terminationGracePeriodSeconds).toBeGreaterThan(35);
    expect(one('Deployment').spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
  });
});

function scrapeSample(): string {
  return /```yaml\n(scrape_configs:[^]*?)```/.exec(readFileSync('docs/operations.md', 'utf8'))?.[1] ?? '';
}
