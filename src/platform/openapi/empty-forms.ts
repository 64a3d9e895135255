import type { OpenAPIObject } from '@nestjs/swagger';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

const DIGITS = /^\d+$/;
const IDS = new Set(['id', 'roomId', 'ratePlanId', 'from']);

/**
 * Removes the values that would fill in a form: parameters, and ids in bodies. If an operation requires no parameter,
 * its body begins empty, so that a click on Execute changes nothing. With the examples of the demo data, one click
 * would send most operations that change something to a real platform.
 */
export function emptyForms({ parameters = [], requestBody }: Operation): void {
  for (const parameter of parameters) if (!('$ref' in parameter)) delete parameter.example;
  if (!requestBody || '$ref' in requestBody) return;
  const needsParameter = parameters.some((parameter) => !('$ref' in parameter) && parameter.required);
  for (const [type, media] of Object.entries(requestBody.content)) {
    const examples = withoutIds(media.examples);
    const empty = type === 'application/json' ? {} : '';
    media.examples = needsParameter ? examples : { 'To be filled in': { value: empty }, ...examples };
  }
}

function withoutIds<T>(examples: T): T {
  const isId = (name: string, value: unknown) => IDS.has(name) && DIGITS.test(String(value));
  return JSON.parse(
    JSON.stringify(examples, (name, value: unknown) => (isId(name, value) ? '' : value)),
  ) as T;
}
