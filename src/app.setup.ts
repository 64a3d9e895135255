import { BadRequestException } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Logger } from 'nestjs-pino';
import { uuidv7 } from 'uuidv7';
import { UpdateWindow } from './platform/dates/update-window';
import { AllExceptionsFilter, describeFailure, sendFailure } from './exception.filter';
import { KeepAlive } from './platform/http/keep-alive';
import { slowDownUnreadBodies } from './platform/http/unread-body.hook';
import { recognizePaths } from './platform/http/known-paths.hook';
import { answerMalformedRequest } from './platform/http/malformed-request';
import { refuseBeforeRouting } from './platform/http/refuse-before-routing.hook';
import { addSecurityHeaders } from './platform/http/security-headers';
import { serveDocs } from './platform/openapi/swagger';
import type { CallTracer } from './administration/observability/call-tracer';
import { CALL_TRACER } from './administration/observability/call-tracer';
import { reportCalls } from './administration/observability/report-calls';
import { MetricsService } from './administration/observability/metrics.service';
import { acceptApiKeys } from './dialects/channex/api-key.hook';
import { withoutEndSlash } from './dialects/channex/channex-failure';
import { shedLoad } from './push/admission/load-shedding';
import { FailedCalls } from './push/late-arrivals/failed-calls';
import { noticeFailedCalls } from './push/late-arrivals/failed-calls.hook';
import { answerDryRuns } from './push/dry-run/dry-run.hook';
import { recognizePushOperations } from './push/push-operation.hook';
import { DemoDataService } from './administration/demo/demo-data.service';
import { AdmissionControl } from './push/admission/admission-control';
import { servePages } from './platform/web/serve-pages';

/** The time for a whole call to arrive. A slower call is answered 408. A body of 1 MiB needs 0.8 Mbit/s. */
const REQUEST_TIMEOUT_MS = 10_000;
/** The timeout for a caller that reads no answer or disappears silently. Longer than any DB_RETRY_BUDGET_SECONDS. */
const CONNECTION_TIMEOUT_MS = 330_000;

/**
 * Longer than any proxy keeps an idle connection: Google's load balancer takes 600 s, Caddy 120 s, Traefik 90 s. If the
 * service closed it first, a call in transit would be a 502.
 */
const IDLE_TIMEOUT_MS = 620_000;

/** Creates the HTTP adapter, for `main.ts` and the tests. */
export function createAdapter(): FastifyAdapter {
  return new FastifyAdapter({
    rewriteUrl: ({ url = '/' }) => withoutEndSlash(url),
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    keepAliveTimeout: IDLE_TIMEOUT_MS,
    // Calls on open connections are still served while the service stops.
    return503OnClosing: false,
    http: {
      headersTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: 1_000,
      // `refuseBeforeRouting` refuses such calls instead, with a request id.
      requireHostHeader: false,
    },
    genReqId: () => uuidv7(),
    // A URL that cannot be decoded fails before there is a route, and therefore before Nest.
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      void reply.header('x-request-id', request.id);
      sendFailure(request, reply, describeFailure(withoutUrl(error), request.id));
    },
    clientErrorHandler: answerMalformedRequest,
  });
}

/** The options of `NestFactory.create`. ReceiveInterceptor reads the bodies after the guard. */
export const APPLICATION_OPTIONS = { bodyParser: false, bufferLogs: true } as const;

export function configureApp(app: NestFastifyApplication): NestFastifyApplication {
  app.useLogger(app.get(Logger));
  const server = app.getHttpAdapter().getInstance();
  // For Fastify, no call has a body, because ReceiveInterceptor reads it.
  for (const method of server.supportedMethods)
    server.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  server.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    done();
  });
  acceptApiKeys(server);
  recognizePushOperations(server);
  answerDryRuns(server);
  recognizePaths(server);
  const refuse = (request: FastifyRequest, reply: FastifyReply, error: Error) =>
    sendFailure(request, reply, describeFailure(error, request.id));
  refuseBeforeRouting(server, refuse);
  const filter = app.get(AllExceptionsFilter);
  server.decorate('problemOf', (error, request) => filter.problemOf(error, request));
  app.get(KeepAlive).watch(server);
  reportCalls(server, app.get(MetricsService));
  app.get<CallTracer | null>(CALL_TRACER)?.watch(server);
  noticeFailedCalls(server, app.get(FailedCalls));
  slowDownUnreadBodies(server);
  shedLoad(server, app.get(AdmissionControl), refuse);
  addSecurityHeaders(server);
  const window = app.get(UpdateWindow);
  serveDocs(app, { today: () => window.today(), hasDemoData: () => app.get(DemoDataService).isThere() });
  servePages(app);
  return app;
}

/** Fastify's message repeats the whole URL, which may contain a token. */
function withoutUrl(error: Error & { code?: string }): Error {
  if (error.code !== 'FST_ERR_BAD_URL') return error;
  return new BadRequestException('The URL cannot be decoded: write a literal % as %25');
}
