import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import fastify from 'fastify';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config';
import { MetricsService } from './metrics.service';

/** Serves the metrics without a token on a port of their own, which is not meant to be reached from outside. */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(MetricsServer.name);
  private server?: FastifyInstance;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly metrics: MetricsService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { METRICS_PORT: port, HOST: host } = this.config;
    if (port === undefined) return;
    const { registry } = this.metrics;
    this.server = fastify();
    this.server.get('/metrics', async (_request, reply) => {
      void reply.type(registry.contentType);
      return registry.metrics();
    });
    this.logger.log(`Metrics are served at ${await this.server.listen({ port, host })}/metrics`);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.server?.close();
  }
}
