import type { FastifyInstance } from 'fastify';
import type { PushOperation } from './operations';
import { DRY_RUN_PATH } from './dry-run/dry-run.hook';

declare module 'fastify' {
  interface FastifyRequest {
    /** The operation of the channel manager at the requested path, for any method. A dry run has none. */
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
    const operation = operations.get(path);
    if (operation && path.startsWith(`/${DRY_RUN_PATH}`)) request.dryRun = { operation };
    else request.pushOperation = operation;
    done();
  });
}
