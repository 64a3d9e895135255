import type { CallHandler, ExecutionContext, NestInterceptor, Type } from '@nestjs/common';
import { Inject, Injectable, Logger, mixin } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Observable } from 'rxjs';
import { firstValueFrom, of } from 'rxjs';
import type { Row } from './csv';
import { csvLine, prefersCsv } from './csv';
import type { Page } from './page';

/** The table of a list: the same for every page of it. */
export interface CsvTable<Answer> {
  /** The `limit` with which pages are read; undefined for a list without one. */
  readonly limit?: number;
  /** Returns a line of titles, and the lines of a page. */
  rows(page: Answer): Row[] | Promise<Row[]>;
}

/** A page as rows, and the cursor of the next page. */
interface RowPage {
  rows: Row[];
  nextCursor: string | null;
}

/** The number of cells written without a pause, which blocks the process for about a millisecond. */
const MAX_CELLS_AT_ONCE = 5_000;

/**
 * Returns an interceptor that answers all pages of a list as one CSV stream if the caller prefers CSV over JSON. It
 * reads a page when the caller has received the one before, in a transaction of its own: a slow caller holds one page
 * in memory, and no connection to the database.
 */
export function csvOf<Answer>(name: string, table: Type<CsvTable<Answer>>): Type<NestInterceptor> {
  @Injectable()
  class CsvInterceptor implements NestInterceptor {
    private readonly logger = new Logger('CsvInterceptor');

    constructor(@Inject(table) private readonly table: CsvTable<Answer>) {}

    async intercept(
      context: ExecutionContext,
      next: CallHandler<Answer | string>,
    ): Promise<Observable<unknown>> {
      const http = context.switchToHttp();
      const request = http.getRequest<FastifyRequest>();
      const reply = http.getResponse<FastifyReply>();
      void reply.header('vary', 'Accept');
      if (!prefersCsv(request.headers.accept)) return next.handle();
      const { limit } = this.table;
      if (limit !== undefined) Object.assign(request.query as object, { limit });
      // A wrong query fails here, and the caller gets problem details.
      const first = await this.read(next);
      void reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}.csv"`);
      return of(Readable.from(this.write(first, request, next)));
    }

    /** Calls the handler, which reads the page that the query of the request names. */
    private async read(next: CallHandler<Answer | string>): Promise<RowPage> {
      const answer = await firstValueFrom(next.handle());
      const page = (typeof answer === 'string' ? JSON.parse(answer) : answer) as Answer &
        Pick<Page<unknown>, 'nextCursor'>;
      return { rows: await this.table.rows(page), nextCursor: page.nextCursor };
    }

    private async *write(
      first: RowPage,
      request: FastifyRequest,
      next: CallHandler<Answer | string>,
    ): AsyncGenerator<string> {
      try {
        yield* textsOf(first.rows);
        for (let { nextCursor } = first; nextCursor !== null;) {
          Object.assign(request.query as object, { cursor: nextCursor });
          const page = await this.read(next);
          yield* textsOf(page.rows.slice(1));
          ({ nextCursor } = page);
        }
      } catch (error) {
        this.logger.error({ msg: 'A CSV answer ended early', requestId: request.id, err: error });
        // For HTTP/1.0, a closed connection is the end of a complete answer, but a reset is not.
        request.raw.socket.resetAndDestroy();
        throw error;
      }
    }
  }
  return mixin(CsvInterceptor);
}

async function* textsOf(rows: Row[]): AsyncGenerator<string> {
  let text = '';
  let cells = 0;
  for (const row of rows) {
    text += csvLine(row);
    cells += row.length;
    if (cells < MAX_CELLS_AT_ONCE) continue;
    yield text;
    await nextTurn();
    text = '';
    cells = 0;
  }
  if (text !== '') yield text;
}
