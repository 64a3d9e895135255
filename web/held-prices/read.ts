import type { Api } from '../api';
import type { HeldPrice, List } from '../api-types';
import { readAll } from '../read-all';
import type { ReadHeldPrice } from './ranges';

type Filter = Record<string, string | undefined>;

/** The limit for one decision, which needs a call for each range of a plan. */
const MAX_PRICES = 10_000;

let readings = 0;

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

/** Reads the held prices of all pages. @throws Error if there are too many for one decision */
export function readAllHeldPrices(api: Api, filter: Filter): Promise<ReadHeldPrice[]> {
  return readAll((cursor) => readHeldPrices(api, filter, cursor), MAX_PRICES);
}
