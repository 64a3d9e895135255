import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { Catch, HttpException, Logger, NotFoundException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TooManyFailuresException } from './platform/auth/failed-authentications';
import type { RatePlanId, RoomId } from './platform/database/id';
import { parseId } from './platform/database/id';
import { isRetryable } from './platform/database/retryable-error';
import { LogBudget } from './platform/http/log-budget';
import type { CallOutcome } from './push/call-outcome';
import { outcomeOfStatus } from './push/call-outcome';
import type { JournaledCall } from './push/journal/journaled-call';
import type { PushOperation } from './push/operations';
import { PUSHES } from './push/operations';
import { receiptOfRefusal } from './push/dry-run/dry-run.hook';
import { CHANNEX_PATH, channexFailure } from './dialects/channex/channex-failure';
import { envelopeOf } from './dialects/siteconnect/envelope';
import { writeFault } from './dialects/siteconnect/soap-writer';
import { OverloadedError } from './push/overloaded-error';
import { UnsuccessfulCallRecorder } from './push/unsuccessful-call-recorder';
import type { FieldError } from './platform/http/problem';
import { wrongContentType } from './platform/http/json-body';
import { problemDetails, ProblemException } from './platform/http/problem';
import { traceparentOf } from './platform/http/traceparent';

/** The answer to a failed call. It never contains an internal cause or a stack. */
export interface Failure {
  status: number;
  detail: string;
  headers: Record<string, string>;
  /** The wrong fields, for problem details. */
  errors: FieldError[];
  /** Additional members of problem details for this kind of problem. */
  members?: Record<string, unknown>;
  /** The outcome of a call of the channel manager. */
  outcome: CallOutcome;
}

/** The limit for lines about refused and shed calls. The metrics and the access log still count all of them. */
const MAX_LINES_PER_MINUTE = 100;

/** 405: the path exists, but takes other methods. */
class WrongMethodException extends HttpException {
  constructor(
    message: string,
    readonly methods: string[],
  ) {
    super(message, 405);
  }
}

/** The ids of a call in the log. */
interface CallIds {
  requestId: string;
  traceparent: string | undefined;
}

/** Answers failures as text, as `false` or as problem details, depending on the operation. */
@Catch()
export class AllExceptionsFilter implements ExceptionFilter {
  private readonly logger = new Logger(AllExceptionsFilter.name);
  private readonly budget = new LogBudget(MAX_LINES_PER_MINUTE, 60_000);

  constructor(private readonly unsuccessfulCalls: UnsuccessfulCallRecorder) {}

  async catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const { error, failure } = this.describeAndLog(thrown, request);
    receiptOfRefusal(request, failure);
    sendFailure(request, http.getResponse<FastifyReply>(), await this.recorded(request, failure, error));
  }

  /** Logs a failure whose answer has begun already. @returns its problem details */
  problemOf(thrown: unknown, request: FastifyRequest): object {
    return problemOf(request.id, this.describeAndLog(thrown, request).failure);
  }

  /** Describes a failure in the service's own words, and logs it. */
  private describeAndLog(thrown: unknown, request: FastifyRequest): { error: unknown; failure: Failure } {
    const error = inOwnWords(thrown, request);
    const failure = describeFailure(error, request.id);
    this.log(error, failure, { requestId: request.id, traceparent: traceparentOf(request) });
    return { error, failure };
  }

  /** Writes one log line for each failure. An internal error is always written, and only it has a stack. */
  private log(error: unknown, failure: Failure, ids: CallIds): void {
    if (failure.outcome === 'failed') {
      this.logger.error({ msg: 'The call failed', ...ids, err: error });
      return;
    }
    const dropped = this.budget.admit();
    if (dropped === undefined) return;
    const line = { ...ids, ...(dropped > 0 && { droppedLines: dropped }) };
    if (failure.outcome === 'shed')
      this.logger.warn({ msg: `The call was shed: ${(error as Error).message}`, ...line });
    else if (failure.outcome === 'unavailable')
      this.logger.error({
        msg: 'The call failed: the database is away or busy',
        ...line,
        cause: String(error),
      });
    else this.logger.warn({ msg: 'The call was refused', ...line, ...loggable(failure) });
  }

  /** Journals the failed call of a caller with a valid token. @returns the failure to answer */
  private async recorded(request: FastifyRequest, failure: Failure, error: unknown): Promise<Failure> {
    const operation = request.pushOperation;
    const hasAccess = request.isAuthorized ?? request.user !== undefined;
    if (!operation || !hasAccess || !isJournaled(operation, failure)) return failure;
    const { roomId, ratePlanId } = request.query as Record<string, unknown>;
    const push: JournaledCall = {
      id: request.id,
      token: request.user ?? null,
      traceparent: traceparentOf(request),
      operation,
      roomId: parseId<RoomId>(roomId) ?? null,
      ratePlanId: parseId<RatePlanId>(ratePlanId) ?? null,
    };
    const isRefused = failure.status < 500;
    const problem = isRefused ? failure.detail : String(error);
    try {
      const body = isRefused || request.user?.sandboxId ? request.rawBody : undefined;
      const outcome = isRefused ? 'refused' : 'failed';
      await this.unsuccessfulCalls.record(push, { outcome, problem, body }, request.hotelCode);
      return failure;
    } catch (invalidToken) {
      return describeFailure(invalidToken, request.id);
    }
  }
}

