import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { Scopes } from '../../platform/auth/scopes.decorator';
import type { Call } from '../../platform/http/request-context';
import { CurrentCall } from '../../platform/http/request-context';
import { AdministrationApi, ApiProblem } from '../../platform/openapi/api-docs';
import { HeldPriceAdministrationService } from './held-price-administration.service';
import { HeldPricePage, HeldPriceRangeDto, HeldPricesDecided, ListHeldPricesDto } from './held-price.dto';

/** Prices that guards have kept from sale, for administrators to decide on. */
@Controller('admin/heldPrices')
@Scopes('admin')
@AdministrationApi('Held prices')
export class HeldPricesAdminController {
  constructor(private readonly heldPrices: HeldPriceAdministrationService) {}

  @Get()
  @ApiOperation({
    summary: 'List held prices, by room, rate plan and date',
    description:
      'The caller got its success text for them, and their cells keep the prices that they had. Another push of the ' +
      'cell takes the place of what is held of it.',
  })
  @ApiResponse({ status: 200, type: HeldPricePage })
  list(@Query() query: ListHeldPricesDto): Promise<HeldPricePage> {
    return this.heldPrices.list(query);
  }

  @Post('release')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Release held prices: they are set as a push would set them',
    description: 'At once and past the guard, with the prices of every plan that is derived from this one.',
  })
  @ApiResponse({ status: 200, type: HeldPricesDecided })
  @ApiProblem(404, 'There is no such rate plan')
  release(@Body() range: HeldPriceRangeDto, @CurrentCall() call: Call): Promise<HeldPricesDecided> {
    return this.heldPrices.release(call, range);
  }

  @Post('discard')
  @HttpCode(200)
  @ApiOperation({ summary: 'Discard held prices: their cells stay as they are' })
  @ApiResponse({ status: 200, type: HeldPricesDecided })
  @ApiProblem(404, 'There is no such rate plan')
  discard(@Body() range: HeldPriceRangeDto, @CurrentCall() call: Call): Promise<HeldPricesDecided> {
    return this.heldPrices.discard(call, range);
  }
}
