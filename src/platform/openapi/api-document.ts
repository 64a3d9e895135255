import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { STATUS_CODES } from 'node:http';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config';
import { addAnswerExamples } from './answer-examples';
import { ACCESS_TOKEN, BODY_EXAMPLES, END_SLASH, REQUEST_ID_EXAMPLE } from './api-docs';
import { describeDryRuns } from './dry-runs';
import { emptyForms } from './empty-forms';
import { toOpenApi31 } from './openapi31';

type PathItem = OpenAPIObject['paths'][string];
type Operation = NonNullable<PathItem['get']>;

const DEMO_DATA = `
**Every example works unchanged**: this database has the demo data, and the forms are filled in with it. Open an
operation and press *Execute*. The demo data has the rooms 1 (Double), 2 (Suite) and 3 (Single). Rate plan 12 of room 1
receives pushed prices. Plans 13 and 14, and plan 21 of room 2, derive their prices from it. Rate plan 31 belongs to
room 3. The calendar covers 60 days from the first start.
`;

const OWN_DATA = `
**No form is filled in**: a call that you execute here acts on the data of your platform, like any other call.
`;

/** The version of the interface; docs/integration.md says which changes a version may contain. */
export const API_VERSION = '1.0.0';

const about = (hasDemoData: boolean, timeZone: string) => `
Receives the updates of hotel channel managers (rooms left, prices, numbers of guests) and stores them in the database
of a booking platform.

**To begin**, press *Authorize* and paste an access token. The first start prints one. An operator can
set one as \`BOOTSTRAP_TOKEN\`, or create one in *Administration: Access tokens*. Reloading this page removes the token.
**Dates** are in the platform's time zone, \`${timeZone}\`: the update window begins with yesterday, and
ends two years after today.
**Names** that look the same are the same: they are stored, and compared with filters and confirmations, in Unicode NFC,
without invisible characters, and with single spaces.
${hasDemoData ? DEMO_DATA : OWN_DATA}
**For people**, [the page for administrators](./) does the same: calendar, journal, closures, stays, held prices.

**In five minutes**, from a room to a derived price (each link opens its operation in a new tab):

1. [Create a room](#/Administration%3A%20Rooms/rooms_create). The \`id\` in the answer is the room's.
2. [Create a base plan](#/Administration%3A%20Rate%20plans/ratePlans_create): enter the room's id at \`roomId\`.
3. There, create a second plan with the example *10 % below another plan*: at \`from\`, enter the \`id\` of the base plan.
4. [Push a price](#/Channel%20manager/updateCalendarPrices) for the room and its base plan.
5. [Read the calendar](#/Administration%3A%20Calendar/calendar_read) of the room: it shows the derived price beside the
   price that you pushed.
`;

/** The groups of operations, in the order of the page. */
const GROUPS = {
  'Channel manager':
    'The operations of a channel manager, with a token of the scope `push`. Operations 3 and 7 answer ' +
    '`true` or `false`, all others text, failures included. The receipt of a call contains its result.',
  'Channel manager: Channex':
    'The calls of the Channex Open Channel API, with a token of the scope `push` in `api-key` or `Authorization`.',
  'Channel manager: proof':
    'Asking before and after a call, with a token of the scope `push`: nothing of this changes anything.',
  'Administration: Rooms':
    'Rooms. The administration takes a token of the scope `admin`; `read` may read everything, and `decide` may also ' +
    'release and discard held prices, undo, and close rooms.',
  'Administration: Rate plans': 'Rate plans, and the rules that derive the prices of one from another.',
  'Administration: Held prices': 'Pushed prices that guards hold until people release or discard them.',
  'Administration: Closures': 'Rooms and rate plans that people close for sale, until they open them again.',
  'Administration: Calendar': 'Pushed and derived values by date.',
  'Administration: Journal': 'Every push and every change with its outcome, and the history of every price.',
  'Administration: Notifications':
    'The e-mails about problems: queued, logged, unconfirmed, sent and failed ones.',
  'Administration: Access tokens': 'Create, rotate and revoke the tokens of callers.',
  'Administration: Sandboxes': 'Properties to test a sender with.',
  'Booking engine':
    'The rooms that have changed, for clients that keep a copy, with a token of the scope `read`.',
  Operations: 'Health and metrics, for operators.',
};

const REQUEST_ID_HEADER = {
  'X-Request-Id': {
    schema: { type: 'string' as const, format: 'uuid' },
    example: REQUEST_ID_EXAMPLE,
    description:
      'The id of this call. It is in the journal, in every log line and in every e-mail about the call',
  },
};

/**
 * Describes every operation of the service as OpenAPI 3.1. Example days are still placeholders.
 * @param hasDemoData if false, the document has no examples that would fill in a form
 */
