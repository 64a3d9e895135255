import type { FastifyInstance } from 'fastify';
import type { PushOperation } from './operations';

declare module 'fastify' {
  interface FastifyRequest {
    /** The operation of the channel manager whose path was called, with whatever method. */
    pushOperation?: PushOperation;
  }
}

/** Tells of each request which operation it calls, as the routes declare it. To be added before them. */
export function recognizePushOperations(server: FastifyInstance): void {
  const operations = new Map<string, PushOperation>();
  server.addHook('onRoute', ({ url, config }) => {
    if (config?.pushOperation) operations.set(url, config.pushOperation);
  });
  server.addHook('onRequest', (request, _reply, done) => {
    // Where there is no such route, as for another method, the URL tells.
    const path = request.routeOptions.url ?? request.url.split('?')[0] ?? '';
    request.pushOperation = operations.get(path);
    done();
  });
}
