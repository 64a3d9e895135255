import type { OpenAPIObject } from '@nestjs/swagger';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { contentType, mutated, oddHeaders, rawBody, urlValue } from '../support/fuzz-input';
import type { RawAnswer } from '../support/raw-http';
import { sendRaw } from '../support/raw-http';
import { TestService } from '../support/service';
import { tableContents } from '../support/table-contents';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const RUNS_PER_OPERATION = Number(process.env['FUZZ_RUNS'] ?? 120);
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
/** The operations that answer `true` or `false`. */
const ROOM_OPERATION = /^\/(roomEditChannelManager|getRoomResponseConnectivity)$/;
/** Texts that only the inside of the service knows. */
const INSIDE =
  /node_modules|\.[jt]s:\d+|at \w+ \(|QueryFailedError|TypeError|RangeError|SELECT |INSERT |violates|pg_|syntax for type/;

interface Operation {
  name: string;
  method: string;
  path: string;
  parameters: { name: string; in: string; example?: string | number }[];
  examples: unknown[];
}

/** A call in the form in which it is sent. Strings are bytes, one character each. */
interface Call {
  method: string;
  target: string;
  headers: string[];
  body: string;
}

const OPERATIONS = operationsOf(JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as OpenAPIObject);

/**
 * The test fuzzes every operation of the OpenAPI document, so it covers each new operation automatically. A failure
 * prints the seed and the smallest call that fails; `fc.assert(…, { seed, path })` runs it again. FUZZ_RUNS=5000
 * runs longer.
 */
describe('fuzzed input', () => {
  let service: TestService;
  let contents: Record<string, string>;

  beforeAll(async () => {
    service = await TestService.start({ settings: { DEMO_DATA: 'true' } });
    contents = await tableContents(service.dataSource);
  });
  afterAll(() => service.stop());

  it.each(OPERATIONS)(
    'Fuzzed input to $name is answered as the contract says, and changes nothing if it is refused',
    async (operation) => {
      const property = fc.asyncProperty(callOf(operation, service.token), async (call) => {
        const answer = await sendRaw(service.url, bytesOf(call));
        assertContract(operation, answer);
        const now = await tableContents(service.dataSource);
        const isRefused = Number(answer.status) >= 400 || answer.text === 'false' || call.method === 'GET';
        if (isRefused) expect(now).toEqual(contents);
        contents = now;
      });
      await fc.assert(property, { numRuns: RUNS_PER_OPERATION, includeErrorInReport: true });
    },
  );

  it('Fuzzed input leaves the service healthy', async () => {
    expect((await service.call('/health/ready')).status).toBe(200);
  });
});

function operationsOf({ paths }: OpenAPIObject): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const { content = {} } = (operation.requestBody ?? {}) as {
        content?: Record<string, { examples?: Record<string, { value: unknown }> }>;
      };
      const examples = Object.values(content['application/json']?.examples ?? {}).map(({ value }) => value);
      const parameters = (operation.parameters ?? []) as Operation['parameters'];
      return [{ name: `${method} ${path}`, method: method.toUpperCase(), path, parameters, examples }];
    }),
  );
}

/**
 * The service closes the connection of a call with a larger body that it does not read. A client that still sends may
 * then lose a long answer, such as the metrics.
 */
const unneededBody = rawBody.filter(({ length }) => length <= 65_536);

function callOf({ method, path, parameters, examples }: Operation, token: string): fc.Arbitrary<Call> {
  const json = examples.map((example) => mutated(example).map((text) => Buffer.from(text)));
  const body =
    json.length === 0
      ? fc.oneof({ weight: 5, arbitrary: fc.constant(Buffer.alloc(0)) }, unneededBody)
      : fc.oneof({ weight: 5, arbitrary: fc.oneof(...json) }, rawBody);
  const type = fc.oneof({ weight: 6, arbitrary: fc.constant('application/json') }, contentType);
  return fc
    .tuple(targetOf({ method, path, parameters }), authorizationOf(token), body, type, oddHeaders)
    .map(([target, authorization, bytes, contentType, odd]) => ({
      method,
      target,
      headers: [`Authorization: ${authorization}`, `Content-Type: ${contentType}`, ...odd],
      body: bytes.toString('latin1'),
    }));
}

/** Documented, malformed and additional parameters, and variants of the path that some servers normalize. */
function targetOf({
  method,
  path,
  parameters,
}: Pick<Operation, 'method' | 'path' | 'parameters'>): fc.Arbitrary<string> {
  const values = parameters.map(({ example }) =>
    // A DELETE would remove records that the following calls need.
    example === undefined || method === 'DELETE'
      ? urlValue
      : fc.oneof({ weight: 3, arbitrary: fc.constant(String(example)) }, urlValue),
  );
  const names = fc.constantFrom(...parameters.map(({ name }) => name), '__proto__', 'access_token', 'a[b]');
  const more = fc.array(fc.tuple(names, urlValue), { maxLength: 3 });
  const prefix = fc.constantFrom('', '', '', 'http://evil.example', '/', '/.', '/..');
  return fc.tuple(fc.tuple(...values), more, prefix).map(([given, pairs, before]) => {
    let filled = path;
    const query = pairs.map((pair) => pair.join('='));
    parameters.forEach((parameter, index) => {
      const value = given[index] ?? '';
      if (parameter.in === 'path') filled = filled.replace(`{${parameter.name}}`, value);
      else query.unshift(`${parameter.name}=${value}`);
    });
    return `${before}${filled}?${query.join('&')}`;
  });
}

function authorizationOf(token: string): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(`Bearer ${token}`) },
    fc.constantFrom(
      ...[
        '',
        'Bearer',
        'Bearer ',
        `Bearer  ${token}`,
        `bearer ${token}x`,
        `Basic ${token}`,
        `Bearer ${token} x`,
      ],
      ...[`Bearer ${'x'.repeat(9_000)}`, 'Bearer \u00ff\u00fe', `Bearer ${token.slice(1)}, Bearer ${token}`],
    ),
  );
}

function bytesOf({ method, target, headers, body }: Call): Buffer {
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'Host: localhost',
    ...headers,
    `Content-Length: ${body.length}`,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1');
}

function assertContract({ path }: Operation, { status = 0, headers, text }: RawAnswer): void {
  expect(status).toBeGreaterThanOrEqual(200);
  expect(status).toBeLessThan(500);
  // A token that is shown once may contain any letters.
  if (status >= 400) expect(text).not.toMatch(INSIDE);
  expect(headers['x-request-id']).toMatch(UUID);
  const type = headers['content-type'];
  if (type === 'application/problem+json; charset=utf-8') {
    const problem = JSON.parse(text) as Record<string, unknown>;
    expect(Object.keys(problem).sort()).toEqual(['detail', 'errors', 'requestId', 'status', 'title', 'type']);
    expect(problem).toMatchObject({ status, requestId: headers['x-request-id'] });
  }
  // A changed path leads to another operation.
  else if (ROOM_OPERATION.test(path)) expect(text).toMatch(/^(true|false)$/);
  else if (path.startsWith('/update')) expect(type).toBe('text/plain; charset=utf-8');
  else if (status >= 400) {
    expect(type).toBe('application/json; charset=utf-8');
    const answer = JSON.parse(text) as Record<string, unknown>;
    if (path.startsWith('/dryRun/')) expect(answer).toMatchObject({ outcome: 'refused', applied: 0 });
    else {
      expect(path).toMatch(/^\/channex\//);
      expect(answer).toMatchObject({ success: false });
    }
  }
}
