import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { schema } from '../../src/platform/config/config';

interface Service {
  image?: string;
  pull_policy?: string;
  build?: object;
  command?: string[];
  environment?: Record<string, string>;
  env_file?: { path: string; required: boolean }[];
  ports?: string[];
  restart?: string;
  profiles?: string[];
  healthcheck?: Record<string, unknown>;
  depends_on?: Record<string, { condition: string }>;
  logging?: { options: Record<string, string> };
  mem_limit?: string;
  pids_limit?: number;
}

const { services } = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as {
  services: Record<'postgres' | 'mail' | 'migrate' | 'check' | 'service' | 'test', Service>;
};
const dockerfile = readFileSync('Dockerfile', 'utf8').replaceAll(/\\\n/g, '');
const stage = (name: string) =>
  new RegExp(`^FROM \\S+ AS ${name}\n([^]*?)(?=^FROM |$(?![^]))`, 'm').exec(dockerfile)?.[1] ?? '';
const lasting = ['postgres', 'mail', 'service'] as const;

describe('docker-compose.yml', () => {
  it.each(['migrate', 'check', 'service'] as const)(
    'docker-compose.yml gives every setting of .env to %s, and needs no such file',
    (name) => {
      expect(services[name].env_file).toEqual([{ path: '.env', required: false }]);
      const { environment = {} } = services[name];
      // The file sets these itself: they depend on its network, on a default that .env changes, or on another container.
      const own = ['DATABASE_URL', 'HOST', 'METRICS_HOST', 'METRICS_PORT', 'PGPASSWORD', 'PORT'];
      for (const [setting, value] of Object.entries(environment))
        if (!own.includes(setting)) expect(value).toMatch(new RegExp(`^$|^\\$\\{${setting}:-`));
    },
  );

  it('docker-compose.yml requires no variable: each has a default', () => {
    const variables = readFileSync('docker-compose.yml', 'utf8').match(/\$\{[^}]*/g) ?? [];
    expect(variables.length).toBeGreaterThan(5);
    for (const variable of variables) expect(variable).toMatch(/^\$\{[A-Z_]+:-/);
  });

  it('The service announces its address with the port of .env', () => {
    expect(services.service.environment?.['PUBLIC_URL']).toBe(
      '${PUBLIC_URL:-http://localhost:${PORT:-3000}}',
    );
    expect(services.service.ports?.[0]).toBe('${LISTEN_ADDRESS:-127.0.0.1}:${PORT:-3000}:3000');
  });

  it('docker-compose.yml publishes the metrics on the loopback address', () => {
    const { METRICS_PORT: inside = '' } = services.service.environment ?? {};
    expect(services.service.ports).toContain(`127.0.0.1:\${METRICS_PORT:-9464}:${inside}`);
  });

  it('The image of the three programs is built once', () => {
    for (const name of ['check', 'service'] as const) {
      expect(services[name]).toMatchObject({ image: services.migrate.image, pull_policy: 'never' });
      expect(services[name].build).toBeUndefined();
    }
    expect(services.migrate.build).toEqual({ context: '.', target: 'service' });
  });

  it('docker-compose.yml opens ports to this machine only, unless LISTEN_ADDRESS is set', () => {
    for (const port of Object.values(services).flatMap(({ ports = [] }) => ports))
      expect(port).toMatch(/^(127\.0\.0\.1|\$\{LISTEN_ADDRESS:-127\.0\.0\.1\}):/);
  });

  it('No URL contains a password, which would have to be escaped', () => {
    for (const name of ['migrate', 'check', 'service', 'test'] as const)
      for (const value of Object.values(services[name].environment ?? {}))
        expect(value).not.toMatch(/:\/\/[^/]*:[^/]*@/);
  });

  it('No program has the password of the superuser, and the service lacks that of the table owner', () => {
    for (const name of ['migrate', 'check', 'service'] as const)
      expect(services[name].environment).toMatchObject({
        POSTGRES_PASSWORD: '',
        MIGRATION_PASSWORD: '',
        SERVICE_PASSWORD: '',
      });
    expect(services.service.environment?.['PGPASSWORD']).toBe('${SERVICE_PASSWORD:-channel_manager}');
    expect(services.service.environment?.['DATABASE_URL']).toContain('//channel_manager@');
  });

  it('Lasting containers restart, and the migration runs once, after PostgreSQL is healthy and before the check', () => {
    for (const name of lasting) expect(services[name].restart).toBe('unless-stopped');
    expect(services.migrate).toMatchObject({ restart: 'no', command: ['node', 'dist/src/cli/migrate.js'] });
    expect(services.check.depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } });
    expect(services.migrate.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
  });

  it('The service of docker-compose.yml starts only after the check of the database has succeeded once', () => {
    expect(services.check).toMatchObject({ restart: 'no', command: ['node', 'dist/src/cli/migrate.js'] });
    expect(services.check.environment).toEqual(services.service.environment);
    expect(services.service.depends_on).toEqual({ check: { condition: 'service_completed_successfully' } });
  });

  it('Memory, processes and logs are limited', () => {
    for (const service of Object.values(services)) {
      expect(service.mem_limit).toMatch(/^\d+[mg]$/);
      expect(service.pids_limit).toBeGreaterThan(0);
    }
    for (const name of lasting)
      expect(services[name].logging?.options).toEqual({ 'max-size': '10m', 'max-file': '3' });
  });

  it('The health check asks PostgreSQL by TCP, and often at the start', () => {
    expect(services.postgres.healthcheck).toMatchObject({ interval: '10s', start_interval: '500ms' });
    expect(services.postgres.healthcheck?.['test']).toContain('--host=127.0.0.1');
  });

  it('The tests run on the composed PostgreSQL only on request', () => {
    expect(services.test.profiles).toEqual(['test']);
    expect(services.test.environment?.['TEST_DATABASE_URL']).toContain('@postgres/');
  });

  it('Every image has a minor version', () => {
    const images = Object.values(services).flatMap(({ image = '' }) => (image.includes(':') ? [image] : []));
    const bases = [...dockerfile.matchAll(/^FROM (\S+:\S+)/gm)].map(([, image = '']) => image);
    expect(images).toHaveLength(2);
    for (const image of [...images, ...bases]) expect(image).toMatch(/:v?\d+\.\d+/);
    expect(new Set(bases).size).toBe(1);
  });
});

