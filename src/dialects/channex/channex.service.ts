import { Injectable } from '@nestjs/common';
import { invalidBody, ProblemException } from '../../platform/http/problem';
import type { Call } from '../../platform/http/request-context';
import { quote } from '../../platform/http/quote';
import { DialectService } from '../dialect.service';
import type { AppliedMessage, Hotel, MessageProblem, ProblemCode } from '../message';
import { parseMessageBody } from './channex-body';
import type { ChannexProblem } from './channex-fields';
import { parseChanges } from './channex-message';

/** The number of problems that the journal describes. The answer has all of them. */
const MAX_DESCRIBED = 10;

/** The field that a problem is about, below the place of the change. */
const FIELDS: Partial<Record<ProblemCode, string>> = {
  roomMissing: 'room_type_id',
  ratePlanMissing: 'rate_plan_id',
  planOfOtherRoom: 'rate_plan_id',
  currencyMismatch: 'currency',
  fieldMissing: 'rate_plan_id',
};

/** Answers the calls of the Channex Open Channel API. */
@Injectable()
export class ChannexService {
  constructor(private readonly dialects: DialectService) {}

  /** @throws ProblemException 404 */
  async find(hotelCode: string, call: Call): Promise<Hotel> {
    const hotel = await this.dialects.describe(hotelCode, call);
    if (!hotel) throw new ProblemException(404, `There is no hotel ${quote(hotelCode)}`);
    return hotel;
  }

  /** Parses the body of a message. @throws ProblemException 422 if it is not JSON */
  parse(body: Buffer): unknown {
    const parsed = parseMessageBody(body);
    if ('problem' in parsed) throw invalidBody(422, parsed.problem);
    return parsed.value;
  }

  /** @throws ProblemException 422 if anything is wrong, 413 for too many facts */
  async apply(body: unknown, call: Call): Promise<AppliedMessage> {
    const translated = await parseChanges(body);
    if ('problems' in translated) throw refusal(translated.problems);
    const operation = 'channexChanges';
    const result = await this.dialects.apply(translated.message, { ...call, operation });
    if (result.outcome === 'refused') throw refusal(result.problems.map(withPath));
    return result;
  }
}

function withPath({ code, place, message }: MessageProblem): ChannexProblem {
  const field = FIELDS[code];
  return { path: field && place ? `${place}.${field}` : place, message };
}

function refusal(problems: readonly ChannexProblem[]): ProblemException {
  const lines = problems.slice(0, MAX_DESCRIBED).map(({ path, message }) => `${path} ${message}`);
  const more = problems.length - lines.length;
  const detail = [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
  return new ProblemException(
    422,
    detail,
    problems.map(({ path, message }) => ({ pointer: path, message })),
  );
}
