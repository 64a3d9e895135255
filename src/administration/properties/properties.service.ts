import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../platform/config/config';
import { CONFIG } from '../../platform/config/config';
import type { RoomId } from '../../platform/database/id';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Clock } from '../../platform/dates/clock';
import { UpdateWindow } from '../../platform/dates/update-window';
import { pageOf } from '../../platform/http/page';
import { keyAt } from '../../push/journal/request-id';
import { silenceHours } from '../settings/silence';
import { PropertiesRepository } from './properties.repository';
import type { ListPropertiesDto, PropertyPage } from './property.dto';

const HOUR_MS = 3_600_000;

/** Lists properties with the numbers that need attention. */
@Injectable()
export class PropertiesService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly transactions: TransactionRunner,
    private readonly clock: Clock,
    private readonly window: UpdateWindow,
    private readonly properties: PropertiesRepository,
  ) {}

  async list({ search, limit, cursor }: ListPropertiesDto): Promise<PropertyPage> {
    const keys = { silence: this.keyBefore(silenceHours(this.config)), day: this.keyBefore(24) };
    const filter = { search, after: cursor };
    return this.transactions.read(async (manager) => {
      const found = await this.properties.list(manager, filter, keys, this.window.today(), limit + 1);
      const rooms = found.flatMap(({ roomsWithHeld }) => roomsWithHeld);
      const held =
        rooms.length > 0 ? await this.properties.countHeld(manager, rooms) : new Map<RoomId, number>();
      // The rooms without a property come last, and no page begins after them.
      const withIds = found.map((property) => ({ ...property, id: property.name ?? '' }));
      return pageOf(withIds, limit, (properties) =>
        properties.map(({ id: _, roomsWithHeld, ...view }) => ({
          ...view,
          heldPrices: roomsWithHeld.reduce((sum, room) => sum + (held.get(room) ?? 0), 0),
        })),
      );
    });
  }

  private keyBefore(hours: number): string {
    return keyAt(new Date(this.clock.now().getTime() - hours * HOUR_MS));
  }
}
