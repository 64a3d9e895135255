import type { RatePlan } from './api-types';
import { useApi } from './session';
import { useLoad } from './use-load';

/** Returns the names of rate plans by their ids, without those that are known already. */
export function usePlanNames(ids: string[], known: Record<string, string> = {}): Record<string, string> {
  const api = useApi();
  const missing = [...new Set(ids)].filter((id) => !(id in known)).sort();
  const { data = {} } = useLoad(
    async (signal) => {
      const names: Record<string, string> = {};
      for (const id of missing) names[id] = (await api.get<RatePlan>(`ratePlans/${id}`, {}, signal)).name;
      return names;
    },
    [missing.join()],
  );
  return { ...known, ...data };
}
