import type { OpenAPIObject } from '@nestjs/swagger';

/**
 * Converts a document to OpenAPI 3.1. Nest always writes schemas of OpenAPI 3.0, even if its builder sets another
 * version. In 3.1, schemas are JSON Schema: a nullable value has the type `null` as well, and examples are a list. JSON
 * Schema ignores `nullable`, so null would not be allowed.
 */
export function toOpenApi31(document: OpenAPIObject): OpenAPIObject {
  return convert({ ...document, openapi: '3.1.0' }) as OpenAPIObject;
}

type Json = Record<string, unknown>;

const NULL = { type: 'null' };
/** The keywords whose value is one schema, a list of schemas, or schemas by name. */
const ONE = new Set(['items', 'additionalProperties', 'not']);
const LIST = new Set(['allOf', 'oneOf', 'anyOf']);
const BY_NAME = new Set(['properties', 'patternProperties']);
/** The keywords whose value is data, even if it looks like a schema. */
const DATA = new Set(['example', 'examples']);

/** Converts every schema in a document. */
function convert(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(convert);
  if (!isObject(node)) return node;
  return mapValues(node, (value, key) => {
    if (key === 'schema') return convertSchema(value);
    if (key === 'schemas') return mapValues(value as Json, convertSchema);
    return DATA.has(key) ? value : convert(value);
  });
}

function convertSchema(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const { nullable, example, ...rest } = schema;
  const converted = mapValues(rest, (value, key) => {
    if (ONE.has(key)) return convertSchema(value);
    if (LIST.has(key)) return (value as unknown[]).map(convertSchema);
    return BY_NAME.has(key) ? mapValues(value as Json, convertSchema) : value;
  });
  if (example !== undefined) converted['examples'] = [example];
  return nullable === true ? orNull(converted) : converted;
}

function orNull(schema: Json): Json {
  // Nest writes a nullable reference as `allOf` with a type beside it.
  const { type, allOf, oneOf = allOf, $ref, ...rest } = schema;
  if ($ref !== undefined) return { ...rest, oneOf: [{ $ref }, NULL] };
  if (Array.isArray(oneOf)) return { ...rest, oneOf: [...(oneOf as unknown[]), NULL] };
  if (Array.isArray(schema['enum']))
    return { ...schema, type: [type, 'null'], enum: [...(schema['enum'] as unknown[]), null] };
  return { ...schema, type: [type, 'null'] };
}

function mapValues(object: Json, change: (value: unknown, key: string) => unknown): Json {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
