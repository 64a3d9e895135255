/** The present names of a room and of one of its plans; null for none. */
export interface PlaceNames {
  hotel: string | null;
  room: string;
  ratePlan: string | null;
}
