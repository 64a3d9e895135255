import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { SwaggerModule } from '@nestjs/swagger';
import type { CalendarDate } from '../dates/calendar-date';
import { describeApi } from './api-document';
import { withExampleDays } from './example-day';
import { foldFailures } from './fold-failures';

/** What differs from how Swagger UI comes: made for administrators who try the service out, not for its developers. */
const UI = {
  persistAuthorization: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  // Every schema is shown where it is used.
  defaultModelsExpandDepth: -1,
  defaultModelExpandDepth: 4,
  plugins: [foldFailures],
};

/**
 * Left out are the bar that says that this is Swagger, links that no answer has, and the way out of a mode that is
 * always on. A body is as high as its text, and the answer comes before the curl line: both are seen at once.
 */
const CSS = `
  .swagger-ui .topbar, .swagger-ui .response-col_links, .swagger-ui .try-out__btn.cancel { display: none }
  .swagger-ui .response-unfold {
    margin-left: 1em; padding: 0; border: 0; background: none; color: #1f6fc5; cursor: pointer;
  }
  .swagger-ui textarea.body-param__text { min-height: 8em; field-sizing: content }
  .swagger-ui div:has(> .live-responses-table) { display: flex; flex-direction: column }
  .swagger-ui .curl-command, .swagger-ui div:has(> .request-url) { order: 1 }
`;

/**
 * Serves Swagger UI at `/docs` and the OpenAPI document at `/docs-json`, without a token: they hold no data.
 * Examples are dated when they are asked for, since the service may run for long.
 */
export function serveDocs(app: NestFastifyApplication, today: () => CalendarDate): void {
  SwaggerModule.setup('docs', app, () => describeApi(app), {
    raw: ['json'],
    customSiteTitle: 'Channel manager intake',
    customCss: CSS,
    swaggerOptions: UI,
    patchDocumentOnRequest: (_request, _response, document: OpenAPIObject) =>
      withExampleDays(document, today()),
  });
}
