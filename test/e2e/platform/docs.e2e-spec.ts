import type { OpenAPIObject } from '@nestjs/swagger';
import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { routesOf } from '../../support/routes';
import type { Answer } from '../../support/service';
import { NOW, TestService } from '../../support/service';

/** The published API file. */
const SNAPSHOT = resolve('docs/openapi.json');

/** The service generates the ids of these records, so no example can name one. */
const WITHOUT_EXAMPLE = [
  'POST /admin/notifications/{notificationId}/retry',
  'POST /admin/journal/{requestId}/undo',
  'GET /admin/journal/{requestId}',
  'GET /receipts/{requestId}',
  'GET /admin/notifications/{notificationId}',
  'GET /admin/journal/undo/{requestId}',
  'POST /admin/accessTokens/{id}/rotate',
  'DELETE /admin/accessTokens/{id}',
  'GET /admin/sandboxes/{id}/conformance',
  'DELETE /admin/sandboxes/{id}',
  'DELETE /admin/closures/{id}',
];
const METHODS = ['post', 'get', 'patch', 'delete'] as const;

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
interface Named {
  name: string;
  method: (typeof METHODS)[number];
  path: string;
  operation: Operation;
}
interface Media {
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}
interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  example?: string | number;
}

/** The only routes that OpenAPI cannot describe. A separate document describes them. */
const SOAP = ['POST /siteconnect', 'POST /dryRun/siteconnect'];

