import { Injectable } from '@nestjs/common';
import { RoomAvailabilityRepository } from '../../inventory/room-availability.repository';
import type { RoomId } from '../../platform/database/id';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import type { CalendarMonth } from '../../platform/dates/calendar-month';
import { addMonths, firstDayOf, monthsBetween } from '../../platform/dates/calendar-month';
import { notFound } from '../../platform/http/problem';
import type { Call } from '../../platform/http/request-context';
import { RateRoomAvailabilityRepository } from '../../pricing/rate-room-availability.repository';
import { tokenRefusal } from '../../push/token-refusal';
import type { ChecksumsView } from './checksums.dto';
import { ChecksumsRepository } from './checksums.repository';

/** Computes checksums of stored values, which a caller compares with its own. */
@Injectable()
export class ChecksumsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly repository: ChecksumsRepository,
    private readonly roomsLeft: RoomAvailabilityRepository,
    private readonly prices: RateRoomAvailabilityRepository,
  ) {}

  /**
   * Computes the checksums of a room for a range of months, in one snapshot.
   * @throws ForbiddenException if the token is for other properties, ProblemException 404 without the room
   */
  async read(
    { token }: Call,
    roomId: RoomId,
    from: CalendarMonth,
    to: CalendarMonth,
  ): Promise<ChecksumsView> {
    return this.transactions.read(async (manager) => {
      const room = await this.repository.findRoom(manager, roomId);
      const refusal = tokenRefusal(token, roomId, room?.propertyName ?? null);
      if (refusal) throw refusal;
      if (!room) throw notFound('room', roomId);
      const [first, before] = [firstDayOf(from), firstDayOf(addMonths(to, 1))];
      const found = await Promise.all([
        this.roomsLeft.checksums(manager, roomId, first, before),
        this.prices.checksums(manager, roomId, first, before),
      ]);
      const checksums = new Map(
        found.flat().map(({ month, ratePlanId, checksum }) => [keyOf(month, ratePlanId), checksum]),
      );
      const months = Array.from({ length: monthsBetween(from, to) + 1 }, (_, index) =>
        addMonths(from, index),
      );
      return {
        roomId,
        months: months.map((month) => ({
          month,
          inventory: checksums.get(keyOf(month, null)) ?? null,
          ratePlans: room.ratePlanIds.map((ratePlanId) => ({
            ratePlanId,
            prices: checksums.get(keyOf(month, ratePlanId)) ?? null,
          })),
        })),
      };
    });
  }
}

function keyOf(month: CalendarMonth, ratePlanId: string | null): string {
  return `${month} ${ratePlanId ?? ''}`;
}
