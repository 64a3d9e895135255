import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { Catch, HttpException, Logger, NotFoundException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TooManyFailuresException } from './platform/auth/failed-authentications';
import type { RatePlanId, RoomId } from './platform/database/id';
import { parseId } from './platform/database/id';
import { isRetryable } from './platform/database/retryable-error';
import type { JournaledCall } from './push/journal/journaled-call';
import { PUSHES } from './push/operations';
import { OverloadedError } from './push/overloaded-error';
import { RefusalRecorder } from './push/refusal-recorder';
import type { FieldError } from './platform/http/problem';
import { wrongContentType } from './platform/http/json-body';
import { problemDetails, ProblemException } from './platform/http/problem';
import { traceparentOf } from './platform/http/traceparent';

/** What a failed call is told: never a cause inside the service, never a stack. */
export interface Failure {
  status: number;
  detail: string;
  headers: Record<string, string>;
  /** Wrong fields, of which problem details tell. */
  errors: FieldError[];
  /** What else they tell of this kind of problem. */
  members?: Record<string, string>;
  /** What metrics call it, where that is not read from the status. */
  outcome?: 'shed' | 'unavailable';
}

/** 405: the path is right, and takes other methods. */
class WrongMethodException extends HttpException {
  constructor(
    message: string,
    readonly methods: string[],
  ) {
    super(message, 405);
  }
}

/** Answers failures: as text, as `false`, or as problem details, by who calls. */
@Catch()
export class AllExceptionsFilter implements ExceptionFilter {
  private readonly logger = new Logger(AllExceptionsFilter.name);

  constructor(private readonly refusals: RefusalRecorder) {}

  async catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const requestId = request.id;
    const ids = { requestId, traceparent: traceparentOf(request) };
    const error = inOwnWords(thrown, request);
    const failure = describeFailure(error, requestId);
    if (error instanceof OverloadedError)
      this.logger.warn({ msg: `The call was shed: ${error.message}`, ...ids });
    else if (failure.status >= 500) this.logger.error({ msg: 'The call failed', ...ids, err: error });
    else this.logger.warn({ msg: 'The call was refused', ...ids, ...loggable(failure) });
    sendFailure(request, http.getResponse<FastifyReply>(), await this.recorded(request, failure, error));
  }

  /** Journals what a caller with a valid token was refused. @returns what it is to be told */
  private async recorded(request: FastifyRequest, failure: Failure, error: unknown): Promise<Failure> {
    const operation = request.pushOperation;
    const hasAccess = request.isAuthorized ?? request.user !== undefined;
    if (!operation || !hasAccess || failure.status === 401) return failure;
    // With the database away or too slow, an entry would make the caller wait and the database slower.
    if (failure.status === 503) return failure;
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
      const body = isRefused ? request.rawBody : undefined;
      await this.refusals.record(push, { outcome: isRefused ? 'refused' : 'failed', problem, body });
      return failure;
    } catch (invalidToken) {
      return describeFailure(invalidToken, request.id);
    }
  }
}

/** Nest's words and Fastify's repeat the whole URL, which may hold a token, or teach nothing. */
function inOwnWords(thrown: unknown, request: FastifyRequest): unknown {
  if (request.is404) return noSuchOperation(request);
  return (statusOf(thrown) === 415 && wrongContentType(request.headers)) || thrown;
}

function noSuchOperation({ nearest, method }: FastifyRequest): HttpException {
  if (!nearest) return new NotFoundException('There is no such operation');
  const { path, methods, isExact } = nearest;
  if (!isExact) return new NotFoundException(`There is no such operation. Is ${path} meant?`);
  return new WrongMethodException(`${path} takes ${methods.join(', ')}, not ${method}`, methods);
}

/** Answers a failure in the format of the operation that was called. */
export function sendFailure(request: FastifyRequest, reply: FastifyReply, failure: Failure): void {
  void reply.status(failure.status).headers(failure.headers);
  const operation = request.pushOperation;
  request.outcome ??= failure.outcome;
  if (!operation) return sendProblem(request, reply, failure);
  const { answers } = PUSHES[operation];
  switch (answers) {
    case 'boolean':
      // A failure inside the service is `false` with 200 here, as the contract has it.
      if (failure.status === 503) void reply.status(200);
      void reply.type('application/json; charset=utf-8').send('false');
      return;
    case 'sentence':
      void reply.type('text/plain; charset=utf-8').send(failure.detail);
  }
}

function sendProblem({ id }: FastifyRequest, reply: FastifyReply, failure: Failure): void {
  const { status, detail, errors, members } = failure;
  const problem = problemDetails(status, detail, id, errors, members);
  void reply.type('application/problem+json; charset=utf-8').send(JSON.stringify(problem));
}

export function describeFailure(error: unknown, requestId: string): Failure {
  if (isRetryable(error) || error instanceof OverloadedError) {
    const detail = `The database is away or overloaded, request ${requestId}: please call again`;
    const outcome = error instanceof OverloadedError ? 'shed' : 'unavailable';
    return { status: 503, detail, headers: { 'retry-after': '5' }, errors: [], outcome };
  }
  const status = statusOf(error);
  if (status === undefined)
    return { status: 500, detail: `Internal error, request ${requestId}`, headers: {}, errors: [] };
  const { errors, members } = error instanceof ProblemException ? error : { errors: [] };
  return { status, detail: (error as Error).message, headers: headersOf(status, error), errors, members };
}

/** The words about what is wrong in a call repeat a part of it, which may be a token. */
function loggable({ status, detail, errors }: Failure): object {
  return errors.length === 0 ? { status, detail } : { status, wrongFields: errors.length };
}

function headersOf(status: number, error: unknown): Record<string, string> {
  if (error instanceof TooManyFailuresException) return { 'retry-after': String(error.retryAfterSeconds) };
  if (error instanceof WrongMethodException) return { allow: error.methods.join(', ') };
  if (status === 503 && error instanceof ProblemException) return { 'retry-after': '5' };
  return status === 401 ? { 'www-authenticate': 'Bearer' } : {};
}

/** The status of what was refused on purpose, by this service or by Fastify. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  const { statusCode } = error as { statusCode?: unknown };
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 ? statusCode : undefined;
}
