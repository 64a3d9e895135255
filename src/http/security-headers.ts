import helmet from '@fastify/helmet';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/**
 * Tells browsers to take from this service only what it means to send. Swagger UI has styles inside its page, which
 * helmet's rules allow, and no scripts. What would send a browser to https is left to the proxy that
 * offers it: inside a network the service is mostly called over http, and other services may share its host name.
 */
export function addSecurityHeaders(app: NestFastifyApplication): void {
  // Not awaited: that would load plugins before Nest's own are registered. `listen` loads it, and fails with it.
  void app.register(helmet, {
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
    strictTransportSecurity: false,
  });
}
