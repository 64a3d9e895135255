import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PushOperation } from '../operations';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { parseId } from '../../platform/database/id';
import { traceparentOf } from '../../platform/http/traceparent';
import { dryRunReceipt } from './dry-run-receipt';
import { dryRunEntry } from './dry-run-entry';

/** The prefix of the paths of dry runs, before the path of the operation. */
export const DRY_RUN_PATH = 'dryRun/';
/** The statuses of refusals that would have a receipt. Operation 3 answers 200 and `false` to most of them. */
const WITH_RECEIPT = [200, 400, 413, 415, 422];
const MAX_BODY_BYTES = 4_096;

/** Answers each dry run with its receipt instead of the operation's text. It must be added before the routes. */
export function answerDryRuns(server: FastifyInstance): void {
  server.addHook('onSend', ({ dryRun }, reply, payload, done) => {
    if (!dryRun?.receipt) return done(null, payload);
    void reply.type('application/json; charset=utf-8');
    done(null, JSON.stringify(dryRun.receipt));
  });
}

/** Makes the receipt of a dry run that is refused, if the call itself would have one. */
export function receiptOfRefusal(
  request: FastifyRequest,
  { status, detail }: { status: number; detail: string },
): void {
  const { dryRun, id, user, rawBody, isAuthorized } = request;
  if (!dryRun || !isAuthorized || !WITH_RECEIPT.includes(status)) return;
  const { roomId, ratePlanId } = request.query as Record<string, unknown>;
  const call = {
    id,
    token: user ?? null,
    traceparent: traceparentOf(request),
    operation: dryRun.operation as PushOperation,
    roomId: parseId<RoomId>(roomId) ?? null,
    ratePlanId: parseId<RatePlanId>(ratePlanId) ?? null,
  };
  const body = rawBody?.subarray(0, MAX_BODY_BYTES);
  dryRun.receipt = dryRunReceipt(dryRunEntry(call, { outcome: 'refused', problem: detail, body }), 0);
}
