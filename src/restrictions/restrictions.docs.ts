import { applyDecorators } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { MAX_NIGHTS } from '../calendar/restrictions';
import {
  ApiDatedArray,
  ApiIdQuery,
  ApiPushDone,
  ApiPushFailures,
  ApiText,
  DatedElement,
  NUMBER_IN_STRING,
  PushApi,
  ROOM_MISSING_EXAMPLE,
} from '../push/push.docs';
import { Property } from '../platform/http/property';

const WRONG_DATE = '[0].date must be a date as 2026-12-31, or a date-time with an offset; got ""';
const SKIPS = 'It skips dates before yesterday or more than two years from today. ';
const REPORTS = 'An empty list or a missing room changes nothing, and the service reports it by e-mail.';

/** Documents an element of the body. */
class BlackoutData extends DatedElement {
  /** true closes the room on this date, false opens it; also accepted in a string @example true */
  @Property({ oneOf: [{ type: 'boolean' }, { type: 'string', enum: ['true', 'false'] }] })
  blackoutStatus!: boolean;
}

const nights = (description: string) =>
  Property({
    oneOf: [
      { type: 'integer', minimum: 0, maximum: MAX_NIGHTS },
      { type: 'string', pattern: NUMBER_IN_STRING },
    ],
    example: 3,
    description: `${description}; also accepted as a number in a string`,
  });

/** Documents an element of the body. */
class MinStayData extends DatedElement {
  @nights('The minimum number of nights of a stay that begins on this date; 0 and 1 mean no minimum')
  minStay!: number;
}

/** Documents an element of the body. */
class MaxStayData extends DatedElement {
  @nights('The maximum number of nights of a stay that begins on this date; 0 means no maximum')
  maxStay!: number;
}

export function UpdateCalendarBlackoutDocs(): MethodDecorator {
  return applyDecorators(
    PushApi(),
    ApiOperation({
      operationId: 'updateCalendarBlackout',
      summary: 'Operation 4: closed dates of a room',
      description:
        'Closes a room on dates, or opens it again. Rooms left and prices stay as they are. A date without ' +
        `availability gets one of 0 rooms. ${SKIPS}${REPORTS}`,
    }),
    ApiIdQuery('roomId', '1', 'The id of the room'),
    ApiDatedArray(BlackoutData, 'blackoutStatus', {
      first: true,
      second: true,
      third: false,
      inText: 'true',
    }),
    ApiPushDone({
      Success: 'Blackout is successfully updated',
      'An empty list': 'blackout is received as empty list 1',
      'The room is missing': ROOM_MISSING_EXAMPLE,
    }),
    ApiPushFailures({
      'Elements are wrong': `${WRONG_DATE}\n[3].blackoutStatus must be true or false; got "yes"`,
    }),
  );
}

export function UpdateCalendarMinStayDocs(): MethodDecorator {
  return stayDocs(MinStayData, 'minStay', {
    operationId: 'updateCalendarMinStay',
    summary: 'Operation 5: minimum stays of a rate plan, by date of arrival',
    text: 'Min stay is successfully updated',
    emptyList: 'min stay is received as empty list 1',
  });
}

export function UpdateCalendarMaxStayDocs(): MethodDecorator {
  return stayDocs(MaxStayData, 'maxStay', {
    operationId: 'updateCalendarMaxStay',
    summary: 'Operation 6: maximum stays of a rate plan, by date of arrival',
    text: 'Max stay is successfully updated',
    emptyList: 'max stay is received as empty list 1',
  });
}

function stayDocs(
  element: typeof MinStayData | typeof MaxStayData,
  field: string,
  { operationId, summary, text, emptyList }: Record<'operationId' | 'summary' | 'text' | 'emptyList', string>,
): MethodDecorator {
  return applyDecorators(
    PushApi(),
    ApiOperation({
      operationId,
      summary,
      description:
        'Sets the restriction of a rate plan on each date, together with that of every plan that derives from it and ' +
        'inherits the restriction. A date without a record gets one without a price, and one of 0 rooms if the ' +
        `room has none either. ${SKIPS}${REPORTS}`,
    }),
    ApiIdQuery('roomId', '1', 'The id of the room'),
    ApiIdQuery('ratePlanId', '12', 'The id of one of its rate plans'),
    ApiDatedArray(element, field, { first: 3, second: 2, third: 0, inText: '4' }),
    ApiPushDone({ Success: text, 'An empty list': emptyList, 'The room is missing': ROOM_MISSING_EXAMPLE }),
    ApiText(404, 'The room has no such rate plan. Nothing has changed', {
      'The rate plan is missing': 'Rate plan not found',
    }),
    ApiPushFailures({
      'Elements are wrong': `${WRONG_DATE}\n[3].${field} must be a whole number from 0 to ${MAX_NIGHTS}; got -1`,
      'A field is missing': `[0].${field} is missing; unknown field "amount"`,
      'The body is not an array': `The body must be an array, as [{"date":"2026-12-31","${field}":3}]; got an object`,
    }),
  );
}
