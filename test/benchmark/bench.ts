import { ServiceProcess } from '../support/service-process';
import { Caller } from './caller';
import type { Database, Server } from './database';
import type { Rounds } from './rounds';

/**
 * The tools of a measurement. They remember everything that a measurement starts, and end it with the measurement,
 * even if that fails.
 */
export class Bench {
  private readonly started: { end: () => unknown }[] = [];

  private constructor(
    private readonly server: Server,
    readonly rounds: Rounds,
    /** Whether measurements leave out their long parts. */
    readonly isQuick: boolean,
    /** The folder of the measured version; undefined for this one. */
    private readonly folder: string | undefined,
    /** A database that measurements share. */
    readonly database: Database,
    /** The service on this database, and one connection to the service. */
    readonly service: ServiceProcess,
    readonly caller: Caller,
  ) {}

  static async start(
    server: Server,
    options: { rounds: Rounds; isQuick: boolean; folder?: string; nodeOptions?: string[] },
  ): Promise<Bench> {
    const { rounds, isQuick, folder, nodeOptions = [] } = options;
    const database = await server.createDatabase(folder ? 'baseline' : 'bench', folder);
    const service = await startService(database.settings, nodeOptions, folder).catch(
      async (error: unknown) => {
        await database.close();
        throw error;
      },
    );
    const caller = new Caller(service, 1);
    return new Bench(server, rounds, isQuick, folder, database, service, caller);
  }

  /** Creates a database for this measurement alone. */
  async createDatabase(name: string): Promise<Database> {
    const database = await this.server.createDatabase(this.folder ? `${name}_baseline` : name, this.folder);
    this.started.push({ end: () => database.close() });
    return database;
  }

  /** Starts a service for this measurement alone. @param nodeOptions options of node, before the program */
  async startService(settings: Database['settings'], nodeOptions: string[] = []): Promise<ServiceProcess> {
    const service = await startService(settings, nodeOptions, this.folder);
    this.started.push({ end: () => service.terminate() });
    return service;
  }

  connect(service: Pick<ServiceProcess, 'url'>, connections: number, token?: string): Caller {
    const caller = new Caller(service, connections, token);
    this.endLater(() => {
      caller.close();
    });
    return caller;
  }

  /** Adds something else that ends with the measurement. */
  endLater(end: () => unknown): void {
    this.started.push({ end });
  }

  /** Ends everything that a measurement has started, in reverse order. */
  async endMeasurement(): Promise<void> {
    for (const { end } of this.started.splice(0).toReversed()) {
      try {
        await end();
      } catch (error) {
        console.error(error);
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.endMeasurement();
    this.caller.close();
    await this.service.terminate();
    await this.database.close();
  }
}

/** Node runs the first program of its arguments, so the program of another version comes before that of this one. */
function startService(
  settings: Database['settings'],
  nodeOptions: string[],
  folder: string | undefined,
): Promise<ServiceProcess> {
  const program = folder ? ['--max-semi-space-size=64', `${folder}/dist/src/main.js`] : [];
  return ServiceProcess.start(settings, [...nodeOptions, ...program]);
}