/**
 * Whether a failure gets a journal entry. While the database is unreachable or slow, an entry would delay the caller
 * and load the database further. An operation that answers `false` gives no reason, so its developers find the cause
 * only in the journal.
 */
function isJournaled(operation: PushOperation, { status, outcome }: Failure): boolean {
  if (status === 401 || outcome === 'shed') return false;
  return outcome !== 'unavailable' || PUSHES[operation].answers === 'boolean';
}

/** Replaces messages of Nest and Fastify that repeat the whole URL, which may contain a token, or that do not help. */
function inOwnWords(thrown: unknown, request: FastifyRequest): unknown {
  if (request.is404) return noSuchOperation(request);
  if (thrown instanceof ProblemException) return thrown;
  return (statusOf(thrown) === 415 && wrongContentType(request.headers)) || thrown;
}

function noSuchOperation({ nearest, method }: FastifyRequest): HttpException {
  if (!nearest) return new NotFoundException('There is no such operation');
  const { path, methods, isExact } = nearest;
  if (!isExact) return new NotFoundException(`There is no such operation. Did you mean ${path}?`);
  return new WrongMethodException(`${path} takes ${methods.join(', ')}, not ${method}`, methods);
}

/** Answers a failure in the format of the called operation. */
export function sendFailure(request: FastifyRequest, reply: FastifyReply, failure: Failure): void {
  void reply.status(failure.status).headers(failure.headers);
  const operation = request.pushOperation;
  if (!operation) {
    if (request.url.startsWith(CHANNEX_PATH)) return sendChannex(reply, failure, false);
    return sendProblem(request, reply, failure);
  }
  request.outcome ??= failure.outcome;
  const { answers } = PUSHES[operation];
  switch (answers) {
    case 'boolean':
      // The contract answers an internal failure with 200 and `false`.
      if (failure.status >= 500) void reply.status(200);
      void reply.type('application/json; charset=utf-8').send('false');
      return;
    case 'sentence':
      void reply.type('text/plain; charset=utf-8').send(failure.detail);
      return;
    case 'channex':
      sendChannex(reply, failure, true);
      return;
    case 'siteconnect':
      void reply
        .type('text/xml; charset=utf-8')
        .send(writeFault(failure.status, failure.detail, envelopeOf(request)));
  }
}

function sendChannex(reply: FastifyReply, { detail, errors }: Failure, isChanges: boolean): void {
  const body = JSON.stringify(channexFailure(isChanges, detail, errors));
  void reply.type('application/json; charset=utf-8').send(body);
}

function sendProblem({ id }: FastifyRequest, reply: FastifyReply, failure: Failure): void {
  void reply.type('application/problem+json; charset=utf-8').send(JSON.stringify(problemOf(id, failure)));
}

function problemOf(requestId: string, { status, detail, errors, members }: Failure): object {
  return problemDetails(status, detail, requestId, errors, members);
}

export function describeFailure(error: unknown, requestId: string): Failure {
  if (isRetryable(error) || error instanceof OverloadedError) {
    const detail = `The database is away or overloaded, request ${requestId}: please call again`;
    const outcome = error instanceof OverloadedError ? 'shed' : 'unavailable';
    return { status: 503, detail, headers: { 'retry-after': '5' }, errors: [], outcome };
  }
  const status = statusOf(error);
  if (status === undefined) {
    const detail = `Internal error, request ${requestId}`;
    return { status: 500, detail, headers: {}, errors: [], outcome: 'failed' };
  }
  const { errors, members } = error instanceof ProblemException ? error : { errors: [] };
  const { message: detail } = error as Error;
  const headers = headersOf(status, error);
  return { status, detail, headers, errors, members, outcome: outcomeOfStatus(status) };
}

/**
 * Log fields for a refused call. Messages about wrong fields quote the call, which may contain a token, so only their
 * number is logged.
 */
function loggable({ status, detail, errors }: Failure): object {
  return errors.length === 0 ? { status, detail } : { status, wrongFields: errors.length };
}

function headersOf(status: number, error: unknown): Record<string, string> {
  if (error instanceof TooManyFailuresException) return { 'retry-after': String(error.retryAfterSeconds) };
  if (error instanceof WrongMethodException) return { allow: error.methods.join(', ') };
  if (status === 503 && error instanceof ProblemException) return { 'retry-after': '5' };
  return status === 401 ? { 'www-authenticate': 'Bearer' } : {};
}

/** The status of an intended refusal by this service or by Fastify. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  const { statusCode } = error as { statusCode?: unknown };
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 ? statusCode : undefined;
}
