import { Controller, Get, Query } from '@nestjs/common';
import { Scopes } from '../../platform/auth/scopes.decorator';
import { AdministrationApi, ApiProblem } from '../../platform/openapi/api-docs';
import { StayQueryDto, StayView } from './stay.dto';
import { StaysService } from './stays.service';

/** Answers administrators whether a stay can be booked. */
@Controller('admin/stays')
@Scopes('admin')
@AdministrationApi('Calendar')
export class StaysAdminController {
  constructor(private readonly stays: StaysService) {}

  /**
   * Can it be booked? Read all reasons against a stay
   * @remarks Each reason names the call that set its value. A room without a largest number of guests,
   * adults or children accepts any number of them.
   */
  @Get()
  @ApiProblem(
    404,
    'There is no such rate plan, there was none at that moment, or the past of that moment is not known',
  )
  read(@Query() query: StayQueryDto): Promise<StayView> {
    return this.stays.read(query);
  }
}
