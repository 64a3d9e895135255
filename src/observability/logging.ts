import type { IncomingMessage } from 'node:http';
import type { Params } from 'nestjs-pino';
import { stdSerializers, stdTimeFunctions } from 'pino';
import type { Config } from '../config/config';

/** Nest lists every module and route at each start: thirty lines in which the one that matters is lost. */
const QUIET = new Set<string | undefined>(['InstanceLoader', 'RoutesResolver', 'RouterExplorer']);

/**
 * JSON lines on standard output. A line that is written during a call carries the id of its request; the line
 * about the call itself is written by `reportCalls`.
 */
export function loggingOptions({ LOG_LEVEL }: Config): Params {
  return {
    pinoHttp: {
      level: LOG_LEVEL,
      timestamp: stdTimeFunctions.isoTime,
      // Of a request, only its id is logged: it is not made into text for each call.
      wrapSerializers: false,
      serializers: { err: withoutData, req: () => undefined },
      formatters: { level: (label) => ({ level: label }) },
      hooks: {
        logMethod(args, method) {
          const [{ context } = {}] = args as unknown as [{ context?: string }?];
          if (!QUIET.has(context)) method.apply(this, args);
        },
      },
      genReqId: (request) => (request as IncomingMessage & { id: string }).id,
      customAttributeKeys: { reqId: 'requestId' },
      quietReqLogger: true,
      autoLogging: false,
    },
  };
}

/** What PostgreSQL's errors and TypeORM's hold of a statement's values and of the row: they come out of a body. */
const DATA = new Set(['parameters', 'detail', 'driverError']);

function withoutData(error: Error): object {
  return Object.fromEntries(Object.entries(stdSerializers.err(error)).filter(([name]) => !DATA.has(name)));
}