describe('the documentation', () => {
  let service: TestService;
  let tomorrow: TestService | undefined;
  let text: string;
  let document: OpenAPIObject;

  beforeAll(async () => {
    service = await TestService.start({ settings: { DEMO_DATA: 'true' } });
    ({ text } = await anonymously('/docs-json'));
    document = JSON.parse(text) as OpenAPIObject;
    if (process.env['UPDATE_SNAPSHOT']) writeFileSync(SNAPSHOT, `${JSON.stringify(document, null, 2)}\n`);
  });
  afterAll(async () => {
    await tomorrow?.stop();
    await service.stop();
  });

  const anonymously = (path: string) => service.call(path, { headers: { authorization: '' } });

  function operations(): Named[] {
    return Object.entries(document.paths).flatMap(([path, item]) =>
      METHODS.flatMap((method) => {
        const operation = item[method];
        return operation ? [{ name: `${method.toUpperCase()} ${path}`, method, path, operation }] : [];
      }),
    );
  }

  /** The problems of values by the schemas in the document. */
  function check(values: { at: string; value: unknown }[]): unknown[] {
    const validator = addFormats(new Ajv({ strict: false })).addSchema(document, 'document');
    return values.flatMap(({ at, value }) => {
      const isValid = validator.compile({ $ref: `document#${encodeURI(at)}` });
      return isValid(value) ? [] : [{ at, value, errors: isValid.errors }];
    });
  }

  it('The API document is OpenAPI 3.1, without keywords of 3.0', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(text).not.toContain('"nullable"');
    expect(JSON.stringify(document.components?.schemas)).not.toContain('"example":');
  });

  it('Every documented answer has an example that matches its schema', () => {
    const without: string[] = [];
    const examples: { at: string; value: unknown }[] = [];
    for (const { name, method, path, operation } of operations()) {
      for (const [status, response] of Object.entries(operation.responses)) {
        for (const [type, media] of Object.entries(
          (response as { content?: Record<string, Media> }).content ?? {},
        )) {
          const at = schemaOf(path, method, Number(status), type);
          const values =
            media.example !== undefined
              ? [media.example]
              : Object.values(media.examples ?? {}).map(({ value }) => value);
          if (values.length === 0) without.push(`${name} ${status}`);
          // Failures share two schemas, and one function makes their examples.
          if (status < '300' && type === 'application/json') examples.push({ at, value: values[0] });
        }
      }
    }
    expect(without).toEqual([]);
    expect(examples.length).toBeGreaterThan(30);
    expect(check(examples)).toEqual([]);
  });

  it('Every property and parameter of the API document has a description', () => {
    const without: string[] = [];
    const find = (node: unknown, path: string) => {
      if (typeof node !== 'object' || node === null) return;
      for (const [key, value] of Object.entries(node)) {
        if (key === 'example' || key === 'examples') continue;
        if (key === 'properties')
          for (const [name, property] of Object.entries(value as Record<string, { description?: string }>))
            if (!property.description) without.push(`${path}.${name}`);
        if (key === 'parameters')
          for (const { name, description } of value as { name: string; description?: string }[])
            if (!description) without.push(`${path}?${name}`);
        find(value, Array.isArray(node) ? path : `${path}/${key}`);
      }
    };
    find(document.paths, '');
    find(document.components?.schemas, '');
    expect(without).toEqual([]);
  });

  it('The API document has the refusals of each call: another method, a slow call, and unsupported requests', () => {
    for (const { name, operation } of operations())
      expect({ name, statuses: Object.keys(operation.responses) }).toEqual({
        name,
        statuses: expect.arrayContaining(['405', '408', '417']) as string[],
      });
  });

  it('The API document names the platform, its address, version and time zone', async () => {
    const settings = {
      PLATFORM_NAME: 'Nice stays',
      PUBLIC_URL: 'https://intake.example.com',
      PLATFORM_TIME_ZONE: 'Europe/Vienna',
    };
    const other = await service.startBeside({ settings });
    const { info, servers, components } = JSON.parse((await other.call('/docs-json')).text) as OpenAPIObject;
    expect(info).toMatchObject({
      version: '1.0.0',
      contact: { name: 'Nice stays', url: 'https://intake.example.com' },
      'x-platform': { name: 'Nice stays', timeZone: 'Europe/Vienna' },
    });
    expect(info.description).toContain('`Europe/Vienna`');
    expect(servers?.map(({ url }) => url)).toEqual(['/', 'https://intake.example.com']);
    expect(components?.securitySchemes?.['accessToken']).not.toHaveProperty('bearerFormat');
  });

  it('The API document equals its snapshot; UPDATE_SNAPSHOT=1 npm test -- docs accepts an intended change', () => {
    expect(document).toEqual(JSON.parse(readFileSync(SNAPSHOT, 'utf8')));
  });

  it('The API document has every route, and no other', () => {
    const routes = routesOf(service.app)
      .map(({ route }) => route.replace(/:(\w+)/g, '{$1}'))
      .filter((route) => !SOAP.includes(route));
    expect(
      operations()
        .map(({ name }) => name.replace(/\/$/, ''))
        .sort(),
    ).toEqual(routes.sort());
  });

  it('The API document groups operations by their callers', () => {
    const tags = document.tags?.map(({ name }) => name);
    const used = new Set(operations().flatMap(({ operation }) => operation.tags ?? ['none']));
    expect([...used].sort()).toEqual(tags?.toSorted());
    expect(tags?.[0]).toBe('Channel manager');
    expect(tags?.at(-1)).toBe('Operations');
    const pushes = operations().filter(({ operation }) => operation.tags?.includes('Channel manager'));
    expect(pushes.map(({ path }) => path)).toEqual([
      '/updateCalendarInventory',
      '/updateCalendarPrices',
      '/roomEditChannelManager',
      '/updateCalendarBlackout',
      '/updateCalendarMinStay',
      '/updateCalendarMaxStay',
      '/getRoomResponseConnectivity',
      '/receipts/{requestId}',
    ]);
  });

  it('The links of the API document lead to existing operations', () => {
    const links = [...(document.info.description ?? '').matchAll(/\]\(#\/([^)]+)\)/g)].map(([, link]) =>
      decodeURIComponent(link!),
    );
    expect(links.length).toBeGreaterThan(0);
    const known = operations().map(({ operation }) => `${operation.tags?.[0]}/${operation.operationId}`);
    expect(known).toEqual(expect.arrayContaining(links));
  });

  it('The API document requires a token only for operations that need a token', () => {
    for (const { route, access } of routesOf(service.app)) {
      if (SOAP.includes(route)) continue;
      const name = route.replace(/:(\w+)/g, '{$1}');
      const security = operations().find((operation) => operation.name.replace(/\/$/, '') === name)?.operation
        .security;
      expect({ name, security }).toEqual({
        name,
        security: access === 'public' ? [] : [{ accessToken: [] }],
      });
    }
  });

  it('The API document reveals nothing internal', () => {
    expect(text).not.toMatch(/controller|dto\b|\bnest|fastify|typeorm|postgres|node_modules|\{today/i);
  });

  it('The API document is generated once a day, not for each call', async () => {
    const stringify = jest.spyOn(JSON, 'stringify');
    const texts = await Promise.all(
      Array.from({ length: 20 }, async () => (await anonymously('/docs-json')).text),
    );
    const large = stringify.mock.results.filter(({ value }) => String(value).length > 100_000);
    stringify.mockRestore();
    expect(large).toEqual([]);
    expect(new Set(texts).size).toBe(1);
    tomorrow = await TestService.start({ beside: service, now: new Date('2026-12-02T12:00:00Z') });
    expect((await tomorrow.call('/docs-json')).text).not.toBe(text);
  });

  it('The script of Swagger UI does not contain the API document, and Swagger UI remembers no token', async () => {
    const script = await anonymously('/docs/swagger-ui-init.js');
    expect(script.headers.get('content-type')).toContain('javascript');
    expect(script.text).toContain('"url": "/docs-json"');
    expect(script.text).not.toContain('updateCalendarPrices');
    expect(script.text).not.toContain('persistAuthorization');
  });

  it.each([
    'swagger-initializer.js',
    'swagger-ui-bundle.js.map',
    'swagger-ui.css.map',
    'swagger-ui-es-bundle.js',
    'oauth2-redirect.html',
    'package.json',
    'absolute-path.js',
  ])('The service does not send the unneeded file %s of Swagger UI', async (file) => {
    const answer = await anonymously(`/docs/${file}`);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  });

  it('Swagger UI needs no token, and the service sends every file that Swagger UI loads', async () => {
    const page = await anonymously('/docs');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    const files = [...page.text.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, file]) => `/${file}`);
    expect(files).toContain('/docs/swagger-ui-init.js');
    for (const file of files)
      expect({ file, status: (await anonymously(file)).status }).toMatchObject({ status: 200 });
  });

  it('Every example works on the demo data, and has the documented answer', async () => {
    const found: unknown[] = [];
    const answers: { at: string; value: unknown }[] = [];
    const withoutExample: string[] = [];
    const inOrder = operations().sort(
      (one, other) => METHODS.indexOf(one.method) - METHODS.indexOf(other.method),
    );
    for (const { name, method, path, operation } of inOrder) {
      // The stream has no end, and the conformance report needs the token of a sandbox.
      if (path === '/changes/stream' || path === '/conformance') continue;
      const url = urlWithExamples(path, operation);
      if (!url) {
        withoutExample.push(name);
        continue;
      }
      for (const [example, body, bodyType] of bodies(operation)) {
        const answer = await service.call(url, {
          method: method.toUpperCase(),
          ...(body !== undefined && {
            body: typeof body === 'string' ? body : JSON.stringify(aheadOfMachine(body)),
            headers: { 'content-type': bodyType },
          }),
        });
        const type = answer.headers.get('content-type')?.split(';')[0];
        const documented = operation.responses[answer.status];
        const content = documented && 'content' in documented ? documented.content : undefined;
        if (answer.status >= 300 || !documented || (type !== undefined && !content?.[type])) {
          found.push({ name, example, url, status: answer.status, type, text: answer.text });
        } else if (type !== undefined) {
          const value: unknown = type === 'application/json' ? JSON.parse(answer.text) : answer.text;
          answers.push({ at: schemaOf(path, method, answer.status, type), value });
        }
      }
    }
    expect(found).toEqual([]);
    expect(withoutExample.toSorted()).toEqual(WITHOUT_EXAMPLE.toSorted());
    expect(check(answers)).toEqual([]);
  });

  describe.each([
    ['/updateCalendarInventory', '?roomId=1', 'inventoryNumber'],
    ['/updateCalendarPrices', '?roomId=1&ratePlanId=12', 'price'],
    ['/updateCalendarMinStay', '?roomId=1&ratePlanId=12', 'minStay'],
    ['/updateCalendarMaxStay', '?roomId=1&ratePlanId=12', 'maxStay'],
  ])('answers of %s', (path, query, field) => {
    const element = { date: '2026-12-24', [field]: 3 };
    const notAPart = { headers: { 'content-type': 'text/plain' } };
    const calls: Record<string, () => Promise<Answer>> = {
      success: () => service.post(path + query, [element]),
      'an empty list': () => service.post(path + query, []),
      'a missing room': () => service.post(path + query.replace('=1', '=999'), [element]),
      'wrong elements': () =>
        service.post(path + query, [{ ...element, date: '' }, element, element, { ...element, [field]: -1 }]),
      'a missing field': () => service.post(path + query, [{ date: '2026-12-24', amount: 3 }]),
      'no array': () => service.post(path + query, {}),
      'no JSON': () => service.post(path + query, null, { body: '[' }),
      'no id': () => service.post(path + query.replace('roomId=1', ''), [element]),
      'an id twice': () => service.post(`${path}${query}&roomId=2`, [element]),
      'a wrong id': () => service.post(path + query.replace('=1', '=one'), [element]),
      'no token': () => service.post(path + query, [element], { headers: { authorization: '' } }),
      'another scope': async () => {
        const token = await service.createToken('people', ['admin']);
        return service.post(path + query, [element], { headers: { authorization: `Bearer ${token}` } });
      },
      'too many elements': () => service.post(path + query, Array<unknown>(6_000).fill(element)),
      'too many bytes': () => service.post(path + query, null, { body: ' '.repeat(1_048_577) }),
      'another content type': () => service.post(path + query, [element], notAPart),
    };
    if (path === '/updateCalendarPrices') {
      calls['a missing rate plan'] = () => service.post(path + query.replace('=12', '=31'), [element]);
    }

    it.each(Object.keys(calls))(`The documentation of ${path} has the answer to %s`, async (outcome) => {
      const answer = await calls[outcome]!();
      const documented = document.paths[path]?.post?.responses[answer.status] as {
        headers: Record<string, unknown>;
        content: Record<string, Media>;
      };
      const texts = Object.values(documented.content['text/plain']?.examples ?? {}).map(({ value }) => value);
      expect(texts).toContain(answer.text);
      for (const header of Object.keys(documented.headers)) {
        const isThere = !header.startsWith('X-Records-') || outcome === 'success';
        expect({ header, isThere: answer.headers.has(header) }).toEqual({ header, isThere });
      }
    });
  });

  it.each<[string, number, string, (path: string) => Promise<Answer>]>([
    ['an edited room', 200, 'true', (path) => service.post(path, { id: '2', qty: 2 })],
    ['a missing room', 200, 'false', (path) => service.post(path, { id: '999' })],
    ['no JSON', 400, 'false', (path) => service.post(path, null, { body: '{' })],
    ['no token', 401, 'false', (path) => service.post(path, {}, { headers: { authorization: '' } })],
    ['too many bytes', 413, 'false', (path) => service.post(path, null, { body: ' '.repeat(1_048_577) })],
    [
      'another content type',
      415,
      'false',
      (path) => service.post(path, {}, { headers: { 'content-type': 'text/plain' } }),
    ],
  ])(
    'The documentation of /roomEditChannelManager has the answer to %s: %i %s',
    async (_, status, value, call) => {
      const path = '/roomEditChannelManager';
      const answer = await call(path);
      expect([answer.status, answer.text]).toEqual([status, value]);
      const { content } = document.paths[path]?.post?.responses[status] as { content: Record<string, Media> };
      const examples = Object.values(content['application/json']?.examples ?? {});
      expect(examples.map((example) => String(example.value))).toContain(value);
    },
  );
});

