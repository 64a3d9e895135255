import { Controller, Get } from '@nestjs/common';
import type { HealthCheckResult } from '@nestjs/terminus';
import { HealthCheck, HealthCheckService, TypeOrmHealthIndicator } from '@nestjs/terminus';
import { Public } from '../auth/scopes.decorator';
import { LiveDocs, ObservabilityApi, ReadyDocs } from './observability.docs';

const DATABASE_TIMEOUT_MS = 2_000;
/** What Terminus would document of a failure is not what this service answers. */
const UNDOCUMENTED = { noCache: true, swaggerDocumentation: false };

/** Whether the service lives, and whether it can do its work. */
@Controller('health')
@Public()
@ObservabilityApi()
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly database: TypeOrmHealthIndicator,
  ) {}

  /** 200 as long as the process answers: what fails here is mended by a restart. */
  @Get('live')
  @HealthCheck(UNDOCUMENTED)
  @LiveDocs()
  live(): Promise<HealthCheckResult> {
    return this.health.check([]);
  }

  /** 200 when the database answers, 503 when it does not or the service is shutting down. */
  @Get('ready')
  @HealthCheck(UNDOCUMENTED)
  @ReadyDocs()
  ready(): Promise<HealthCheckResult> {
    return this.health.check([() => this.database.pingCheck('database', { timeout: DATABASE_TIMEOUT_MS })]);
  }
}
