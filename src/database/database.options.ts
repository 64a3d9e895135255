import { types } from 'pg';
import type { DataSourceOptions } from 'typeorm';
import { AccessToken } from '../auth/access-token.entity';
import { PushEntry } from '../journal/push.entity';
import { Notification } from '../notification/notification.entity';
import { RatePlan } from '../pricing/rate-plan.entity';
import { RateRoomAvailability } from '../pricing/rate-room-availability.entity';
import { RoomAvailability } from '../room/room-availability.entity';
import { Room } from '../room/room.entity';
import { impatientSocket } from './impatient-socket';
import { Records1780000000000 } from './migrations/1780000000000-records';
import { Journal1780000100000 } from './migrations/1780000100000-journal';
import { Notifications1780000200000 } from './migrations/1780000200000-notifications';
import { JournalArrays1780000300000 } from './migrations/1780000300000-journal-arrays';
import { PreparingClient } from './preparing-client';

// pg makes a local midnight of a `date`, which is the day before east of Greenwich. A date stays its text.
types.setTypeParser(types.builtins.DATE, (text) => text);

/** How the service, its tests and TypeORM's command line connect. A migration may take its time; the service may not. */
export function databaseOptions(url: string, poolSize: number, { isPatient = true } = {}): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    entities: [Room, RoomAvailability, RatePlan, RateRoomAvailability, PushEntry, AccessToken, Notification],
    migrations: [
      Records1780000000000,
      Journal1780000100000,
      Notifications1780000200000,
      JournalArrays1780000300000,
    ],
    migrationsTableName: 'migration',
    synchronize: false,
    // Ids are made by the service or the table: no extension is needed, nor the right to create one.
    installExtensions: false,
    poolSize,
    applicationName: 'channel-manager-intake',
    extra: {
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      // Statements that do not wait for each other's answers share a round trip.
      pipeline: true,
      Client: PreparingClient,
      ...(isPatient ? {} : { stream: () => impatientSocket() }),
    },
  };
}
