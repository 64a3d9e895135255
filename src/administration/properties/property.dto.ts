import { ApiProperty } from '@nestjs/swagger';
import { LastPushOfRoom } from '../calendar/last-push.dto';
import { LimitField, TextField } from '../../platform/http/fields';
import { ApiModel } from '../../platform/openapi/api-docs';

/** Which properties to list. */
export class ListPropertiesDto {
  @TextField({ required: false, description: 'Part of the name, whatever the case' })
  search?: string;

  @LimitField()
  limit = 50;

  @TextField({ required: false, description: 'The `nextCursor` of the page before' })
  cursor?: string;
}

class LastPushOfProperty extends LastPushOfRoom {
  @ApiProperty({ example: '1', description: 'The room that was pushed' }) roomId!: string;
  @ApiProperty({ type: String, nullable: true, example: 'allbookers', description: 'The name of the token' })
  token!: string | null;
}

/** The rooms with the same `propertyName`: a hotel. */
@ApiModel('Property')
export class PropertyView {
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'Hotel Bar',
    description: 'Null: the rooms without a property',
  })
  name!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'The hotel code of other channel managers',
  })
  code!: string | null;
  @ApiProperty({ example: 2, description: 'How many rooms it has' }) rooms!: number;
  @ApiProperty({ example: 7, description: 'How many rate plans its rooms have' }) ratePlans!: number;
  @ApiProperty({ type: LastPushOfProperty, nullable: true, description: 'Whatever came of it' })
  lastPush!: LastPushOfProperty | null;
  @ApiProperty({
    example: 0,
    description: 'Rooms without a push for `MAIL_SILENCE_HOURS` (24 where it is not set), or without any',
  })
  silentRooms!: number;
  @ApiProperty({ example: 0, description: 'How many prices are held' }) heldPrices!: number;
  @ApiProperty({ example: 0, description: 'Pushes of the last 24 hours that came to nothing' })
  problems!: number;
  @ApiProperty({
    example: 0,
    description: 'Rooms with a number of rooms or guests below 0, which a room edit stores as it is',
  })
  negativeRooms!: number;
}

/** A page of properties, by name; the rooms without a property are last. */
export class PropertyPage {
  @ApiProperty({ type: [PropertyView], description: 'Properties, by name' }) items!: PropertyView[];
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Where the next page begins; null on the last page',
  })
  nextCursor!: string | null;
}