export function describeApi(app: NestFastifyApplication, hasDemoData: boolean): OpenAPIObject {
  const { PLATFORM_NAME: name, PLATFORM_TIME_ZONE: timeZone, PUBLIC_URL: url } = app.get<Config>(CONFIG);
  const builder = new DocumentBuilder()
    .setTitle('Channel manager intake')
    .setDescription(about(hasDemoData, timeZone).trim())
    .setVersion(API_VERSION)
    .addServer('/', 'The service that serves this document')
    .addServer(url, 'The public address: PUBLIC_URL')
    // Programs read the time zone of the update window from here.
    .addExtension('x-platform', { name, timeZone }, 'info')
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        // The builder's default is JWT.
        bearerFormat: undefined,
        description: 'Paste the token alone, without the word Bearer',
      },
      ACCESS_TOKEN,
    );
  for (const [group, description] of Object.entries(GROUPS)) builder.addTag(group, description);
  const document = SwaggerModule.createDocument(app, builder.build(), {
    operationIdFactory: operationId,
    autoTagControllers: false,
  });
  // The builder's own method also requires an e-mail address.
  document.info.contact = { name, url };
  describeDryRuns(document.paths);
  for (const operation of Object.values(document.paths).flatMap(operationsOf)) {
    nameExamples(operation, document);
    addAnswerExamples(operation, document.components?.schemas ?? {});
    showParameterExamples(operation);
    pagingLast(operation);
    // An explicit empty list means "no token needed". A missing list could be an oversight.
    operation.security ??= [];
    if (!hasDemoData) emptyForms(operation);
    for (const [status, response] of Object.entries(operation.responses)) {
      if (!response || '$ref' in response) continue;
      response.headers = { ...REQUEST_ID_HEADER, ...response.headers };
      response.description ||= STATUS_CODES[status] ?? '';
    }
  }
  return toOpenApi31({
    ...document,
    paths: withoutLineBreaks(withEndSlashes(inOrder(document.paths))),
    components: withoutLineBreaks(withoutExamples(document)),
  });
}

/** Joins the lines of the texts that come from comments. */
function withoutLineBreaks<T>(document: T): T {
  const join = (key: string, value: unknown) =>
    (key === 'description' || key === 'summary') && typeof value === 'string'
      ? value.replaceAll('\n', ' ')
      : value;
  return JSON.parse(JSON.stringify(document), join) as T;
}

/** For example, `RoomsAdminController.create` becomes `rooms_create`. */
function operationId(controller: string, method: string): string {
  const subject = controller.replace(/(Admin)?Controller$/, '');
  return `${subject.charAt(0).toLowerCase()}${subject.slice(1)}_${method}`;
}

function operationsOf({ get, post, patch, delete: remove }: PathItem): Operation[] {
  return [get, post, patch, remove].filter((operation) => operation !== undefined);
}

/** Moves the examples from a body's class to the operation that accepts it. */
function nameExamples({ requestBody }: Operation, { components }: OpenAPIObject): void {
  if (!requestBody || '$ref' in requestBody) return;
  for (const media of Object.values(requestBody.content)) {
    const name = media.schema && '$ref' in media.schema ? media.schema.$ref.split('/').at(-1) : undefined;
    const schema = components?.schemas?.[name ?? ''] as Record<string, unknown> | undefined;
    const examples = schema?.[BODY_EXAMPLES] as typeof media.examples;
    if (examples) media.examples = examples;
  }
}

/** Removes the examples of bodies from the components, after `nameExamples` has copied them. */
function withoutExamples({ components = {} }: OpenAPIObject): NonNullable<OpenAPIObject['components']> {
  const schemas = Object.entries(components.schemas ?? {}).map(([name, schema]) => {
    const { [BODY_EXAMPLES]: _, ...rest } = schema as Record<string, unknown>;
    return [name, rest];
  });
  return { ...components, schemas: Object.fromEntries(schemas) as typeof components.schemas };
}

/** Swagger UI fills forms in with the example of a parameter, not with the example of its schema. */
function showParameterExamples({ parameters = [] }: Operation): void {
  for (const parameter of parameters) {
    if ('$ref' in parameter || !parameter.schema || '$ref' in parameter.schema) continue;
    const { example, ...schema } = parameter.schema as { example?: unknown };
    if (example !== undefined) Object.assign(parameter, { example, schema });
  }
}

/** Moves `limit` and `cursor`, which every list has, behind the other parameters of the operation. */
function pagingLast(operation: Operation): void {
  const isPaging = ({ name }: { name?: string }) => name === 'limit' || name === 'cursor';
  const { parameters = [] } = operation as { parameters?: { name?: string }[] };
  Object.assign(operation, {
    parameters: [...parameters.filter((each) => !isPaging(each)), ...parameters.filter(isPaging)],
  });
}

/** Restores the slash at the end of paths, which Nest takes away. */
function withEndSlashes(paths: OpenAPIObject['paths']): OpenAPIObject['paths'] {
  const named = Object.entries(paths).map(([path, item]) => {
    const operations = operationsOf(item) as (Operation & { [END_SLASH]?: boolean })[];
    const hasSlash = operations.some((operation) => operation[END_SLASH]);
    for (const operation of operations) Reflect.deleteProperty(operation, END_SLASH);
    return [hasSlash ? `${path}/` : path, item] as const;
  });
  return Object.fromEntries(named);
}

/** Puts the channel manager's operations first, by number, and keeps the order of the controllers for the rest. */
function inOrder(paths: OpenAPIObject['paths']): OpenAPIObject['paths'] {
  const summaryOf = (path: string) => paths[path]?.post?.summary ?? '';
  const pushes = Object.keys(paths).filter((path) => paths[path]?.post?.tags?.includes('Channel manager'));
  const sorted = pushes.sort((a, b) => (summaryOf(a) < summaryOf(b) ? -1 : 1));
  const first = Object.fromEntries(sorted.map((path) => [path, paths[path]])) as OpenAPIObject['paths'];
  return { ...first, ...paths };
}
