import type { Hotel } from './hotel';

/** What the calendar of each room was from each moment on, as JSON; null where there was no such room. */
export class PastCalendars {
  private readonly past = new Map<string, { moment: string; days: string | null }[]>();

  /** Notes what the calendars are from a moment on. */
  remember(hotel: Hotel, moment: string): void {
    for (const roomId of new Set([...this.past.keys(), ...hotel.rooms.keys()])) {
      const states = this.past.get(roomId) ?? [];
      this.past.set(roomId, states);
      const days = hotel.rooms.has(roomId) ? JSON.stringify(hotel.daysOf(roomId)) : null;
      if (states.at(-1)?.days !== days) states.push({ moment, days });
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
    return states[low - 1]?.days ?? null;
  }
}
