import { Controller, Get, Query } from '@nestjs/common';
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

  /**
   * List properties, with silent rooms, held prices, closures and calls without effect
   * @remarks A property consists of the rooms with the same `propertyName`.
   */
  @Get()
  list(@Query() query: ListPropertiesDto): Promise<PropertyPage> {
    return this.properties.list(query);
  }
}
