import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { AdmissionModule } from '../../push/admission/admission.module';
import { PushModule } from '../../push/push.module';
import type { Config } from '../../platform/config/config';
import { CONFIG } from '../../platform/config/config';
import { CALL_TRACER, CallTracer, isTracingOn } from './call-tracer';
import { DatabaseFiguresRepository } from './database-figures.repository';
import { DEFAULT_FIGURES_KEPT_MS, DatabaseFiguresService, FIGURES_KEPT_MS } from './database-figures.service';
import { Gauges } from './gauges';
import { HealthController } from './health.controller';
import { MetricsController } from './metrics.controller';
import { MetricsServer } from './metrics.server';
import { MetricsService } from './metrics.service';

/** Health and metrics, for operators. */
@Module({
  imports: [AdmissionModule, PushModule, TerminusModule.forRoot({ logger: false })],
  controllers: [HealthController, MetricsController],
  providers: [
    DatabaseFiguresRepository,
    DatabaseFiguresService,
    Gauges,
    MetricsServer,
    MetricsService,
    {
      provide: CALL_TRACER,
      inject: [CONFIG],
      useFactory: (config: Config) => (isTracingOn(config) ? CallTracer.start() : null),
    },
    { provide: FIGURES_KEPT_MS, useValue: DEFAULT_FIGURES_KEPT_MS },
  ],
})
export class ObservabilityModule {}
