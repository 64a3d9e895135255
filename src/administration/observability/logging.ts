import type { Params } from 'nestjs-pino';
import { stdSerializers, stdTimeFunctions } from 'pino';
import type { Config } from '../../platform/config/config';

/** Nest lists every module and route at each start: thirty lines that hide the important one. */
const QUIET = new Set<string | undefined>(['InstanceLoader', 'RoutesResolver', 'RouterExplorer']);

/**
 * Configures JSON lines on standard output.
 * Each line about a call carries its request id. nestjs-pino's middleware would add it by
 * `AsyncLocalStorage`, but that takes a tenth of the time of a small push on Node.js 20.
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

/**
 * The fields of PostgreSQL's and TypeORM's errors that contain values of a statement or a row. These values come from a
 * body.
 */
const DATA = new Set(['parameters', 'detail', 'driverError']);

function withoutData(error: Error): object {
  return Object.fromEntries(Object.entries(stdSerializers.err(error)).filter(([name]) => !DATA.has(name)));
}
