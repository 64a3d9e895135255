import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { Scopes } from '../../platform/auth/scopes.decorator';
import { AdministrationApi } from '../../platform/openapi/api-docs';
import { PropertiesService } from './properties.service';
import { ListPropertiesDto, PropertyPage } from './property.dto';

/** Lists properties, for administrators. */
@Controller('admin/properties')
@Scopes('admin')
@AdministrationApi('Rooms')
export class PropertiesAdminController {
  constructor(private readonly properties: PropertiesService) {}

  @Get()
  @ApiOperation({
    summary: 'List properties, with silent rooms, held prices, closures and calls without effect',
    description: 'A property consists of the rooms with the same `propertyName`.',
  })
  @ApiResponse({ status: 200, type: PropertyPage })
  list(@Query() query: ListPropertiesDto): Promise<PropertyPage> {
    return this.properties.list(query);
  }
}
