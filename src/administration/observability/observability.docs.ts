import { applyDecorators } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ACCESS_TOKEN,
  ApiAnswer,
  ApiProblem,
  ApiTimeout,
  Failures,
  UNEXPECTED,
} from '../../platform/openapi/api-docs';

/** Documents the endpoints for operators. */
export const ObservabilityApi = (): ClassDecorator =>
  applyDecorators(
    ApiTags('Operations'),
    ApiProblem(405, 'The path takes GET and HEAD: `Allow` says so'),
    ApiTimeout(),
    ApiProblem(417, UNEXPECTED),
  );

const METRICS_EXAMPLE = `# HELP channel_manager_calls_total Calls of the channel manager, by operation and outcome
# TYPE channel_manager_calls_total counter
channel_manager_calls_total{operation="updateCalendarPrices",outcome="applied"} 42
`;

export function ReadyDocs(): MethodDecorator {
  return applyDecorators(
    AnswersHealth({ database: { status: 'up' } }),
    ApiProblem(503, 'The database does not answer, or the service is shutting down', [], {}),
  );
}

export function MetricsDocs(): MethodDecorator {
  return applyDecorators(
    ApiOperation({
      summary: 'Read the metrics, for Prometheus',
      description: 'METRICS_PORT, if set, serves them as well, without a token.',
    }),
    ApiBearerAuth(ACCESS_TOKEN),
    ApiAnswer(200, 'The metrics, as Prometheus reads them', {
      'text/plain': { schema: { type: 'string' }, example: METRICS_EXAMPLE },
    }),
    Failures(),
  );
}

/** Documents the answer of a health check whose checks are all up. */
export function AnswersHealth(details: Record<string, { status: 'up' }>): MethodDecorator {
  const checks = {
    type: 'object',
    description: 'The checks by name',
    additionalProperties: {
      type: 'object',
      properties: { status: { type: 'string', example: 'up', description: 'up, or down' } },
    },
  };
  return ApiAnswer(200, 'Yes', {
    'application/json': {
      schema: {
        type: 'object',
        properties: {
          status: { type: 'string', example: 'ok', description: 'ok: everything is up' },
          info: checks,
          error: checks,
          details: checks,
        },
      },
      example: { status: 'ok', info: details, error: {}, details },
    },
  });
}
