import type { FastifyInstance } from 'fastify';
import { isOfChannex } from './channex-failure';

/**
 * Lets Channex send its access token in the header `api-key` or `api_key`. Everything else reads it as a bearer token. It
 * must be added before all hooks that read the token.
 */
export function acceptApiKeys(server: FastifyInstance): void {
  server.addHook('onRequest', ({ url, headers }, _reply, done) => {
    const key = headers['api-key'] ?? headers['api_key'];
    if (typeof key === 'string' && isOfChannex(url)) headers.authorization = `Bearer ${key}`;
    done();
  });
}
