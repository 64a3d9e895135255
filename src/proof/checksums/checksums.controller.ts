import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Scopes } from '../../platform/auth/scopes.decorator';
import type { RoomId } from '../../platform/database/id';
import { monthsBetween } from '../../platform/dates/calendar-month';
import { invalid } from '../../platform/http/problem';
import type { Call } from '../../platform/http/request-context';
import { CurrentCall } from '../../platform/http/request-context';
import { ACCESS_TOKEN, ApiProblem, Failures } from '../../platform/openapi/api-docs';
import { ChecksumsQueryDto, ChecksumsView } from './checksums.dto';
import { ChecksumsService } from './checksums.service';

const MAX_MONTHS = 25;

/** Answers checksums of stored values, for a caller that compares them with its own. */
@Controller('checksums')
@Scopes('read', { orScope: 'push' })
@ApiTags('Channel manager: proof')
@ApiBearerAuth(ACCESS_TOKEN)
@Failures()
export class ChecksumsController {
  constructor(private readonly checksums: ChecksumsService) {}

  /**
   * Read the checksums of a room: rooms left and prices, by month
   * @remarks Compare them with your own, and push again only the months that differ. A checksum is the
   * SHA-256, in hexadecimal, of one line for each date of the month that has a record, in the order of the
   * dates: `2026-12-24=3\n` for rooms left, `2026-12-24=100.10\n` for a price, `2026-12-24=\n` if no price is
   * set. A price has at least two fraction digits and no other trailing zeros.
   */
  @Get()
  @ApiOperation({ operationId: 'readChecksums' })
  @ApiProblem(400, 'A parameter is wrong', [
    { pointer: '/from', message: 'must be a month as 2026-12' },
    { pointer: '/to', message: `must be within ${MAX_MONTHS} months from 2026-12` },
  ])
  @ApiProblem(404, 'There is no such room')
  read(@Query() { roomId, from, to }: ChecksumsQueryDto, @CurrentCall() call: Call): Promise<ChecksumsView> {
    const months = monthsBetween(from, to) + 1;
    if (months < 1) throw invalid([{ pointer: '/to', message: `must not be before ${from}` }]);
    if (months > MAX_MONTHS)
      throw invalid([{ pointer: '/to', message: `must be within ${MAX_MONTHS} months from ${from}` }]);
    return this.checksums.read(call, roomId as RoomId, from, to);
  }
}