/** Returns the URL with the examples of all parameters; undefined if a required parameter has no example. */
function urlWithExamples(path: string, { parameters = [] }: Operation): string | undefined {
  const query = new URLSearchParams();
  for (const { name, in: place, required, example } of parameters as Parameter[]) {
    if (example === undefined && required) return undefined;
    if (example === undefined) continue;
    if (place === 'query') query.append(name, String(example));
    else path = path.replace(`{${name}}`, String(example));
  }
  return query.size > 0 ? `${path}?${query.toString()}` : path;
}

/** Returns the examples of a body by name, with its type; one example without a body if the operation takes none. */
function bodies({ requestBody }: Operation): [name: string, body: unknown, type: string][] {
  if (!requestBody) return [['no body', undefined, '']];
  const { content } = requestBody as { content: Record<string, Media> };
  const bodies = Object.entries(content).flatMap(([type, { examples = {} }]) =>
    Object.entries(examples).map(([name, { value }]): [string, unknown, string] => [name, value, type]),
  );
  if (bodies.length === 0) throw new Error('A body has no example');
  return bodies;
}

/**
 * Moves the expiry of an example: it stays as far in the future, but counted from the machine's time instead of the
 * service's time. Tokens expire by the machine's time, but the examples are for the day of the service.
 */
function aheadOfMachine(body: unknown): unknown {
  const { expiresAt } = body as { expiresAt?: string };
  if (expiresAt === undefined) return body;
  const aheadMs = Date.parse(expiresAt) - NOW.getTime();
  return { ...(body as object), expiresAt: new Date(Date.now() + aheadMs).toISOString() };
}

function schemaOf(path: string, method: string, status: number, type: string): string {
  const escape = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1');
  return ['', 'paths', path, method, 'responses', String(status), 'content', type, 'schema']
    .map(escape)
    .join('/');
}
