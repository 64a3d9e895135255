import type { FastifyInstance } from 'fastify';
import type { Operation } from '../journal/push';
import type { MetricsService } from './metrics.service';

const OPERATIONS = new Map<string, Operation>([
  ['/updateCalendarInventory', 'updateCalendarInventory'],
  ['/updateCalendarPrices', 'updateCalendarPrices'],
  ['/roomEditChannelManager', 'roomEditChannelManager'],
]);

/** Counts and times every call of the channel manager, those included that fail before a service sees them. */
export function reportCalls(server: FastifyInstance, metrics: MetricsService): void {
  server.addHook('onResponse', (request, reply, done) => {
    const operation = OPERATIONS.get(request.routeOptions.url ?? '');
    if (operation) {
      const outcome = request.outcome ?? (reply.statusCode >= 500 ? 'failed' : 'refused');
      metrics.recordCall(operation, outcome, reply.elapsedTime / 1000);
    }
    done();
  });
}
