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

  it('The samples set only known settings, to valid values', () => {
    const secrets = one('Secret', 'channel-manager-intake').stringData;
    const { DATABASE_URL_FILE: _, SMTP_URL_FILE: __, ...values } = { ...settings, ...secrets };
    expect(() => parseConfig(values)).not.toThrow();
    const names = [...Object.keys(settings), ...(migration.env ?? []).map(({ name }) => name)];
    expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(names));
  });

  it.each([
    ['the service', deployment, service],
    ['the migration', job, migration],
  ])('The samples mount each secret where %s expects it', (_, pod, container) => {
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

  it('The service gets no secret of the migration', () => {
    expect(JSON.stringify(one('Deployment'))).not.toContain('migration');
  });

  it('A job named after the release migrates, and no instance migrates when it starts', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(migration.command).toEqual(['node', 'dist/src/cli/migrate.js']);
    expect(one('Job').metadata.name).toBe(`channel-manager-intake-migrate-${version.replaceAll('.', '-')}`);
    expect(readFileSync('docs/installation.md', 'utf8')).toContain(`job/${one('Job').metadata.name}`);
    const image = `channel-manager-intake:${version}`;
    for (const container of [service, migration]) expect(container.image).toBe(image);
    expect(readFileSync('docs/installation.md', 'utf8')).toContain(`/${image} .\n`);
    expect(deployment).not.toHaveProperty('initContainers');
  });

  it('The containers listen at the ports of the settings', () => {
    expect(service.ports).toEqual([
      { name: 'http', containerPort: 3000 },
      { name: 'metrics', containerPort: Number(settings['METRICS_PORT']) },
    ]);
  });

  it('The samples set the sender and the recipients of e-mails, whose defaults reach nobody', () => {
    const addresses = Object.keys(schema.shape).filter((name) =>
      /^MAIL_(FROM|INTERNAL|PLATFORM_CONTACT|CHANNEL_MANAGER_SUPPORT)$/.test(name),
    );
    expect(addresses).toHaveLength(4);
    expect(Object.keys(settings)).toEqual(expect.arrayContaining(addresses));
  });

  it('The proxies accept the same bodies, and wait equally long', () => {
    const nginx = readFileSync('deploy/proxy/nginx.conf', 'utf8');
    const { annotations } = one('Ingress').metadata;
    const ingress = (name: string) => annotations?.[`nginx.ingress.kubernetes.io/${name}`];
    expect(nginx).toContain(`client_max_body_size ${ingress('proxy-body-size')};`);
    expect(nginx).toContain(`proxy_read_timeout ${ingress('proxy-read-timeout')}s;`);
    expect(readFileSync('deploy/proxy/Caddyfile', 'utf8').toLowerCase()).toContain(
      `max_size ${ingress('proxy-body-size')}b`,
    );
  });

  it('Caddy closes idle connections before the service does', () => {
    expect(readFileSync('deploy/proxy/Caddyfile', 'utf8')).toMatch(/^\s*keepalive 60s$/m);
  });

  it('The metrics have the job name that the alerts use', () => {
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

  it('The probes ask only for the process, because pushes wait for the database', () => {
    const probes = [service.startupProbe, service.livenessProbe, service.readinessProbe];
    expect(probes.map((probe) => probe?.httpGet.path)).toEqual(Array(3).fill('/health/live'));
  });

  it('Instances are spread, one survives a drain, and only the proxy and Prometheus may connect', () => {
    expect(deployment.topologySpreadConstraints?.[0]?.topologyKey).toBe('kubernetes.io/hostname');
    expect(one('PodDisruptionBudget').spec.minAvailable).toBeLessThan(one('Deployment').spec.replicas);
    expect(one('NetworkPolicy').spec.ingress.map(({ ports }) => ports)).toEqual([
      [{ port: 'http' }],
      [{ port: 'metrics' }],
    ]);
  });

  it('Instances are replaced one by one: the new one starts first, and the old one has time to stop', () => {
    expect(deployment.terminationGracePeriodSeconds).toBeGreaterThan(35);
    expect(one('Deployment').spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
  });
});

function scrapeSample(): string {
  return /```yaml\n(scrape_configs:[^]*?)```/.exec(readFileSync('docs/operations.md', 'utf8'))?.[1] ?? '';
}
