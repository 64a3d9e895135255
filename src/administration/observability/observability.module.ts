import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { AdmissionModule } from '../../push/admission/admission.module';
import { PushModule } from '../../push/push.module';
import { DatabaseFiguresRepository } from './database-figures.repository';
import { DEFAULT_FIGURES_KEPT_MS, DatabaseFiguresService, FIGURES_KEPT_MS } from './database-figures.service';
import { Gauges } from './gauges';
import { HealthController } from './health.controller';
import { MetricsController } from './metrics.controller';
import { MetricsServer } from './metrics.server';
import { MetricsService } from './metrics.service';

/** What operators look at: health and metrics. */
@Module({
  imports: [AdmissionModule, PushModule, TerminusModule.forRoot({ logger: false })],
  controllers: [HealthController, MetricsController],
  providers: [
    DatabaseFiguresRepository,
    DatabaseFiguresService,
    Gauges,
    MetricsServer,
    MetricsService,
    { provide: FIGURES_KEPT_MS, useValue: DEFAULT_FIGURES_KEPT_MS },
  ],
})
export class ObservabilityModule {}
