import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { Scopes } from '../../platform/auth/scopes.decorator';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { AdministrationApi, ApiConfirm, ApiIdParam, ApiProblem } from '../../platform/openapi/api-docs';
import { ConfirmDto } from '../../platform/http/confirm';
import { CurrentCall } from '../../platform/http/request-context';
import { IdPipe } from '../../platform/http/id.pipe';
import { Preview, PreviewDto } from './preview.dto';
import { PreviewService } from './preview.service';
import {
  ChangeRatePlanDto,
  CreateRatePlanDto,
  ListRatePlansDto,
  RatePlanPage,
  RatePlanView,
} from './rate-plan.dto';
import { RatePlanService } from './rate-plan.service';
import type { Call } from '../../platform/http/request-context';

/** Manages rate plans and their derivations, for administrators. */
@Controller('admin')
@Scopes('admin')
@AdministrationApi('Rate plans')
export class RatePlansAdminController {
  constructor(
    private readonly ratePlans: RatePlanService,
    private readonly previews: PreviewService,
  ) {}

  @Post('rooms/:roomId/ratePlans')
  @ApiOperation({
    summary: 'Create a rate plan',
    description:
      'With a derivation, its prices follow those of another plan: the service applies the steps from left ' +
      'to right, then rounding, then the minimum and the maximum. It calculates the prices at once for ' +
      'every date on which the parent has a price.',
  })
  @ApiIdParam('roomId', '1')
  @ApiResponse({ status: 201, type: RatePlanView })
  @ApiProblem(404, 'There is no such room')
  @ApiProblem(
    409,
    'The id is taken, the room already has the maximum number of rate plans (RATE_PLANS_PER_ROOM_MAX), or ' +
      'the derivation does not fit: another currency, a chain of more than 10, a tree of more than ' +
      'DERIVED_PLANS_MAX',
  )
  create(
    @Param('roomId', IdPipe) roomId: RoomId,
    @Body() plan: CreateRatePlanDto,
    @CurrentCall() call: Call,
  ): Promise<RatePlanView> {
    return this.ratePlans.create(call, roomId, plan);
  }

  @Get('ratePlans')
  @ApiOperation({ summary: 'List rate plans, in the order of their ids' })
  @ApiResponse({ status: 200, type: RatePlanPage })
  list(@Query() query: ListRatePlansDto): Promise<RatePlanPage> {
    return this.ratePlans.list(query);
  }

  @Get('ratePlans/:ratePlanId')
  @ApiOperation({ summary: 'Read a rate plan' })
  @ApiIdParam('ratePlanId', '13')
  @ApiResponse({ status: 200, type: RatePlanView })
  @ApiProblem(404, 'There is no such rate plan')
  read(@Param('ratePlanId', IdPipe) ratePlanId: RatePlanId): Promise<RatePlanView> {
    return this.ratePlans.read(ratePlanId);
  }

  @Patch('ratePlans/:ratePlanId')
  @ApiOperation({
    summary: 'Change a rate plan',
    description:
      'A field that is left out stays unchanged. A changed derivation recalculates the stored prices of ' +
      'the plan and of all plans below it, from yesterday on. Removing the derivation (null) leaves the ' +
      'prices unchanged.',
  })
  @ApiIdParam('ratePlanId', '13')
  @ApiResponse({ status: 200, type: RatePlanView })
  @ApiProblem(404, 'There is no such rate plan')
  @ApiProblem(
    409,
    'The derivation does not fit: a circle, another currency, a chain of more than 10, a tree of more than DERIVED_PLANS_MAX',
  )
  change(
    @Param('ratePlanId', IdPipe) ratePlanId: RatePlanId,
    @Body() changes: ChangeRatePlanDto,
    @CurrentCall() call: Call,
  ): Promise<RatePlanView> {
    return this.ratePlans.change(call, ratePlanId, changes);
  }

  @Delete('ratePlans/:ratePlanId')
  @HttpCode(204)
  @ApiOperation({ summary: 'Delete a rate plan, with its prices' })
  @ApiIdParam('ratePlanId', '14')
  @ApiConfirm('Breakfast, not refundable, to the half Euro')
  @ApiResponse({ status: 204, description: 'Deleted' })
  @ApiProblem(404, 'There is no such rate plan')
  @ApiProblem(409, 'A plan derives from it')
  remove(
    @Param('ratePlanId', IdPipe) ratePlanId: RatePlanId,
    @Query() confirm: ConfirmDto,
    @CurrentCall() call: Call,
  ): Promise<void> {
    return this.ratePlans.remove(call, ratePlanId, confirm);
  }

  @Post('derivations/preview')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Preview the effect of a derivation on the stored prices',
    description: 'It changes nothing. It is refused with the same problems as saving the derivation.',
  })
  @ApiResponse({ status: 200, type: Preview })
  @ApiProblem(404, 'There is no such rate plan')
  @ApiProblem(409, 'The derivation does not fit')
  preview(@Body() preview: PreviewDto): Promise<Preview> {
    return this.previews.preview(preview);
  }
}
