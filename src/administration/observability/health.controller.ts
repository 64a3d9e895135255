import { Controller, Get } from '@nestjs/common';
import type { HealthCheckResult, HealthIndicatorResult } from '@nestjs/terminus';
import { HealthCheck, HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';
import { from, lastValueFrom, timeout, TimeoutError } from 'rxjs';
import { Public } from '../../platform/auth/scopes.decorator';
import { TransactionRunner } from '../../platform/database/transaction-runner';
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
    private readonly indicators: HealthIndicatorService,
    private readonly transactions: TransactionRunner,
  ) {}

  /** 200 as long as the process answers: what fails here is repaired by a restart. */
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
    return this.health.check([() => this.pingDatabase()]);
  }

  private async pingDatabase(): Promise<HealthIndicatorResult> {
    const indicator = this.indicators.check('database');
    try {
      await lastValueFrom(from(this.transactions.ping()).pipe(timeout(DATABASE_TIMEOUT_MS)));
      return indicator.up();
    } catch (error) {
      // What the database says may name it: callers of this need no token.
      return error instanceof TimeoutError
        ? indicator.down(`timeout of ${DATABASE_TIMEOUT_MS}ms exceeded`)
        : indicator.down();
    }
  }
}
