import type { Api } from '../api';
import type { HeldPrice, List } from '../api-types';
import type { ReadHeldPrice } from './ranges';

type Filter = Record<string, string | undefined>;

/** The limit for one decision, which needs a call for each range of a plan. */
const MAX_PAGES = 50;

let readings = 0;

/** Reads a page of the held prices. */
export async function readHeldPrices(
  api: Api,
  filter: Filter,
  cursor: string | undefined,
  signal?: AbortSignal,
): Promise<List<ReadHeldPrice>> {
  const query = { ...filter, limit: 200, cursor };
  const list = await api.get<List<HeldPrice>>('heldPrices', query, signal);
  const reading = ++readings;
  return { ...list, items: list.items.map((price) => ({ ...price, reading })) };
}

/** Reads the held prices of all pages, up to a limit. */
export async function readAllHeldPrices(api: Api, filter: Filter): Promise<ReadHeldPrice[]> {
  const items: ReadHeldPrice[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const list: List<ReadHeldPrice> = await readHeldPrices(api, filter, cursor);
    items.push(...list.items);
    if (list.nextCursor === null) break;
    cursor = list.nextCursor;
  }
  return items;
}
