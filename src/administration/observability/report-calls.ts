import { Logger } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseId } from '../../platform/database/id';
import { traceparentOf } from '../../platform/http/traceparent';
import { outcomeOfStatus } from '../../push/call-outcome';
import { watchEnds } from './call-end';
import type { MetricsService } from './metrics.service';

/**
 * Reports every call, including calls that fail before they reach a service and calls whose caller has hung up: one line in
 * the log, and for the channel manager's operations a count and a time in the metrics.
 * The log gets the route, the ids and the number of records. It never gets a header, the rest of the query or
 * a body, because these may hold tokens.
 */
export function reportCalls(server: FastifyInstance, metrics: MetricsService): void {
  const logger = new Logger('Call');
  watchEnds(server, (request, reply, end) => {
    const { statusCode, elapsedTime } = reply;
    const path = request.routeOptions.url ?? 'unknown route';
    const operation = request.pushOperation;
    const outcome = operation && (request.outcome ?? outcomeOfStatus(statusCode));
    if (operation && outcome) metrics.recordCall({ operation, outcome, end }, elapsedTime / 1000, request);
    if (!path.startsWith('/health/')) {
      const durationMs = Math.round(elapsedTime * 10) / 10;
      const isHungUp = end === 'hungUp';
      const msg = `${request.method} ${path} ${statusCode}${isHungUp ? ', and the caller had hung up' : ''}`;
      const ids = { requestId: request.id, traceparent: traceparentOf(request), ...idsOf(request) };
      logger.log({ msg, ...ids, outcome, ...request.records, durationMs, ...(isHungUp && { end }) });
    }
  });
}

/** Leaves out invalid ids, which may be anything, even a token. */
function idsOf({ query, user, roomId: named }: FastifyRequest): Record<string, unknown> {
  const { roomId, ratePlanId } = query as Record<string, unknown>;
  return { roomId: parseId(roomId) ?? named, ratePlanId: parseId(ratePlanId), token: user?.name };
}
