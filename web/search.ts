import type { Api } from './api';
import type { AccessToken, List, Property, RatePlan, Room } from './api-types';
import type { Names } from './names';
import { placeText } from './names';
import { readAll } from './read-all';
import type { Options } from './ui/picker';

const MAX_OPTIONS = 50;
/** The largest page of a list. */
const PAGE = 200;
/** A longer search is cut. The service takes this many characters. */
const MAX_LENGTH = 606;

/** A room, or a plan of it. */
export interface Target {
  hotel: string | null;
  roomId: string;
  ratePlanId?: string;
}

type Search<T> = (search: string, signal: AbortSignal) => Promise<Options<T>>;

export function hotelSearch(api: Api, limit = MAX_OPTIONS): Search<string> {
  return async (search, signal) => {
    const query = { search: cut(search), limit };
    const { items, nextCursor } = await api.get<List<Property>>('properties', query, signal);
    const options = items.flatMap(({ name, rooms, ratePlans }) =>
      name === null
        ? []
        : [{ key: name, label: name, detail: `${rooms} rooms, ${ratePlans} plans`, value: name }],
    );
    return { options, hasMore: nextCursor !== null };
  };
}

export function roomSearch(api: Api, hotel: string | undefined, limit = MAX_OPTIONS): Search<Target> {
  return async (search, signal) => {
    const query = { search: cut(search), propertyName: hotel, limit };
    const { items, nextCursor } = await api.get<List<Room>>('rooms', query, signal);
    const options = items.map(({ id, name, propertyName }) => {
      const label = [propertyName, name].filter(Boolean).join(' · ');
      return { key: `r${id}`, label, detail: id, value: { hotel: propertyName, roomId: id } };
    });
    return { options, hasMore: nextCursor !== null };
  };
}

/** @param without a plan that is not offered */
export function planSearch(
  api: Api,
  names: Names,
  hotel: string | undefined,
  { without = '', limit = MAX_OPTIONS } = {},
): Search<Target> {
  return async (search, signal) => {
    const { plans, hasMore } = await findPlans(api, names, { search, propertyName: hotel, limit }, signal);
    const options = plans
      .filter(({ plan }) => plan.id !== without)
      .map(({ plan: { id, roomId }, hotel, label }) => {
        return { key: `p${id}`, label, detail: id, value: { hotel, roomId, ratePlanId: id } };
      });
    return { options, hasMore };
  };
}

/** Searches the names of access tokens. It reads the tokens once. Tokens of the same name are one option. */
export function tokenSearch(api: Api): Search<string> {
  let names: Promise<string[]> | undefined;
  const read = async () => {
    const tokens = await readAll<AccessToken>(
      (cursor) => api.get('accessTokens', { limit: PAGE, cursor }),
      Infinity,
    );
    return [...new Set(tokens.map(({ name }) => name))].sort((one, other) => one.localeCompare(other));
  };
  return async (search) => {
    names ??= read();
    // A failed reading is repeated with the next search.
    names.catch(() => (names = undefined));
    const words = search.toLowerCase().split(/\s+/);
    const found = (await names).filter((name) => words.every((word) => name.toLowerCase().includes(word)));
    const options = found.slice(0, MAX_OPTIONS).map((name) => ({ key: name, label: name, value: name }));
    return { options, hasMore: found.length > options.length };
  };
}

/** A plan with the names of its hotel, its room and itself. */
export interface FoundPlan {
  plan: RatePlan;
  hotel: string | null;
  label: string;
}

/** Finds plans by the words of their own name and the names of their hotel and room. */
export async function findPlans(
  api: Api,
  names: Names,
  query: { search: string; propertyName: string | undefined; limit: number; derived?: 'true' | 'false' },
  signal: AbortSignal,
): Promise<{ plans: FoundPlan[]; hasMore: boolean }> {
  const asked = { ...query, search: cut(query.search) };
  const { items, nextCursor } = await api.get<List<RatePlan>>('ratePlans', asked, signal);
  await Promise.all([...new Set(items.map(({ roomId }) => roomId))].map((id) => names.load(id)));
  const plans = items.map((plan) => {
    const of = names.get(plan.roomId);
    return { plan, hotel: of?.hotel ?? null, label: placeText(of, plan.roomId, plan.id) };
  });
  return { plans, hasMore: nextCursor !== null };
}

function cut(search: string): string {
  return Array.from(search).slice(0, MAX_LENGTH).join('');
}
