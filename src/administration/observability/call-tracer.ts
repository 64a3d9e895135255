import type * as Api from '@opentelemetry/api';
import type { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../../platform/config/config';
import type { CallEnd } from './call-end';
import { watchEnds } from './call-end';
import { readTraceparent, traceparentOf } from '../../platform/http/traceparent';

const NAME = 'channel-manager-intake';
/** A collector that does not answer must not delay the shutdown. */
const MAX_FLUSH_MS = 3_000;

/** Reports whether the standard variables of OpenTelemetry switch tracing on. */
export function isTracingOn(config: Config): boolean {
  if (config.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || config.OTEL_TRACES_EXPORTER === 'none')
    return false;
  const endpoint = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? config.OTEL_EXPORTER_OTLP_ENDPOINT;
  return endpoint !== undefined || config.OTEL_SDK_DISABLED !== undefined;
}

/** Sends a span for each call to an OpenTelemetry collector. The service loads OpenTelemetry only if tracing is on. */
export class CallTracer implements OnApplicationShutdown {
  private constructor(
    private readonly api: typeof Api,
    private readonly provider: BasicTracerProvider,
    private readonly tracer: Api.Tracer,
  ) {}

  /** The libraries read all other variables themselves: endpoint, headers, timeouts, sampler, attributes. */
  static async start(): Promise<CallTracer> {
    const api = await import('@opentelemetry/api');
    const { BasicTracerProvider, BatchSpanProcessor } = await import('@opentelemetry/sdk-trace-base');
    const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto');
    const { detectResources, envDetector, resourceFromAttributes } = await import('@opentelemetry/resources');
    const provider = new BasicTracerProvider({
      resource: resourceFromAttributes({ 'service.name': NAME }).merge(
        detectResources({ detectors: [envDetector] }),
      ),
      spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
    });
    return new CallTracer(api, provider, provider.getTracer(NAME));
  }

  /** Adds a span for every call, except health checks. */
  watch(server: FastifyInstance): void {
    watchEnds(server, (request, reply, end) => {
      if (!request.url.startsWith('/health/')) this.record(request, reply, end);
    });
  }

  async onApplicationShutdown(): Promise<void> {
    const flushed = this.provider.shutdown().catch(() => undefined);
    await Promise.race([flushed, delay(MAX_FLUSH_MS, undefined, { ref: false })]);
  }

  private record(request: FastifyRequest, { statusCode, elapsedTime }: FastifyReply, callEnd: CallEnd): void {
    const { SpanKind, SpanStatusCode } = this.api;
    const route = request.routeOptions.url;
    const end = Date.now();
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'http.response.status_code': statusCode,
      'channel_manager.request_id': request.id,
      'channel_manager.outcome': request.outcome,
      'channel_manager.end': callEnd,
    };
    const options = { kind: SpanKind.SERVER, startTime: end - elapsedTime, attributes };
    const name = route ? `${request.method} ${route}` : request.method;
    const span = this.tracer.startSpan(name, options, this.contextOf(request));
    if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(end);
  }

  /** Returns the caller's span if it sent one: this call then belongs to its trace. */
  private contextOf(request: FastifyRequest): Api.Context {
    const { ROOT_CONTEXT, trace, TraceFlags } = this.api;
    const parent = readTraceparent(traceparentOf(request) ?? '');
    if (!parent) return ROOT_CONTEXT;
    const traceFlags = parent.isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
    return trace.setSpanContext(ROOT_CONTEXT, { ...parent, traceFlags, isRemote: true });
  }
}

/** The tracer, or null if tracing is off. */
export const CALL_TRACER = Symbol('CALL_TRACER');
