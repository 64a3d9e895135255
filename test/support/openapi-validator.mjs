// Checks an OpenAPI document, and values against the schemas in it.
//   node openapi-validator.mjs FILE   (its name ends in openapi.json)   standard input: [{ "at": POINTER, "value": … }]
// prints the problems as JSON: { "document": […], "values": [{ "at", "value", "errors" }] }
import { validate } from '@hyperjump/json-schema/openapi-3-1';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

const [, , file] = process.argv;
const url = pathToFileURL(file).href;

async function errorsOf(schema, value) {
  const { valid, errors = [] } = await validate(schema, value, 'BASIC');
  return valid ? [] : errors.map(({ keyword, instanceLocation }) => `${instanceLocation} ${keyword}`);
}

const document = await errorsOf(
  'https://spec.openapis.org/oas/3.1/schema-base',
  JSON.parse(await readFile(file, 'utf8')),
);
const values = [];
if (document.length === 0) {
  for (const { at, value } of JSON.parse(await text(process.stdin))) {
    const errors = await errorsOf(`${url}#${encodeURI(at)}`, value);
    if (errors.length > 0) values.push({ at, value, errors });
  }
}
console.log(JSON.stringify({ document, values }));
