import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Config } from '../../platform/config/config';
import { CONFIG } from '../../platform/config/config';
import type { RoomId } from '../../platform/database/id';
import { SharedReading } from '../../platform/database/shared-reading';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Clock } from '../../platform/dates/clock';
import { UpdateWindow } from '../../platform/dates/update-window';
import { invalid } from '../../platform/http/problem';
import { pageOf } from '../../platform/http/page';
import type { RankedPosition } from '../../platform/http/ranked-cursor';
import { parseRankedCursor, rankedCursor } from '../../platform/http/ranked-cursor';
import { keyAt } from '../../push/journal/request-id';
import { silenceHours } from '../settings/silence';
import { NotificationRepository } from '../../notification/notification.repository';
import type { WeighedProperty } from './attention.repository';
import { AttentionRepository } from './attention.repository';
import type { Keys, PropertyFilter } from './properties.repository';
import { PropertiesRepository } from './properties.repository';
import type { ListPropertiesDto, PropertyPage, PropertyTotals, PropertyView } from './property.dto';

const HOUR_MS = 3_600_000;
const MAX_LIMIT = 200;

/** Lists properties with the numbers that need attention. */
@Injectable()
export class PropertiesService {
  /** The first page of the list. Every open browser page of an administrator requests it each half minute. */
  private readonly first = new SharedReading(() => this.readAttention());

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly transactions: TransactionRunner,
    private readonly clock: Clock,
    private readonly window: UpdateWindow,
    private readonly properties: PropertiesRepository,
    private readonly attention: AttentionRepository,
    private readonly notifications: NotificationRepository,
  ) {}

  /** @throws ProblemException 400 for the cursor of another list */
  async list(query: ListPropertiesDto): Promise<PropertyPage> {
    return query.order === 'attention' ? this.listByAttention(query) : this.listByName(query);
  }

  private async listByName({
    search,
    propertyName,
    limit,
    cursor,
  }: ListPropertiesDto): Promise<PropertyPage> {
    const filter = { search, propertyName, after: pageStartOf(search, cursor) };
    return this.transactions.read(async (manager) => {
      const found = await this.find(manager, filter, limit + 1);
      // The rooms without a property come last, and no page begins after them.
      const places = found.map(({ rank, ...property }) => ({ id: property.name ?? '', rank, property }));
      const toCursor = search === undefined ? undefined : rankedCursor;
      return pageOf(places, limit, (page) => page.map(({ property }) => property), toCursor);
    });
  }

  /** Reads the totals of all properties, and a page of those that need the most attention. */
  private async listByAttention({ propertyName, limit, cursor }: ListPropertiesDto): Promise<PropertyPage> {
    const after = cursor === undefined ? undefined : weighedStartOf(cursor);
    const { totals, page } =
      propertyName === undefined && after === undefined
        ? await this.first.get()
        : await this.readAttention(propertyName, after);
    const names = page.slice(0, limit).map(({ name }) => name);
    const found =
      names.length > 0
        ? await this.transactions.read((manager) => this.find(manager, { names }, names.length))
        : [];
    const propertyOf = new Map(found.map(({ rank: _, ...property }) => [property.name, property]));
    const places = page
      .slice(0, limit + 1)
      .map(({ name, weight }) => ({ id: `${weight}:${name ?? ''}`, name }));
    const answer = await pageOf(places, limit, (part) =>
      part.flatMap(({ name }) => propertyOf.get(name) ?? []),
    );
    return { ...answer, totals };
  }

  /** Reads the totals, and the names of a page of the greatest length. */
  private async readAttention(
    propertyName?: string,
    after?: WeighedProperty,
  ): Promise<{ totals: PropertyTotals; page: WeighedProperty[] }> {
    const [keys, today] = [this.keys(), this.window.today()];
    return this.transactions.read(async (manager) => {
      const rooms = await this.attention.findRoomsWithHeld(manager, propertyName);
      const held = await this.countHeld(manager, rooms);
      const filter = { propertyName, after, limit: MAX_LIMIT + 1 };
      const { totals, page } = await this.attention.read(
        manager,
        filter,
        keys,
        today,
        this.largeChange,
        held,
      );
      const mails = await this.notifications.countUndelivered(manager, propertyName);
      return { totals: { ...totals, ...mails }, page };
    });
  }

  /** Finds properties with their figures, by name. */
  private async find(
    manager: EntityManager,
    filter: PropertyFilter,
    limit: number,
  ): Promise<(PropertyView & { rank: number })[]> {
    const today = this.window.today();
    const found = await this.properties.list(manager, filter, this.keys(), today, this.largeChange, limit);
    const held = await this.countHeld(
      manager,
      found.flatMap(({ roomsWithHeld }) => roomsWithHeld),
    );
    return found.map(({ roomsWithHeld, ...view }) => ({
      ...view,
      heldPrices: roomsWithHeld.reduce((sum, room) => sum + (held.get(room) ?? 0), 0),
    }));
  }

  private async countHeld(manager: EntityManager, rooms: RoomId[]): Promise<Map<RoomId, number>> {
    return rooms.length > 0 ? this.properties.countHeld(manager, rooms) : new Map<RoomId, number>();
  }

  /** A change of a price by more than this share is large. */
  private get largeChange(): number {
    return this.config.LARGE_CHANGE_PERCENT / 100;
  }

  private keys(): Keys {
    return { silence: this.keyBefore(silenceHours(this.config)), day: this.keyBefore(24) };
  }

  private keyBefore(hours: number): string {
    return keyAt(new Date(this.clock.now().getTime() - hours * HOUR_MS));
  }
}

/** A cursor is a name. In a search, the rank comes before the name. */
function pageStartOf(search: string | undefined, cursor: string | undefined): RankedPosition | undefined {
  if (cursor === undefined) return undefined;
  return search === undefined ? { rank: 0, id: cursor } : parseRankedCursor(cursor);
}

/** @throws ProblemException 400 */
function weighedStartOf(cursor: string): WeighedProperty {
  const match = /^(\d{1,15}):(.*)$/.exec(cursor);
  if (!match) throw invalid([{ pointer: '/cursor', message: 'must be the nextCursor of the page before' }]);
  return { weight: Number(match[1]), name: match[2] || null };
}
