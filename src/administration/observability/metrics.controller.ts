import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Scopes } from '../../platform/auth/scopes.decorator';
import { MetricsService } from './metrics.service';
import { MetricsDocs, ObservabilityApi } from './observability.docs';

/**
 * Serves the metrics to Prometheus with a token of the scope `metrics` or `admin`.
 * METRICS_PORT, if set, serves them without a token.
 */
@Controller('metrics')
@Scopes('metrics')
@ObservabilityApi()
export class MetricsController {
  constructor(private readonly metrics: MetricsService) {}

  @Get()
  @MetricsDocs()
  async read(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    void reply.type(this.metrics.registry.contentType);
    return this.metrics.registry.metrics();
  }
}
