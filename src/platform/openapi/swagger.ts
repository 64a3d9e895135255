import { Logger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { SwaggerModule } from '@nestjs/swagger';
import type { CalendarDate } from '../dates/calendar-date';
import { describeApi } from './api-document';
import { withExampleDays } from './example-day';

/** Settings of Swagger UI for administrators who try out the service, instead of for its developers. */
const UI = {
  // The page loads the document from a URL, so that the page's script never changes.
  spec: {},
  url: '/docs-json',
  tryItOutEnabled: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  // Each schema is already shown where it is used.
  defaultModelsExpandDepth: -1,
  defaultModelExpandDepth: 4,
};

/**
 * Hides the Swagger bar, the links that no answer has, and the button to leave the mode that is always on. A body is as
 * high as its text, and the answer comes before the curl line, so that both are visible together. Failures only show a
 * short example, because all failures of an operation would fill three screens.
 */
const CSS = `
  .swagger-ui .topbar, .swagger-ui .response-col_links, .swagger-ui .try-out__btn.cancel { display: none }
  .swagger-ui [data-code]:not([data-code^="2"]) :is(.response-controls, .headers-wrapper, .model-example .tab) {
    display: none;
  }
  .swagger-ui [data-code]:not([data-code^="2"]) .model-example pre { min-height: 0; max-height: 5em }
  .swagger-ui textarea.body-param__text { min-height: 8em; field-sizing: content }
  .swagger-ui div:has(> .live-responses-table) { display: flex; flex-direction: column }
  .swagger-ui .curl-command, .swagger-ui div:has(> .request-url) { order: 1 }
`;

/** The files of Swagger UI that the page loads. The rest is source maps, other builds and an example page. */
const UI_FILES = new Set([
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-standalone-preset.js',
  'favicon-16x16.png',
  'favicon-32x32.png',
]);

/** How long the result of the demo data check is kept, because anyone may request the document as often as they like. */
const DEMO_CHECK_MS = 10_000;

export interface DocumentState {
  today: () => CalendarDate;
  /** Whether the database contains the demo data, and nothing else. */
  hasDemoData: () => Promise<boolean>;
}

/**
 * Serves Swagger UI at `/docs`, and the OpenAPI document at `/docs-json`, without a token: they hold no data.
 */
export function serveDocs(app: NestFastifyApplication, state: DocumentState): void {
  const server = app.getHttpAdapter().getInstance();
  server.addHook('onRequest', (request, reply, done) => {
    const { '*': file } = request.params as { '*'?: string };
    if (request.routeOptions.url === '/docs/*' && !UI_FILES.has(file ?? '')) reply.callNotFound();
    else done();
  });
  SwaggerModule.setup('docs', app, {} as OpenAPIObject, {
    raw: false,
    customSiteTitle: 'Channel manager intake',
    customCss: CSS,
    swaggerOptions: UI,
  });
  const document = new RenderedDocument(app, state);
  server.get('/docs-json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(await document.read()),
  );
}

/** The rendered document. It is rendered again each day, and when the demo data appears or disappears. */
class RenderedDocument {
  private readonly logger = new Logger(RenderedDocument.name);
  private rendered?: { key: string; json: Buffer };
  private demo?: { at: number; answer: Promise<boolean> };

  constructor(
    private readonly app: NestFastifyApplication,
    private readonly state: DocumentState,
  ) {}

  async read(): Promise<Buffer> {
    const hasDemoData = await this.hasDemoData();
    const today = this.state.today();
    const key = `${today} ${hasDemoData}`;
    if (this.rendered?.key !== key) {
      const document = withExampleDays(describeApi(this.app, hasDemoData), today);
      this.rendered = { key, json: Buffer.from(JSON.stringify(document)) };
    }
    return this.rendered.json;
  }

  /** If the check fails, no form is filled in. */
  private hasDemoData(): Promise<boolean> {
    const now = Date.now();
    if (!this.demo || now - this.demo.at >= DEMO_CHECK_MS) {
      const answer = this.state.hasDemoData().catch((error: unknown) => {
        this.logger.warn(`Could not check whether the database has demo data: ${String(error)}`);
        return false;
      });
      this.demo = { at: now, answer };
    }
    return this.demo.answer;
  }
}
