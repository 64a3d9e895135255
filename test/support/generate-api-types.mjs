/**
 * Generates the types of the API that the page uses, web/openapi.d.ts, from docs/openapi.json: `npm run generate:api`.
 * With --check, it writes nothing, and exits with 1 if the file is not up to date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTypes, { astToString } from 'openapi-typescript';

const FILE = 'web/openapi.d.ts';
const TEXTS = new Set(['description', 'title', 'example', 'examples', 'default', 'format', 'pattern']);

const { openapi, info, components } = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));
const { schemas } = components;
const document = { openapi, info, paths: {}, components: { schemas: withoutTexts(schemas) } };
const types = astToString(await openapiTypes(document, { silent: true }));
const text = `// Generated from docs/openapi.json by test/support/generate-api-types.mjs.\n${types}`;

if (!process.argv.includes('--check')) writeFileSync(FILE, text);
else if (readFileSync(FILE, 'utf8') !== text) {
  console.error(`${FILE} is not what docs/openapi.json says: npm run generate:api`);
  process.exitCode = 1;
}

/** The API file has them for people; the compiler needs none. Names of properties are no texts. */
function withoutTexts(value, isProperties = true) {
  if (Array.isArray(value)) return value.map((element) => withoutTexts(element, false));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => isProperties || !TEXTS.has(key));
  return Object.fromEntries(
    kept.map(([key, inner]) => [key, withoutTexts(inner, !isProperties && key === 'properties')]),
  );
}