describe('the documents about Compose', () => {
  const files = readdirSync('docs').filter((name) => name.endsWith('.md'));
  const commands = files.flatMap((name) =>
    [...readFileSync(`docs/${name}`, 'utf8').matchAll(/docker compose (\w+)((?: --\S+)*)(?: (\w+))?/g)].map(
      ([command, verb = '', options = '', service]) => ({ command, verb, options, service }),
    ),
  );

  it('The commands of the documents name services of docker-compose.yml', () => {
    const named = commands.filter(({ verb }) => ['exec', 'run', 'stop', 'restart', 'logs'].includes(verb));
    expect(named.length).toBeGreaterThan(10);
    for (const { service } of named) expect(Object.keys(services)).toContain(service);
  });

  it('Documented commands beside the running service leave its PostgreSQL alone', () => {
    const beside = commands.filter(({ verb, service }) => verb === 'run' && service !== 'test');
    expect(beside.length).toBeGreaterThan(2);
    for (const { options } of beside) expect(options).toContain('--no-deps');
  });

  it('The sample for secrets from files gives all programs the files that its settings name', () => {
    const document = readFileSync('docs/operations-container.md', 'utf8');
    const [, sample = ''] = /```yaml\n([^]*?)```/.exec(document) ?? [];
    const { services: changed, secrets } = parse(sample, { merge: true }) as {
      services: Record<string, { environment: Record<string, string>; secrets: string[] }>;
      secrets: object;
    };
    expect(Object.keys(changed)).toEqual(['migrate', 'check', 'service']);
    for (const { environment, secrets: mounted } of Object.values(changed)) {
      expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(Object.keys(environment)));
      const paths = Object.values(environment).filter((value) => value !== '');
      expect(paths).toEqual(mounted.map((name) => `/run/secrets/${name}`));
      expect(Object.keys(secrets)).toEqual(mounted);
      // A value of docker-compose.yml must be emptied here: a setting cannot have both a value and a file.
      for (const setting of Object.keys(environment).filter((name) => name.endsWith('_FILE'))) {
        const name = setting.replace('_FILE', '') as 'SMTP_URL';
        const preset = services.service.environment?.[name] ?? '';
        if (!preset.endsWith(':-}')) expect(environment[name]).toBe('');
      }
    }
  });
});

describe('the image', () => {
  it('The health check of the image asks for the process, not for its database, and often at the start', () => {
    const [check = ''] = /^HEALTHCHECK .*$/m.exec(stage('service')) ?? [];
    expect(check).toContain('/health/live');
    expect(check).toContain('--start-interval=500ms');
  });

  it('The image has production packages only, runs no install scripts, and does not run as root', () => {
    expect(stage('packages')).toContain('npm ci --omit=dev --omit=optional');
    expect(readFileSync('.npmrc', 'utf8')).toContain('ignore-scripts=true');
    expect(stage('service')).toMatch(/^USER node$/m);
  });

  it('The image of the tests installs curl and perl for the examples', () => {
    expect(stage('test')).toMatch(/apt-get install .* curl perl &&/);
  });

  it('The packages are a layer of their own, so a change of the program does not send the packages again', () => {
    const copies = stage('service').match(/^COPY .*$/gm) ?? [];
    expect(copies[0]).toBe('COPY --from=packages /app/node_modules ./node_modules');
    expect(copies.slice(1).join()).not.toContain('node_modules');
  });

  it('The image is built from named files, so a change of the documents builds nothing', () => {
    for (const name of ['packages', 'tools', 'build', 'service'])
      expect(stage(name)).not.toMatch(/^COPY (--\S+ )*\. /m);
    expect(readFileSync('.dockerignore', 'utf8').split('\n')).toEqual(
      expect.arrayContaining(['.git', '.env*', '!.env.example', 'node_modules', 'dist']),
    );
  });
});
