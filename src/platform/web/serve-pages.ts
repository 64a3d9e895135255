import fastifyStatic from '@fastify/static';
import { ServiceUnavailableException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { existsSync } from 'node:fs';
import type { Bundle } from './bundle';
import { ASSETS_FOLDER, readBundle } from './bundle';

/** Every address of the page, so that each one can be opened, reloaded and shared. */
const PATHS = [
  '/',
  '/calendar',
  '/journal',
  '/journal/:requestId',
  '/stays',
  '/held-prices',
  '/two-years',
  '/rate-plans',
  '/tokens',
  '/sandboxes',
  '/mails',
];

/** The page may only load its own files and call this service. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='3' fill='%231b5e6b'/%3E%3Cpath d='M3 6h10M3 10h10M6 3v10M10 3v10' stroke='%23fff'/%3E%3C/svg%3E";

/**
 * Serves the page for administrators without a token: it contains no data, and asks for a token itself. One HTML
 * document serves all addresses. The names of its script and style contain a hash, so browsers cache them for a year.
 */
export function servePages(app: NestFastifyApplication): void {
  const server = app.getHttpAdapter().getInstance();
  for (const path of PATHS) {
    server.get(path, async (_request, reply) => {
      const bundle = await readBundle().catch((error: unknown) => {
        throw new ServiceUnavailableException((error as Error).message);
      });
      return reply
        .header('content-security-policy', CONTENT_SECURITY_POLICY)
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(documentOf(bundle, path));
    });
  }
  if (!existsSync(ASSETS_FOLDER)) return;
  void app.register(fastifyStatic, {
    root: ASSETS_FOLDER,
    prefix: '/assets/',
    decorateReply: false,
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
  });
}

/** Addresses are relative, because a proxy may serve the page below a path. */
function documentOf({ script, style }: Bundle, path: string): string {
  const assets = `${'../'.repeat(path.split('/').length - 2)}assets`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Channel manager intake</title>
    <link rel="icon" href="${ICON}" />
    <link rel="stylesheet" href="${assets}/${style}" />
    <script type="module" src="${assets}/${script}"></script>
  </head>
  <body>
    <noscript>This page needs JavaScript. The API is described at <a href="/docs">/docs</a>.</noscript>
  </body>
</html>
`;
}
