import type { CallHandler, ExecutionContext, NestInterceptor, Type } from '@nestjs/common';
import { Inject, Injectable, mixin } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Observable } from 'rxjs';
import { mergeMap } from 'rxjs';
import type { Row } from './csv';
import { csvLine, prefersCsv } from './csv';
import type { Page } from './page';

/** The table of a list: the same for every page of it. */
export interface CsvTable<Answer> {
  /** Returns a line of titles, and the lines of a page. */
  rows(page: Answer): Row[] | Promise<Row[]>;
}

/** The number of cells written without a pause, which blocks the process for about a millisecond. */
const MAX_CELLS_AT_ONCE = 5_000;

/** Returns an interceptor that answers a page as CSV if the caller prefers it over JSON. */
export function csvOf<Answer>(name: string, table: Type<CsvTable<Answer>>): Type<NestInterceptor> {
  @Injectable()
  class CsvInterceptor implements NestInterceptor {
    constructor(@Inject(table) private readonly table: CsvTable<Answer>) {}

    intercept(context: ExecutionContext, next: CallHandler<Answer | string>): Observable<unknown> {
      const http = context.switchToHttp();
      const request = http.getRequest<FastifyRequest>();
      const reply = http.getResponse<FastifyReply>();
      void reply.header('vary', 'Accept');
      if (!prefersCsv(request.headers.accept)) return next.handle();
      return next.handle().pipe(
        mergeMap(async (answer) => {
          const page = (typeof answer === 'string' ? JSON.parse(answer) : answer) as Answer &
            Pick<Page<unknown>, 'nextCursor'>;
          const text = await textOf(await this.table.rows(page));
          if (page.nextCursor !== null)
            void reply.header('link', `<${nextPage(request, page.nextCursor)}>; rel="next"`);
          void reply
            .header('content-type', 'text/csv; charset=utf-8')
            .header('content-disposition', `attachment; filename="${name}.csv"`);
          return text;
        }),
      );
    }
  }
  return mixin(CsvInterceptor);
}

async function textOf(rows: Row[]): Promise<string> {
  let text = '';
  let cells = 0;
  for (const row of rows) {
    text += csvLine(row);
    cells += row.length;
    if (cells < MAX_CELLS_AT_ONCE) continue;
    cells = 0;
    await nextTurn();
  }
  return text;
}

/** Returns a relative reference, because a proxy may serve the API below a path. */
function nextPage({ url }: FastifyRequest, cursor: string): string {
  const query = new URL(url, 'http://localhost').searchParams;
  query.set('cursor', cursor);
  return `?${query.toString()}`;
}
