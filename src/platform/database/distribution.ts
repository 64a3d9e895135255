import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { OnModuleInit } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { assertFormsOnWorkers } from './worker-forms';

/** Knows whether the tables with a row for each room and date are distributed by Citus. */
@Injectable()
export class Distribution implements OnModuleInit {
  isOnCitus = false;

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async onModuleInit(): Promise<void> {
    const found = await this.dataSource.query<unknown[]>(`SELECT FROM pg_extension WHERE extname = 'citus'`);
    this.isOnCitus = found.length > 0;
    if (this.isOnCitus) await assertFormsOnWorkers(this.dataSource);
  }

  /**
   * The settings with which a push begins: its statements keep one plan for all values. A push sends the same few
   * statements again and again. One plan fits all values of a statement, and planning for particular values takes
   * longer than it saves. Citus cannot use such a plan, because the values choose the workers.
   *
   * A push finds all its rows by keys. In a new database, reading a whole table would seem cheaper, and the session
   * would keep that plan while the table grows, until PostgreSQL analyses it.
   *
   * On Citus, a push uses one connection to each worker. The session of this connection holds the locks of the push's
   * rooms, and has its prepared statements. More connections would save no time, because the statements for the shards
   * of a worker are short.
   */
  get settingsOfPush(): string {
    if (this.isOnCitus) return ' SET LOCAL citus.max_adaptive_executor_pool_size = 1;';
    return ' SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL enable_seqscan = off;';
  }
}
