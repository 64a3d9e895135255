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
    const word = firstWord(search);
    const [rooms, plans] = await Promise.all([
      readRooms(api, word, hotel, signal),
      word
        ? api.get<List<RatePlan>>('ratePlans', { search: word, limit: ROOMS_LOOKED_AT }, signal)
        : { items: [] },
    ]);
    names.learn(rooms);
    await Promise.all([...new Set(plans.items.map(({ roomId }) => roomId))].map((id) => names.load(id)));
    const found = [...rooms.flatMap(({ ratePlans }) => ratePlans), ...plans.items];
    const byId = new Map(found.filter(({ id }) => id !== without).map((plan) => [plan.id, plan]));
    const options = [...byId.values()].flatMap(({ id, roomId }) => {
      const of = names.get(roomId);
      if (hotel !== undefined && of?.hotel !== hotel) return [];
      const value = { hotel: of?.hotel ?? null, roomId, ratePlanId: id };
      return [{ key: `p${id}`, label: placeText(of, roomId, id), detail: id, value }];
    });
    return optionsOf(options, search);
  };
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

/** The API looks for one part of one name; the other words are looked for here. */
function firstWord(search: string): string {
  return search.split(/[\s·]+/)[0] ?? '';
}

function optionsOf<T>(options: Option<T>[], search: string): Option<T>[] {
  const words = search
    .toLowerCase()
    .split(/[\s·]+/)
    .filter(Boolean);
  return options
    .filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
    .slice(0, MAX_OPTIONS);
}
