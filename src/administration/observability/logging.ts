import type { Params } from 'nestjs-pino';
import { stdSerializers, stdTimeFunctions } from 'pino';
import type { Config } from '../../platform/config/config';

/** Nest lists every module and route at each start: thirty lines in which the one that matters is lost. */
const QUIET = new Set<string | undefined>(['InstanceLoader', 'RoutesResolver', 'RouterExplorer']);

/**
 * JSON lines on standard output. Whoever writes a line about a call puts its request id into it: nestjs-pino's middleware,
 * which does so by `AsyncLocalStorage`, takes a tenth of the time of a small push on Node.js 20.
 */
export function loggingOptions({ LOG_LEVEL }: Config): Params {
  return {
    forRoutes: [],
    pinoHttp: {
      level: LOG_LEVEL,
      timestamp: stdTimeFunctions.isoTime,
      serializers: { err: withoutData },
      formatters: { level: (label) => ({ level: label }) },
      hooks: {
        logMethod(args, method) {
          const [{ context } = {}] = args as unknown as [{ context?: string }?];
          if (!QUIET.has(context)) method.apply(this, args);
        },
      },
    },
  };
}

/** What PostgreSQL's errors and TypeORM's hold of a statement's values and of the row: they come out of a body. */
const DATA = new Set(['parameters', 'detail', 'driverError']);

function withoutData(error: Error): object {
  return Object.fromEntries(Object.entries(stdSerializers.err(error)).filter(([name]) => !DATA.has(name)));
}
