import type { Type } from '@nestjs/common';
import { applyDecorators, UseInterceptors } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiHeader,
  ApiProperty,
  ApiResponse,
  ApiSchema,
  getSchemaPath,
} from '@nestjs/swagger';
import { EntityTagInterceptor } from '../http/entity-tag';
import { problemDetails } from '../http/problem';
import { ApiAnswer, ProblemDetails, REQUEST_ID_EXAMPLE } from './api-docs';

const TAG_EXAMPLE = '"BwP3ZxHo0y5jX2mJq0VbZA"';

const ETAG = {
  ETag: {
    schema: { type: 'string' as const },
    example: TAG_EXAMPLE,
    description: 'The entity tag of this representation, for If-Match',
  },
};

/** A change, from its journal entry, that happened after the caller read the representation. */
class ChangeSince {
  @ApiProperty({ description: 'The id of its journal entry', format: 'uuid', example: REQUEST_ID_EXAMPLE })
  requestId!: string;
  @ApiProperty({ description: 'When it took effect', format: 'date-time' }) at!: string;
  @ApiProperty({
    description: 'The name of the access token; null if the call needed none',
    type: String,
    nullable: true,
    example: 'allbookers',
  })
  token!: string | null;
  @ApiProperty({ description: 'The operation', example: 'roomEditChannelManager' }) operation!: string;
  @ApiProperty({
    description: 'The changed rate plan; null for the room, or for several plans',
    type: String,
    nullable: true,
    example: null,
  })
  ratePlanId!: string | null;
  @ApiProperty({
    type: 'object',
    additionalProperties: {
      type: 'object',
      properties: { from: { description: 'The old value' }, to: { description: 'The new value' } },
      required: ['from', 'to'],
    },
    description:
      'The old and new values by field; of a change of several plans (`changeRatePlans`), their fields by the ids of the plans',
    example: { totalRooms: { from: 5, to: 8 } },
  })
  changes!: Record<string, { from: unknown; to: unknown }>;
}

/** RFC 9457 problem details of a change whose condition is not met. */
@ApiSchema({
  name: 'ChangedSinceProblem',
  description: 'RFC 9457 problem details, with the changes that happened since',
})
class ChangedSinceProblem extends ProblemDetails {
  @ApiProperty({
    description:
      'The changes since the representation was read, oldest first; empty if the journal does not say what happened',
    type: [ChangeSince],
  })
  changes!: ChangeSince[];
}

/** Answers a record with its entity tag, and documents both. */
export function AnswersTagged(status: 200 | 201, model: Type): MethodDecorator {
  return applyDecorators(
    UseInterceptors(EntityTagInterceptor),
    ApiResponse({ status, type: model, headers: ETAG }),
  );
}

/** Documents the condition of a change or of a deletion, and its 412. */
export function TakesIfMatch(record: string): MethodDecorator {
  const change = {
    requestId: REQUEST_ID_EXAMPLE,
    at: '2026-11-21T12:00:00.000000Z',
    token: 'allbookers',
    operation: 'roomEditChannelManager',
    ratePlanId: null,
    changes: { totalRooms: { from: 5, to: 8 } },
  };
  const detail = `The ${record} has changed since it was read: allbookers changed totalRooms from 5 to 8 at ${change.at}`;
  const example = problemDetails(412, detail, REQUEST_ID_EXAMPLE, [], { changes: [change] });
  return applyDecorators(
    ApiExtraModels(ChangedSinceProblem),
    ApiHeader({
      name: 'If-Match',
      required: false,
      // Swagger UI would send an example.
      schema: { type: 'string' },
      description:
        `The ETag of the ${record} as it was read, as \`${TAG_EXAMPLE}\`, several of them, or \`*\`. If the ${record} has changed since, the answer is ` +
        'a 412. Without it, the call changes what it names, whatever has changed since',
    }),
    ApiAnswer(412, `The ${record} has changed since it was read: the answer says who changed what and when`, {
      'application/problem+json': { schema: { $ref: getSchemaPath(ChangedSinceProblem) }, example },
    }),
  );
}
