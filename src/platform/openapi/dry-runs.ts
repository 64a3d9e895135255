import type { OpenAPIObject } from '@nestjs/swagger';

type Operation = NonNullable<OpenAPIObject['paths'][string]['post']>;

const PREFIX = '/dryRun/';
const DESCRIPTION =
  'Takes the same query and body as the operation, and answers the receipt that the call would have, with the status ' +
  'of the operation. It stores nothing, writes no journal entry, sends no e-mail, and delays no push. `derived` is the ' +
  'number of cells of derived plans that would change. A refused call has the receipt of a refused call, and `problem` ' +
  'says why. Other failures are problem details.';
/** The answers that are receipts, if the operation has them. */
const RECEIPTS = ['200', '400', '404', '413', '415', '422'];

/** Describes the dry runs, whose routes share the documentation of their operations. */
export function describeDryRuns(paths: OpenAPIObject['paths']): void {
  const failures = paths['/receipts/{requestId}']?.get?.responses ?? {};
  for (const [path, item] of Object.entries(paths)) {
    if (!path.startsWith(PREFIX) || !item.post) continue;
    const { operationId = '', summary = '', responses, ...shared } = item.post;
    item.post = {
      ...structuredClone(shared),
      tags: ['Channel manager: proof'],
      operationId: `dryRun_${operationId}`,
      summary: `Dry run of ${summary}`,
      description: DESCRIPTION,
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, response]) => [
          status,
          structuredClone(RECEIPTS.includes(status) ? receipt(response) : failures[status]),
        ]),
      ),
    };
  }
}

function receipt(response: Operation['responses'][string]): Operation['responses'][string] {
  const { description = '' } = response as { description?: string };
  const schema = { $ref: '#/components/schemas/DryRunReceipt' };
  return { description, content: { 'application/json': { schema } } };
}
