import { Injectable } from '@nestjs/common';
import { PastRooms } from './past-rooms';
import { PastRoomsRepository } from './past-rooms.repository';
import { PresentRoomsRepository } from './present-rooms.repository';
import type { ShownRooms } from './shown-room';

/** The rooms of calendars, now and at past moments. */
@Injectable()
export class ShownRoomsService {
  constructor(
    private readonly present: PresentRoomsRepository,
    private readonly past: PastRoomsRepository,
  ) {}

  /** @param moment an ISO 8601 date-time; undefined for now */
  at(moment: string | undefined): ShownRooms {
    return moment === undefined ? this.present : new PastRooms(this.past, moment);
  }
}
