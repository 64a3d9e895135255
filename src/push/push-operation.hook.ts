import type { FastifyInstance } from 'fastify';
import type { PushOperation } from './operations';

declare module 'fastify' {
  interface FastifyRequest {
    /** The operation of the channel manager at the requested path, for any method. */
    pushOperation?: PushOperation;
  }
}

/** Sets the operation of each request from the routes' declarations. It must be added before the routes. */
export function recognizePushOperations(server: FastifyInstance): void {
  const operations = new Map<string, PushOperation>();
  server.addHook('onRoute', ({ url, config }) => {
    if (config?.pushOperation) operations.set(url, config.pushOperation);
  });
  server.addHook('onRequest', (request, _reply, done) => {
    // A request without a matching route, for example with another method, still has its URL.
    const path = request.routeOptions.url ?? request.url.split('?')[0] ?? '';
    request.pushOperation = operations.get(path);
    done();
  });
}
