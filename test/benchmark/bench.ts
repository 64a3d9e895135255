import type { Caller } from './caller';
import type { Database, Server } from './database';
import type { Rounds } from './rounds';
import type { ServiceProcess } from '../support/service-process';

/** What a measurement works with. */
export interface Bench {
  server: Server;
  database: Database;
  service: ServiceProcess;
  /** One connection to the service. */
  caller: Caller;
  rounds: Rounds;
  /** Within a minute: without what takes long. */
  isQuick: boolean;
}
