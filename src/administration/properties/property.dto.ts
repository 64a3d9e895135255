import { ApiProperty } from '@nestjs/swagger';
import { LastPushOfRoom } from '../calendar/last-push.dto';
import { LimitField, NextCursor, TextField } from '../../platform/http/fields';
import { ApiModel } from '../../platform/openapi/api-docs';

/** Selects properties. */
export class ListPropertiesDto {
  @TextField({ required: false, description: 'Part of the name, in upper or lower case' })
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
    description: 'null for the rooms without a property',
  })
  name!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'The hotel code of other channel managers',
  })
  code!: string | null;
  @ApiProperty({ example: false, description: 'Whether it is a sandbox, to test a sender with' })
  isSandbox!: boolean;
  @ApiProperty({ example: 2, description: 'The number of its rooms' }) rooms!: number;
  @ApiProperty({ example: 7, description: 'The number of rate plans of its rooms' }) ratePlans!: number;
  @ApiProperty({ type: LastPushOfProperty, nullable: true, description: 'The last push, with any outcome' })
  lastPush!: LastPushOfProperty | null;
  @ApiProperty({
    example: 0,
    description: 'Rooms without a push for `MAIL_SILENCE_HOURS` (24 if it is not set), or without any',
  })
  silentRooms!: number;
  @ApiProperty({ example: 0, description: 'The number of held prices' }) heldPrices!: number;
  @ApiProperty({ example: 0, description: 'Open closures whose last date has not passed' }) closures!: number;
  @ApiProperty({ example: 0, description: 'Pushes of the last 24 hours without effect' })
  problems!: number;
  @ApiProperty({
    example: 0,
    description: 'Rooms with a number of rooms or guests below 0, which a room edit stores unchecked',
  })
  negativeRooms!: number;
}

/** A page of properties, by name; the rooms without a property are last. */
export class PropertyPage {
  @ApiProperty({ type: [PropertyView], description: 'Properties, by name' }) items!: PropertyView[];
  @NextCursor() nextCursor!: string | null;
}
