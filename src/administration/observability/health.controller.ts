import { Controller, Get } from '@nestjs/common';
import type { HealthCheckResult, HealthIndicatorResult } from '@nestjs/terminus';
import { HealthCheck, HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';
import { from, lastValueFrom, timeout, TimeoutError } from 'rxjs';
import { Public } from '../../platform/auth/scopes.decorator';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { AnswersHealth, ObservabilityApi, ReadyDocs } from './observability.docs';

const DATABASE_TIMEOUT_MS = 2_000;
/** Terminus would document failures in another form than this service answers them. */
const UNDOCUMENTED = { noCache: true, swaggerDocumentation: false };

/** Answers whether the process is alive, and whether it can do its work. */
@Controller('health')
@Public()
@ObservabilityApi()
export class HealthController {
  /** The ping of the database that is under way. Anyone may call, so all calls share it, and it takes one connection. */
  private asking: Promise<HealthIndicatorResult> | undefined;

  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly transactions: TransactionRunner,
  ) {}

  /** Is the process alive? @remarks A restart repairs any failure here. */
  @Get('live')
  @HealthCheck(UNDOCUMENTED)
  @AnswersHealth({})
  live(): Promise<HealthCheckResult> {
    return this.health.check([]);
  }

  /** Can the service do its work? Pings the database */
  @Get('ready')
  @HealthCheck(UNDOCUMENTED)
  @ReadyDocs()
  ready(): Promise<HealthCheckResult> {
    this.asking ??= this.pingDatabase().finally(() => (this.asking = undefined));
    const { asking } = this;
    return this.health.check([() => asking]);
  }

  private async pingDatabase(): Promise<HealthIndicatorResult> {
    const indicator = this.indicators.check('database');
    try {
      await lastValueFrom(from(this.transactions.ping()).pipe(timeout(DATABASE_TIMEOUT_MS)));
      return indicator.up();
    } catch (error) {
      // The error message may contain the name of the database, and callers of this endpoint need no token.
      return error instanceof TimeoutError
        ? indicator.down(`timeout of ${DATABASE_TIMEOUT_MS}ms exceeded`)
        : indicator.down();
    }
  }
}
