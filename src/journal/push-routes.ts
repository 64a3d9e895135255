import type { PushOperation } from './push';

/** The operations of the channel manager by their path. */
const OPERATIONS = new Map<string, PushOperation>([
  ['/updateCalendarInventory', 'updateCalendarInventory'],
  ['/updateCalendarPrices', 'updateCalendarPrices'],
  ['/roomEditChannelManager', 'roomEditChannelManager'],
]);

/** The operation that a URL calls; undefined for every other one. */
export function operationOf(url: string): PushOperation | undefined {
  return OPERATIONS.get(url.split('?')[0] ?? '');
}
