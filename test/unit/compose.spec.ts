import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

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
    'hands every setting of .env to %s, and needs no such file',
    (name) => {
      expect(services[name].env_file).toEqual([{ path: '.env', required: false }]);
      const { environment = {} } = services[name];
      // What it says itself is decided by the network here, a default that .env changes, or a password of another container.
      const own = ['DATABASE_URL', 'HOST', 'METRICS_HOST', 'METRICS_PORT', 'PGPASSWORD', 'PORT'];
      for (const [setting, value] of Object.entries(environment))
        if (!own.includes(setting)) expect(value).toMatch(new RegExp(`^$|^\\$\\{${setting}:-`));
    },
  );

  it('asks for no variable: every one has a default', () => {
    const variables = readFileSync('docker-compose.yml', 'utf8').match(/\$\{[^}]*/g) ?? [];
    expect(variables.length).toBeGreaterThan(5);
    for (const variable of variables) expect(variable).toMatch(/^\$\{[A-Z_]+:-/);
  });

  it('puts the port of .env into the address that people are told', () => {
    expect(services.service.environment?.['PUBLIC_URL']).toBe(
      '${PUBLIC_URL:-http://localhost:${PORT:-3000}}',
    );
    expect(services.service.ports?.[0]).toBe('${LISTEN_ADDRESS:-127.0.0.1}:${PORT:-3000}:3000');
  });

  it('publishes the metrics to this machine', () => {
    const { METRICS_PORT: inside = '' } = services.service.environment ?? {};
    expect(services.service.ports).toContain(`127.0.0.1:\${METRICS_PORT:-9464}:${inside}`);
  });

  it('builds the image of the three programs once', () => {
    for (const name of ['check', 'service'] as const) {
      expect(services[name]).toMatchObject({ image: services.migrate.image, pull_policy: 'never' });
      expect(services[name].build).toBeUndefined();
    }
    expect(services.migrate.build).toEqual({ context: '.', target: 'service' });
  });

  it('opens ports to this machine only', () => {
    for (const port of Object.values(services).flatMap(({ ports = [] }) => ports))
      expect(port).toMatch(/^(127\.0\.0\.1|\$\{LISTEN_ADDRESS:-127\.0\.0\.1\}):/);
  });

  it('puts no password into a URL, where it would have to be escaped', () => {
    for (const name of ['migrate', 'check', 'service', 'test'] as const)
      for (const value of Object.values(services[name].environment ?? {}))
        expect(value).not.toMatch(/:\/\/[^/]*:[^/]*@/);
  });

  it('gives neither program the password of the superuser, nor the service that of the owner of the tables', () => {
    for (const name of ['migrate', 'check', 'service'] as const)
      expect(services[name].environment).toMatchObject({
        POSTGRES_PASSWORD: '',
        MIGRATION_PASSWORD: '',
        SERVICE_PASSWORD: '',
      });
    expect(services.service.environment?.['PGPASSWORD']).toBe('${SERVICE_PASSWORD:-channel_manager}');
    expect(services.service.environment?.['DATABASE_URL']).toContain('//channel_manager@');
  });

  it('starts again what lasts, and reads the settings once before: a wrong one ends there', () => {
    for (const name of lasting) expect(services[name].restart).toBe('unless-stopped');
    expect(services.migrate).toMatchObject({ restart: 'no', command: ['node', 'dist/src/cli/migrate.js'] });
    expect(services.check.depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } });
    expect(services.migrate.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
  });

  it('ends once, before the service, where the database does not know the password of the service', () => {
    expect(services.check).toMatchObject({ restart: 'no', command: ['node', 'dist/src/cli/migrate.js'] });
    expect(services.check.environment).toEqual(services.service.environment);
    expect(services.service.depends_on).toEqual({ check: { condition: 'service_completed_successfully' } });
  });

  it('limits memory, processes and logs', () => {
    for (const service of Object.values(services)) {
      expect(service.mem_limit).toMatch(/^\d+[mg]$/);
      expect(service.pids_limit).toBeGreaterThan(0);
    }
    for (const name of lasting)
      expect(services[name].logging?.options).toEqual({ 'max-size': '10m', 'max-file': '3' });
  });

  it('asks PostgreSQL by TCP, often at the start', () => {
    expect(services.postgres.healthcheck).toMatchObject({ interval: '10s', start_interval: '500ms' });
    expect(services.postgres.healthcheck?.['test']).toContain('--host=127.0.0.1');
  });

  it('runs the tests on the composed PostgreSQL, only when asked to', () => {
    expect(services.test.profiles).toEqual(['test']);
    expect(services.test.environment?.['TEST_DATABASE_URL']).toContain('@postgres/');
  });

  it('names the minor version of every image', () => {
    const images = Object.values(services).flatMap(({ image = '' }) => (image.includes(':') ? [image] : []));
    const bases = [...dockerfile.matchAll(/^FROM (\S+:\S+)/gm)].map(([, image = '']) => image);
    expect(images).toHaveLength(2);
    for (const image of [...images, ...bases]) expect(image).toMatch(/:v?\d+\.\d+/);
    expect(new Set(bases).size).toBe(1);
  });
});

describe('the image', () => {
  it('is asked whether it lives, not whether its database does, and often at the start', () => {
    const [check = ''] = /^HEALTHCHECK .*$/m.exec(stage('service')) ?? [];
    expect(check).toContain('/health/live');
    expect(check).toContain('--start-interval=500ms');
  });

  it('has the packages of production alone, none of their install scripts, and is not run by root', () => {
    expect(stage('packages')).toContain('npm ci --omit=dev --omit=optional');
    expect(readFileSync('.npmrc', 'utf8')).toContain('ignore-scripts=true');
    expect(stage('service')).toMatch(/^USER node$/m);
  });

  it('has the packages in a layer of their own, so that a change of the program does not send them again', () => {
    const copies = stage('service').match(/^COPY .*$/gm) ?? [];
    expect(copies[0]).toBe('COPY --from=packages /app/node_modules ./node_modules');
    expect(copies.slice(1).join()).not.toContain('node_modules');
  });

  it('is built from named files, so that a change of the documents builds nothing again', () => {
    for (const name of ['packages', 'tools', 'build', 'service'])
      expect(stage(name)).not.toMatch(/^COPY (--\S+ )*\. /m);
    expect(readFileSync('.dockerignore', 'utf8').split('\n')).toEqual(
      expect.arrayContaining(['.git', '.env*', '!.env.example', 'node_modules', 'dist']),
    );
  });
});
