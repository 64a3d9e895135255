import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import fastify from 'fastify';
import type { Config } from '../../platform/config/config';
import { CONFIG } from '../../platform/config/config';
import { addressOf } from '../../platform/http/address-of';
import { MetricsService } from './metrics.service';

/** Serves the metrics without a token on a separate port, which must not be reachable from outside. */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(MetricsServer.name);
  private server?: FastifyInstance;
  private address?: string;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly metrics: MetricsService,
  ) {}

  /** The address of the metrics; undefined if METRICS_PORT is not set. */
  get url(): string | undefined {
    return this.address && `${this.address}/metrics`;
  }

  async onApplicationBootstrap(): Promise<void> {
    const { METRICS_PORT: port, METRICS_HOST: host } = this.config;
    if (port === undefined) return;
    const { registry } = this.metrics;
    this.server = fastify();
    this.server.get('/metrics', async (_request, reply) => {
      void reply.type(registry.contentType);
      return registry.metrics();
    });
    await this.server.listen({ port, host });
    this.address = addressOf(this.server.server);
    this.logger.log(`Metrics are served at ${this.url}`);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.server?.close();
  }
}
