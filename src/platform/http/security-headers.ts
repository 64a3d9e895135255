import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

const ADMINISTRATION = /^\/admin(?![^/?])/;

/**
 * Sets headers that restrict what browsers load and run. Swagger UI has inline styles, which helmet's rules allow, and
 * no inline scripts. Redirects to https are left to the proxy that offers it: inside a network, clients mostly call the
 * service over http, and other services may share its host name.
 *
 * Fastify's helmet plugin is not used, because it computes all headers again for each call.
 */
export function addSecurityHeaders(server: FastifyInstance): void {
  const setHeaders = helmet({
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
    strictTransportSecurity: false,
  });
  server.addHook('onRequest', ({ raw, url }, reply, done) => {
    // Journals, tokens and prices are only for their reader: a shared computer must not keep a copy.
    if (ADMINISTRATION.test(url)) reply.raw.setHeader('cache-control', 'no-store');
    setHeaders(raw, reply.raw, () => done());
  });
}
