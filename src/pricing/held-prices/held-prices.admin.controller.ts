import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Scopes } from '../../platform/auth/scopes.decorator';
import type { Call } from '../../platform/http/request-context';
import { CurrentCall } from '../../platform/http/request-context';
import { AdministrationApi, ApiProblem } from '../../platform/openapi/api-docs';
import { AnswersPage } from '../../platform/openapi/csv-answer';
import { HeldPriceAdministrationService } from './held-price-administration.service';
import { HELD_PRICE_EXAMPLE, HeldPriceTable } from './held-price-table';
import { HeldPricePage, HeldPriceRangeDto, HeldPricesDecided, ListHeldPricesDto } from './held-price.dto';

const SEEN_ONLY =
  'A push that arrives between the list and this call may replace a held price, or hold another one in the range. ' +
  'With `heldBy`, such prices stay held, and the answer counts them in `changedSince`.';

/** Lists held prices and lets administrators decide on them. */
@Controller('admin/heldPrices')
@Scopes('decide')
@AdministrationApi('Held prices')
export class HeldPricesAdminController {
  constructor(private readonly heldPrices: HeldPriceAdministrationService) {}

  /**
   * List held prices, by room, rate plan and date
   * @remarks The caller got the success text for them, and their cells keep the earlier prices. Another push
   * of a cell replaces its held price.
   */
  @Get()
  @AnswersPage(HeldPricePage, 'held-prices', HeldPriceTable, HELD_PRICE_EXAMPLE)
  list(@Query() query: ListHeldPricesDto): Promise<HeldPricePage> {
    return this.heldPrices.list(query);
  }

  /** Release held prices: they are set as a push would set them */
  @Post('release')
  @HttpCode(200)
  @ApiOperation({
    description:
      'The prices are set at once and bypass the guard, together with those of every plan that derives from this one. ' +
      SEEN_ONLY,
  })
  @ApiProblem(404, 'There is no such rate plan')
  release(@Body() range: HeldPriceRangeDto, @CurrentCall() call: Call): Promise<HeldPricesDecided> {
    return this.heldPrices.release(call, range);
  }

  /** Discard held prices and leave their cells unchanged */
  @Post('discard')
  @HttpCode(200)
  @ApiOperation({ description: SEEN_ONLY })
  @ApiProblem(404, 'There is no such rate plan')
  discard(@Body() range: HeldPriceRangeDto, @CurrentCall() call: Call): Promise<HeldPricesDecided> {
    return this.heldPrices.discard(call, range);
  }
}
