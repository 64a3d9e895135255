import type { OnModuleInit } from '@nestjs/common';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config';

/** After this time, the service asks for more connections again: others may have closed theirs. */
const FORGET_MS = 30_000;

/**
 * The number of connections that the role, the database and the server allow. A limit of -1 means that the role or the
 * database has none. A superuser may use reserved connections.
 */
const ALLOWED = `
  SELECT least(nullif(rolconnlimit, -1), nullif(datconnlimit, -1),
               current_setting('max_connections')::integer
               - CASE WHEN rolsuper THEN 0
                      ELSE current_setting('superuser_reserved_connections')::integer
                           + coalesce(current_setting('reserved_connections', true)::integer, 0) END) AS allowed
    FROM pg_roles, pg_database
   WHERE rolname = current_user AND datname = current_database()`;

/** Knows how many connections this instance gets: at most DATABASE_POOL_SIZE, and fewer if the database refuses more. */
@Injectable()
export class ConnectionLimit implements OnModuleInit {
  private readonly logger = new Logger(ConnectionLimit.name);
  /**
   * The sessions of the pool. Those that began before this class are missing, so there may be more. The pool's own count
   * includes sessions that are still being opened, which may be refused.
   */
  private readonly sessions = new Set<object>();
  private lowered: { to: number; at: number } | undefined;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    const pool = (dataSource.driver as PostgresDriver).master as Pool;
    pool.on('connect', (session) => this.sessions.add(session));
    pool.on('remove', (session) => this.sessions.delete(session));
  }

  async onModuleInit(): Promise<void> {
    const [found] = await this.dataSource.query<{ allowed: number }[]>(ALLOWED);
    const { DATABASE_POOL_SIZE: size } = this.config;
    if (!found || found.allowed >= size) return;
    this.logger.warn(
      `DATABASE_POOL_SIZE is ${size}, and the database allows ${found.allowed} connections: calls will wait for each other`,
    );
  }

  get current(): number {
    if (this.lowered && performance.now() - this.lowered.at > FORGET_MS) this.lowered = undefined;
    return this.lowered?.to ?? this.config.DATABASE_POOL_SIZE;
  }

  /**
   * Records that the database has refused a connection because there are too many.
   * @returns whether this instance has others that it can use instead
   */
  lower(): boolean {
    const { size } = this.sessions;
    this.lowered = size === 0 ? undefined : { to: size, at: performance.now() };
    return size > 0;
  }
}
