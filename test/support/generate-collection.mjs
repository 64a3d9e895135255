/**
 * Writes docs/collections/channel-manager-intake.postman_collection.json from docs/openapi.json: a request for each
 * operation, with its first example. `--check` only compares.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const TARGET = 'docs/collections/channel-manager-intake.postman_collection.json';
const METHODS = ['get', 'post', 'patch', 'delete'];
/** The value of a path parameter that no example can name, because the service makes it. */
const OWN_ID = '<id>';

const api = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));

const exampleOf = ({ example, schema = {} }) => example ?? schema.default ?? schema.examples?.[0];

/** The first example of a body, and its type. */
function bodyOf({ requestBody }) {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const [example] = Object.values(media?.examples ?? {});
  if (!example) return undefined;
  const isJson = type === 'application/json';
  const raw = isJson ? JSON.stringify(example.value, null, 2) : example.value;
  return { type, content: { mode: 'raw', raw, options: { raw: { language: isJson ? 'json' : 'text' } } } };
}

function urlOf(path, { parameters = [] }) {
  const place = (name) => parameters.filter((parameter) => parameter.in === name);
  const segments = path
    .slice(1)
    .split('/')
    .map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1'));
  const query = place('query')
    .map((parameter) => ({
      key: parameter.name,
      value: String(exampleOf(parameter) ?? ''),
      description: parameter.description,
      ...(!parameter.required && { disabled: true }),
    }))
    .filter(({ value, disabled }) => value !== '' || !disabled);
  const variable = place('path').map((parameter) => ({
    key: parameter.name,
    value: String(exampleOf(parameter) ?? OWN_ID),
    description: parameter.description,
  }));
  const sent = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
  return {
    raw: `{{url}}/${segments.join('/')}${sent.length > 0 ? `?${sent.join('&')}` : ''}`,
    host: ['{{url}}'],
    path: segments,
    ...(query.length > 0 && { query }),
    ...(variable.length > 0 && { variable }),
  };
}

function requestOf(path, method, operation) {
  const body = bodyOf(operation);
  return {
    name: operation.summary ?? operation.operationId,
    request: {
      method: method.toUpperCase(),
      header: body ? [{ key: 'Content-Type', value: body.type }] : [],
      ...(operation.security?.length === 0 && { auth: { type: 'noauth' } }),
      url: urlOf(path, operation),
      ...(body && { body: body.content }),
      description: operation.description ?? '',
    },
  };
}

const folders = api.tags.map(({ name, description }) => ({
  name,
  description,
  item: Object.entries(api.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]?.tags?.includes(name)).map((method) =>
      requestOf(path, method, item[method]),
    ),
  ),
}));

const collection = {
  info: {
    name: api.info.title,
    description: 'Set the variables `url` and `token`. The examples work on the demo data.',
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  },
  auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
  variable: [
    { key: 'url', value: 'http://localhost:3000' },
    { key: 'token', value: '' },
  ],
  item: folders,
};

const text = `${JSON.stringify(collection, null, 2)}\n`;
if (!process.argv.includes('--check')) {
  mkdirSync(dirname(TARGET), { recursive: true });
  writeFileSync(TARGET, text);
} else if (readFileSync(TARGET, 'utf8') !== text) {
  console.error(`${TARGET} differs from docs/openapi.json: npm run generate:api`);
  process.exitCode = 1;
}
