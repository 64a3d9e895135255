import type { Api } from './api';
import type { List, Property, RatePlan, Room } from './api-types';
import type { Names } from './names';
import { placeText } from './names';
import type { Option } from './ui/picker';

const MAX_OPTIONS = 30;
const ROOMS_LOOKED_AT = 200;

/** A room, or a plan of it. */
export interface Target {
  hotel: string | null;
  roomId: string;
  ratePlanId?: string;
}

type Search<T> = (search: string, signal: AbortSignal) => Promise<Option<T>[]>;

export function hotelSearch(api: Api): Search<string> {
  return async (search, signal) => {
    const { items } = await api.get<List<Property>>('properties', { search, limit: MAX_OPTIONS }, signal);
    return items.flatMap(({ name, rooms, ratePlans }) =>
      name === null
        ? []
        : [{ key: name, label: name, detail: `${rooms} rooms, ${ratePlans} plans`, value: name }],
    );
  };
}

export function roomSearch(api: Api, hotel: string | undefined): Search<Target> {
  return async (search, signal) => {
    const rooms = await readRooms(api, firstWord(search), hotel, signal);
    return optionsOf(rooms.map(roomOption), search);
  };
}

/** @param without a plan that is not offered */
export function planSearch(api: Api, names: Names, hotel: string | undefined, without = ''): Search<Target> {
  return async (search, signal) => {
    const found = await findPlans(api, names, hotel, search, signal);
    return found
      .filter(({ plan }) => plan.id !== without)
      .slice(0, MAX_OPTIONS)
      .map(({ plan: { id, roomId }, hotel, label }) => {
        return { key: `p${id}`, label, detail: id, value: { hotel, roomId, ratePlanId: id } };
      });
  };
}

/** A plan with the names of its hotel, its room and itself. */
export interface FoundPlan {
  plan: RatePlan;
  hotel: string | null;
  label: string;
}

/** Finds the plans whose own name and names of hotel and room contain all words of a search. */
export async function findPlans(
  api: Api,
  names: Names,
  hotel: string | undefined,
  search: string,
  signal: AbortSignal,
): Promise<FoundPlan[]> {
  const word = firstWord(search);
  const [rooms, plans] = await Promise.all([
    readRooms(api, word, hotel, signal),
    word
      ? api.get<List<RatePlan>>('ratePlans', { search: word, limit: ROOMS_LOOKED_AT }, signal)
      : { items: [] },
  ]);
  names.learn(rooms);
  await Promise.all([...new Set(plans.items.map(({ roomId }) => roomId))].map((id) => names.load(id)));
  const all = [...rooms.flatMap(({ ratePlans }) => ratePlans), ...plans.items];
  const found = [...new Map(all.map((plan) => [plan.id, plan])).values()].map((plan) => {
    const of = names.get(plan.roomId);
    return { plan, hotel: of?.hotel ?? null, label: placeText(of, plan.roomId, plan.id) };
  });
  return withWords(
    found.filter((each) => hotel === undefined || each.hotel === hotel),
    search,
  );
}

async function readRooms(
  api: Api,
  search: string,
  propertyName: string | undefined,
  signal: AbortSignal,
): Promise<Room[]> {
  const query = { search, propertyName, limit: ROOMS_LOOKED_AT };
  return (await api.get<List<Room>>('rooms', query, signal)).items;
}

function roomOption({ id, name, propertyName }: Room): Option<Target> {
  const label = [propertyName, name].filter(Boolean).join(' · ');
  return { key: `r${id}`, label, detail: id, value: { hotel: propertyName, roomId: id } };
}

/** The API searches for one part of one name. The page searches for the other words. */
function firstWord(search: string): string {
  return search.split(/[\s·]+/)[0] ?? '';
}

function optionsOf<T>(options: Option<T>[], search: string): Option<T>[] {
  return withWords(options, search).slice(0, MAX_OPTIONS);
}

function withWords<T extends { label: string }>(found: T[], search: string): T[] {
  const words = search
    .toLowerCase()
    .split(/[\s·]+/)
    .filter(Boolean);
  return found.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}
