import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

const ADMINISTRATION = /^\/admin(?![^/?])/;

/**
 * Tells browsers to take from this service only what it means to send. Swagger UI has styles inside its page, which
 * helmet's rules allow, and no scripts. What would send a browser to https is left to the proxy that
 * offers it: inside a network the service is mostly called over http, and other services may share its host name.
 *
 * Without Fastify's plugin for helmet, which works all headers out anew for each call.
 */
export function addSecurityHeaders(server: FastifyInstance): void {
  const setHeaders = helmet({
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
    strictTransportSecurity: false,
  });
  server.addHook('onRequest', ({ raw, url }, reply, done) => {
    // Journals, tokens and prices are for their reader alone: a shared computer keeps no copy.
    if (ADMINISTRATION.test(url)) reply.raw.setHeader('cache-control', 'no-store');
    setHeaders(raw, reply.raw, () => done());
  });
}
