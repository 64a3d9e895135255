import { calendarOf } from './calendar';
import type { Hotel } from './hotel';

/** The calendar of each room from each moment on, as JSON; null while the room did not exist. */
export class PastCalendars {
  private readonly past = new Map<string, { moment: string; calendar: string | null }[]>();

  /** Stores the calendars from a moment on. */
  remember(hotel: Hotel, moment: string): void {
    for (const roomId of new Set([...this.past.keys(), ...hotel.rooms.keys()])) {
      const states = this.past.get(roomId) ?? [];
      this.past.set(roomId, states);
      const calendar = hotel.rooms.has(roomId) ? JSON.stringify(calendarOf(hotel, roomId)) : null;
      if (states.at(-1)?.calendar !== calendar) states.push({ moment, calendar });
    }
  }

  at(roomId: string, moment: string): string | null {
    const states = this.past.get(roomId) ?? [];
    let [low, high] = [0, states.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((states[middle]?.moment ?? '') <= moment) low = middle + 1;
      else high = middle;
    }
    return states[low - 1]?.calendar ?? null;
  }
}
