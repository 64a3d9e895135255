import type { FastifyRequest } from 'fastify';
import type { PushOperation } from './push';

/** The operations of the channel manager by their path. */
const OPERATIONS = new Map<string, PushOperation>([
  ['/updateCalendarInventory', 'updateCalendarInventory'],
  ['/updateCalendarPrices', 'updateCalendarPrices'],
  ['/roomEditChannelManager', 'roomEditChannelManager'],
]);

/**
 * The operation that a request calls; undefined for every other one. The URL alone may be absolute, or escaped, and
 * yet lead to it.
 */
export function operationOf({ routeOptions, url }: FastifyRequest): PushOperation | undefined {
  return OPERATIONS.get((routeOptions.url ?? url).split('?')[0] ?? '');
}
