// Generates the types of a TypeScript client from an API file, and checks every example in the file against them, like
// the compiler of an integrator.
//   node openapi-client.mjs FILE
// prints a line for each example that does not compile, and exits with 1 if there is one.
import { readFile } from 'node:fs/promises';
import openapiTypes, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const METHODS = ['get', 'post', 'patch', 'put', 'delete'];
const FILE = 'examples.ts';
/** `At<paths, ['/a', 'get', 'parameters']>`: the type at this place, below optional parts as well; otherwise never. */
const HELPERS = `
type At<T, Way> = Way extends [infer First, ...infer Rest]
  ? At<NonNullable<T>[First & keyof NonNullable<T>], Rest>
  : T;
`;

const [, , file] = process.argv;
const document = JSON.parse(await readFile(file, 'utf8'));
const examples = [...examplesOf(document)];
if (examples.length === 0) throw new Error(`${file} has no example`);
const types = astToString(await openapiTypes(document)) + HELPERS;
const source = types + examples.map(({ code }) => code).join('\n');
const problems = compile(source).map((problem) => describe(problem, types.split('\n').length));
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);

/** Each example as a statement on one line, and its place in the file. */
function* examplesOf({ paths, components }) {
  for (const [path, item] of Object.entries(paths))
    for (const method of METHODS.filter((name) => item[name])) {
      const { parameters = [], requestBody, responses } = item[method];
      const root = [path, method];
      for (const parameter of parameters)
        yield* valuesOf(parameter, 'paths', [...root, 'parameters', parameter.in, parameter.name]);
      yield* contentsOf(requestBody ?? {}, [...root, 'requestBody']);
      for (const [status, response] of Object.entries(responses)) {
        yield* contentsOf(response, [...root, 'responses', Number(status)]);
        for (const [name, header] of Object.entries(response.headers ?? {}))
          yield* valuesOf(header, 'paths', [...root, 'responses', Number(status), 'headers', name]);
      }
    }
  for (const [name, schema] of Object.entries(components.schemas)) yield* schemaOf(schema, ['schemas', name]);
}

function* contentsOf({ content = {} }, way) {
  for (const [type, media] of Object.entries(content))
    yield* valuesOf(media, 'paths', [...way, 'content', type]);
}

function* schemaOf({ properties = {}, ...schema }, way) {
  yield* valuesOf(schema, 'components', way);
  for (const [name, property] of Object.entries(properties)) yield* schemaOf(property, [...way, name]);
}

/** OpenAPI has one `example`, or several by name; a schema has a list of them. */
function* valuesOf({ example, examples = {} }, root, way) {
  const values = Object.entries(examples).map(([name, one]) => [
    name,
    Array.isArray(examples) ? one : one.value,
  ]);
  if (example !== undefined) values.push(['example', example]);
  for (const [name, value] of values) {
    const code = `{ const _: At<${root}, ${JSON.stringify(way)}> = ${JSON.stringify(value)}; }`;
    yield { at: [...way, name].join(' '), code };
  }
}

function compile(text) {
  const options = { strict: true, noEmit: true, target: ts.ScriptTarget.ES2022, types: [] };
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) =>
    name === FILE ? ts.createSourceFile(name, text, ...rest) : getSourceFile(name, ...rest);
  return ts.getPreEmitDiagnostics(ts.createProgram([FILE], options, host));
}

function describe({ file: source, start, messageText }, firstLine) {
  const message = ts.flattenDiagnosticMessageText(messageText, ' ');
  const line = source?.getLineAndCharacterOfPosition(start).line ?? -1;
  return `${examples[line - firstLine + 1]?.at ?? `line ${line}`}: ${message}`;
}
