import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Scopes } from '../../platform/auth/scopes.decorator';
import { MetricsService } from './metrics.service';
import { MetricsDocs, ObservabilityApi } from './observability.docs';

/** The metrics, for Prometheus with a token of the scope `metrics` or `admin`. Without one they are on METRICS_PORT, where that is set. */
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
