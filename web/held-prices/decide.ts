import type { Api } from '../api';
import type { HeldPricesDecided } from '../api-types';
import type { Decided, Decision } from './decision';
import type { HeldRange } from './ranges';

/** Releases or discards the held prices of some ranges. */
export async function decideRanges(api: Api, decision: Decision, ranges: HeldRange[]): Promise<Decided> {
  const sum: Decided = { records: 0, changedSince: 0 };
  for (const range of ranges) {
    const { records, changedSince } = await api.post<HeldPricesDecided>(`heldPrices/${decision}`, range);
    sum.records += records;
    sum.changedSince += changedSince;
  }
  return sum;
}
