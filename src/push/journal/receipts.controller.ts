import { Controller, Get, Param } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Scopes } from '../../platform/auth/scopes.decorator';
import { UuidPipe } from '../../platform/http/uuid.pipe';
import type { Call } from '../../platform/http/request-context';
import { CurrentCall } from '../../platform/http/request-context';
import { ACCESS_TOKEN, ApiProblem, Failures } from '../../platform/openapi/api-docs';
import { JournalAdministrationService } from './journal-administration.service';
import { Receipt } from './journal.dto';

/** Reads the result of a push, for the developers of the channel manager that sent it. */
@Controller('receipts')
@Scopes('push')
@ApiTags('Channel manager')
@ApiBearerAuth(ACCESS_TOKEN)
@Failures()
export class ReceiptsController {
  constructor(private readonly journal: JournalAdministrationService) {}

  /**
   * Read the result of a call: every record with its verdict, or why it had no effect
   * @remarks Finds a call by the X-Request-Id of its answer, even if it was answered false. The call must
   * have had the same token as this one. The receipt of a message about several rooms has an entry for each.
   * A call without a valid token, or during an outage of the database, has no receipt.
   */
  @Get(':requestId')
  @ApiOperation({ operationId: 'readReceipt' })
  @ApiParam({
    name: 'requestId',
    schema: { type: 'string', format: 'uuid' },
    description: 'The X-Request-Id of the call',
  })
  @ApiProblem(400, 'It is no request id', [{ pointer: '/requestId', message: 'must be a UUID; got "7"' }])
  @ApiProblem(404, 'There is no such call of this token')
  read(@Param('requestId', UuidPipe) requestId: string, @CurrentCall() { token }: Call): Promise<Receipt> {
    return this.journal.readReceipt(requestId, token?.id);
  }
}
