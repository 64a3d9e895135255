import { ForbiddenException, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { BatchedLookups } from '../../platform/database/batched-lookups';
import type { RoomId } from '../../platform/database/id';
import { parseId } from '../../platform/database/id';
import { OutageDetector } from '../../platform/database/outage-detector';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import type { PushOperation } from '../operations';
import { isRoomInAddress } from '../operations';
import { isForProperty, tokenRefusal } from '../token-refusal';
import { RoomPropertyRepository } from './room-property.repository';

/** The maximum number of remembered rooms. They take about 2 MB of memory. */
const MAX_REMEMBERED = 10_000;

/** The property of a room; null if it has none or is missing, undefined if the look-up has failed. */
type Found = string | null | undefined;

/**
 * Refuses a push for a room of another property before its body is read, if the address names the room.
 *
 * It looks up rooms for tokens of some properties only. It remembers the properties, so that further pushes for a room do
 * not wait. The memory allows a push and never refuses one. The transaction of the push checks the property again, even
 * if the look-up has failed.
 */
@Injectable()
export class RoomAccess {
  private readonly lookups: BatchedLookups<RoomId, string>;
  /** The latest look-up of each room. All calls for a room wait for it, so that none overtakes another. */
  private readonly latest = new Map<RoomId, Promise<Found>>();

  constructor(
    private readonly outages: OutageDetector,
    transactions: TransactionRunner,
    properties: RoomPropertyRepository,
  ) {
    this.lookups = new BatchedLookups(transactions, (manager, roomIds) =>
      properties.findNames(manager, roomIds),
    );
  }

  /** @throws ForbiddenException */
  async assertAllowed(request: FastifyRequest): Promise<void> {
    const { user: token } = request;
    const roomId = roomInAddress(request);
    if (!token?.propertyNames || !roomId) return;
    const known = await this.latest.get(roomId);
    if (known !== undefined && isForProperty(token, known)) return;
    const propertyName = await this.lookUp(roomId);
    const refusal = propertyName === undefined ? undefined : tokenRefusal(token, roomId, propertyName);
    if (refusal) throw refusal;
  }

  /** Forgets the room of a push that the transaction has refused: its property may have changed. */
  noticeFailure(request: FastifyRequest, error: unknown): void {
    const roomId = roomInAddress(request);
    if (roomId && error instanceof ForbiddenException) this.latest.delete(roomId);
  }

  private lookUp(roomId: RoomId): Promise<Found> {
    const found = this.find(roomId);
    const [oldest] = this.latest.keys();
    if (oldest && this.latest.size >= MAX_REMEMBERED) this.latest.delete(oldest);
    this.latest.set(roomId, found);
    return found;
  }

  private async find(roomId: RoomId): Promise<Found> {
    if (this.outages.isOutage()) return undefined;
    try {
      return (await this.lookups.find(roomId)) ?? null;
    } catch {
      // The push goes on: it can wait for the end of an outage only after its body has been read.
      return undefined;
    }
  }
}

function roomInAddress({ pushOperation, dryRun, query }: FastifyRequest): RoomId | undefined {
  const operation = pushOperation ?? (dryRun?.operation as PushOperation | undefined);
  if (!operation || !isRoomInAddress(operation)) return undefined;
  return parseId<RoomId>((query as Record<string, unknown>)['roomId']);
}
