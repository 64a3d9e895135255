import type { AddressInfo, Server } from 'node:net';

/**
 * The address at which a server listens. `getUrl` of Nest and `listen` of Fastify name 127.0.0.1 for all addresses, which
 * is wrong for callers from outside of a container.
 */
export function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
