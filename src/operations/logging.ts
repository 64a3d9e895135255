import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Params } from 'nestjs-pino';
import type { Config } from '../config';

/**
 * One JSON line a call, with its request id. Written are the method, the path, and the ids in the query:
 * no header, no other part of the query and no body, because those may hold tokens and guests' data.
 */
export function loggingOptions({ LOG_LEVEL }: Config): Params {
  return {
    pinoHttp: {
      level: LOG_LEVEL,
      genReqId: (request) => (request as IncomingMessage & { id: string }).id,
      customAttributeKeys: { reqId: 'requestId' },
      quietReqLogger: true,
      customSuccessMessage: (request, reply) =>
        `${request.method} ${pathOf(request.url)} ${reply.statusCode}`,
      customErrorMessage: (request, reply) => `${request.method} ${pathOf(request.url)} ${reply.statusCode}`,
      customLogLevel: (_request, reply, error) => (error || reply.statusCode >= 500 ? 'error' : 'info'),
      serializers: {
        req: describeRequest,
        res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
      },
      autoLogging: { ignore: (request) => pathOf(request.url).startsWith('/health/') },
    },
  };
}

function describeRequest({ method, url }: Pick<FastifyRequest, 'method' | 'url'>) {
  const query = new URLSearchParams(url.split('?')[1]);
  return {
    method,
    path: pathOf(url),
    roomId: query.get('roomId') ?? undefined,
    ratePlanId: query.get('ratePlanId') ?? undefined,
  };
}

function pathOf(url = ''): string {
  return url.split('?')[0] ?? '';
}
