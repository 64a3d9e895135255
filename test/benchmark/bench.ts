import { ServiceProcess } from '../support/service-process';
import { Caller } from './caller';
import type { Database, Server } from './database';
import type { Rounds } from './rounds';

/**
 * What a measurement works with. It keeps what a measurement starts, so that all of it ends with the measurement,
 * whether that fails or not.
 */
export class Bench {
  private readonly started: { end: () => unknown }[] = [];

  private constructor(
    private readonly server: Server,
    readonly rounds: Rounds,
    /** Leaves out what takes long. */
    readonly isQuick: boolean,
    /** The folder of another version that is measured; undefined for this one. */
    private readonly folder: string | undefined,
    /** A database that measurements share. */
    readonly database: Database,
    /** The service on it, and one connection to that. */
    readonly service: ServiceProcess,
    readonly caller: Caller,
  ) {}

  static async start(
    server: Server,
    options: { rounds: Rounds; isQuick: boolean; folder?: string; nodeOptions?: string[] },
  ): Promise<Bench> {
    const { rounds, isQuick, folder, nodeOptions = [] } = options;
    const database = await server.createDatabase(folder ? 'baseline' : 'bench', folder);
    const service = await startService(database.settings, nodeOptions, folder);
    const caller = new Caller(service, 1);
    return new Bench(server, rounds, isQuick, folder, database, service, caller);
  }

  /** A database of the measurement's own. */
  async createDatabase(name: string): Promise<Database> {
    const database = await this.server.createDatabase(this.folder ? `${name}_baseline` : name, this.folder);
    this.started.push({ end: () => database.close() });
    return database;
  }

  /** A service of the measurement's own. @param nodeOptions of node, before the program */
  async startService(settings: Database['settings'], nodeOptions: string[] = []): Promise<ServiceProcess> {
    const service = await startService(settings, nodeOptions, this.folder);
    this.started.push({ end: () => service.terminate() });
    return service;
  }

  /** Connections to a service. */
  connect(service: Pick<ServiceProcess, 'url'>, connections: number, token?: string): Caller {
    const caller = new Caller(service, connections, token);
    this.endLater(() => {
      caller.close();
    });
    return caller;
  }

  /** Ends something else with the measurement. */
  endLater(end: () => unknown): void {
    this.started.push({ end });
  }

  /** Ends what a measurement has started, the last first. */
  async endMeasurement(): Promise<void> {
    for (const { end } of this.started.splice(0).toReversed()) {
      try {
        await end();
      } catch (error) {
        console.error(error);
      }
    }
  }

  async end(): Promise<void> {
    await this.endMeasurement();
    this.caller.close();
    await this.service.terminate();
    await this.database.close();
  }
}

/** Node runs the first program that it is given: the one of another version comes before that of this one. */
function startService(
  settings: Database['settings'],
  nodeOptions: string[],
  folder: string | undefined,
): Promise<ServiceProcess> {
  const program = folder ? ['--max-semi-space-size=64', `${folder}/dist/src/main.js`] : [];
  return ServiceProcess.start(settings, [...nodeOptions, ...program]);
}
