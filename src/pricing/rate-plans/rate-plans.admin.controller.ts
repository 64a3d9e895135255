import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { Scopes } from '../../platform/auth/scopes.decorator';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { AdministrationApi, ApiConfirm, ApiIdParam, ApiProblem } from '../../platform/openapi/api-docs';
import { AnswersTagged, TakesIfMatch } from '../../platform/openapi/entity-tags';
import { ConfirmDto } from '../../platform/http/confirm';
import type { IfMatch } from '../../platform/http/entity-tag';
import { Condition } from '../../platform/http/entity-tag';
import { CurrentCall } from '../../platform/http/request-context';
import { IdPipe } from '../../platform/http/id.pipe';
import { AnswersPage } from '../../platform/openapi/csv-answer';
import { AnswersWithProgress } from '../../platform/openapi/progress-answer';
import { Preview, PreviewDto } from './preview.dto';
import { PreviewService } from './preview.service';
import {
  ChangeRatePlanDto,
  CreateRatePlanDto,
  ListRatePlansDto,
  RatePlanPage,
  RatePlanView,
} from './rate-plan.dto';
import { Recalculated, RecalculationRangeDto } from './recalculation.dto';
import { RecalculationService } from './recalculation.service';
import { RATE_PLANS_EXAMPLE, RatePlanTable } from './rate-plan-table';
import { RatePlanService } from './rate-plan.service';
import { PlansChangeDto, PlansChangeView } from './plans-change.dto';
import { PlansChangeService } from './plans-change.service';
import type { Call } from '../../platform/http/request-context';

/** Manages rate plans and their derivations, for administrators. */
@Controller('admin')
@Scopes('admin')
@AdministrationApi('Rate plans')
export class RatePlansAdminController {
  constructor(
    private readonly ratePlans: RatePlanService,
    private readonly previews: PreviewService,
    private readonly recalculations: RecalculationService,
    private readonly plansChanges: PlansChangeService,
  ) {}

  /**
   * Create a rate plan
   * @remarks With a derivation, its prices follow those of another plan: the service applies the steps from
   * left to right, then rounding, then the minimum and the maximum. It calculates the prices at once for
   * every date on which the parent has a price.
   */
  @Post('rooms/:roomId/ratePlans')
  @ApiIdParam('roomId', '1')
  @AnswersTagged(201, RatePlanView)
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

  /** List rate plans, in the order of their ids */
  @Get('ratePlans')
  @AnswersPage(RatePlanPage, 'rate-plans', RatePlanTable, RATE_PLANS_EXAMPLE)
  list(@Query() query: ListRatePlansDto): Promise<RatePlanPage> {
    return this.ratePlans.list(query);
  }

  /** Read a rate plan */
  @Get('ratePlans/:ratePlanId')
  @ApiIdParam('ratePlanId', '13')
  @AnswersTagged(200, RatePlanView)
  @ApiProblem(404, 'There is no such rate plan')
  read(@Param('ratePlanId', IdPipe) ratePlanId: RatePlanId): Promise<RatePlanView> {
    return this.ratePlans.read(ratePlanId);
  }

  /**
   * Change a rate plan
   * @remarks A field that is left out stays unchanged. A changed derivation recalculates the stored prices of
   * the plan and of all plans below it, from yesterday on. Removing the derivation (null) leaves the prices
   * unchanged.
   */
  @Patch('ratePlans/:ratePlanId')
  @ApiIdParam('ratePlanId', '13')
  @AnswersTagged(200, RatePlanView)
  @TakesIfMatch('rate plan')
  @ApiProblem(404, 'There is no such rate plan')
  @ApiProblem(
    409,
    'The derivation does not fit: a circle, another currency, a chain of more than 10, a tree of more than DERIVED_PLANS_MAX',
  )
  change(
    @Param('ratePlanId', IdPipe) ratePlanId: RatePlanId,
    @Body() changes: ChangeRatePlanDto,
    @CurrentCall() call: Call,
    @Condition() condition: IfMatch | undefined,
  ): Promise<RatePlanView> {
    return this.ratePlans.change(call, ratePlanId, changes, condition);
  }

  /**
   * Set the prices of a derived rate plan to what its rule gives
   * @remarks A price that was pushed to a derived plan stays until the next push of its parent. This call
   * recalculates it at once, together with the prices of all plans below, from the stored prices of its
   * parent. A date on which the parent has no price stays unchanged. The journal entry can be undone.
   */
  @Post('ratePlans/:ratePlanId/recalculate')
  @HttpCode(200)
  @ApiIdParam('ratePlanId', '13')
  @ApiProblem(404, 'There is no such rate plan')
  @ApiProblem(409, 'The rate plan is not derived')
  recalculate(
    @Param('ratePlanId', IdPipe) ratePlanId: RatePlanId,
    @Body() range: RecalculationRangeDto,
    @CurrentCall() call: Call,
  ): Promise<Recalculated> {
    return this.recalculations.recalculate(call, ratePlanId, range);
  }

  /** Delete a rate plan, with its prices */
  @Delete('ratePlans/:ratePlanId')
  @HttpCode(204)
  @ApiIdParam('ratePlanId', '14')
  @ApiConfirm('Breakfast, not refundable, to the half Euro')
  @TakesIfMatch('rate plan')
  @ApiResponse({ status: 204, description: 'Deleted' })
  @ApiProblem(404, 'There is no such rate plan')
  @ApiProblem(409, 'A plan derives from it')
  remove(
    @Param('ratePlanId', IdPipe) ratePlanId: RatePlanId,
    @Query() confirm: ConfirmDto,
    @CurrentCall() call: Call,
    @Condition() condition: IfMatch | undefined,
  ): Promise<void> {
    return this.ratePlans.remove(call, ratePlanId, confirm, condition);
  }

  /**
   * Change the rules or guards of several rate plans
   * @remarks A part of the rule that is left out stays as each plan has it, and each plan keeps its parent.
   * With another rule, the stored prices of the plans and of all plans below them are recalculated, from yesterday on. All plans
   * change in one transaction, or none. The journal has an entry for each room;
   * `POST /admin/journal/{requestId}/undo` of any of them takes all back.
   */
  @Patch('ratePlans')
  @ApiOperation({ operationId: 'changeRatePlans' })
  @AnswersWithProgress(PlansChangeView, 'Changed; with `dryRun`, what would change')
  @ApiProblem(
    409,
    'A rule is for a plan without a parent, a price would be too large to store, or the rooms have too many plans for one call',
  )
  changeAll(@Body() change: PlansChangeDto, @CurrentCall() call: Call): Promise<PlansChangeView> {
    return this.plansChanges.change(call, change);
  }

  /**
   * Preview the effect of a derivation on the stored prices
   * @remarks It changes nothing. It is refused with the same problems as saving the derivation.
   */
  @Post('derivations/preview')
  @HttpCode(200)
  @ApiProblem(404, 'There is no such rate plan')
  @ApiProblem(409, 'The derivation does not fit')
  preview(@Body() preview: PreviewDto): Promise<Preview> {
    return this.previews.preview(preview);
  }
}
