import type { OpenAPIObject } from '@nestjs/swagger';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Schema = Schemas[string];
type SchemaObject = Exclude<Schema, { $ref: string }>;
type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** Example values for string formats. */
const BY_FORMAT: Record<string, string> = {
  uuid: '019aa5f2-0c6b-7d3e-9f0a-4b8f5d2c1e77',
  'date-time': '2026-11-21T12:00:00.000Z',
};

/** Adds an example to each answer without one, built from the examples of its properties. */
export function addAnswerExamples({ responses }: Operation, schemas: Schemas): void {
  for (const response of Object.values(responses)) {
    if (!response || '$ref' in response) continue;
    for (const media of Object.values(response.content ?? {})) {
      if (media.schema && media.example === undefined && !media.examples)
        media.example = exampleOf(media.schema, schemas);
    }
  }
}

function exampleOf(schema: Schema, schemas: Schemas): unknown {
  if ('$ref' in schema) {
    const referred = schemas[schema.$ref.split('/').at(-1) ?? ''];
    return referred && exampleOf(referred, schemas);
  }
  const { enum: values, allOf, oneOf, type, items } = schema;
  const example: unknown = schema.example;
  if (example !== undefined) return example;
  if (values) return values[0] as unknown;
  const [alternative] = allOf ?? oneOf ?? [];
  if (alternative) return exampleOf(alternative, schemas);
  if (schema.nullable) return null;
  if (type === 'array') return items ? [exampleOf(items, schemas)] : [];
  if (type === 'object') return objectOf(schema, schemas);
  if (type === 'string') return BY_FORMAT[schema.format ?? ''] ?? '';
  return type === 'boolean' ? false : 0;
}

/** An object with all required properties, and with the optional ones that have an example. */
function objectOf({ properties = {}, required = [] }: SchemaObject, schemas: Schemas): object {
  const shown = Object.entries(properties).filter(
    ([name, property]) =>
      required.includes(name) || (!('$ref' in property) && property.example !== undefined),
  );
  return Object.fromEntries(shown.map(([name, property]) => [name, exampleOf(property, schemas)]));
}
