import { ApiProperty } from '@nestjs/swagger';
import { LastPushOfRoom } from '../calendar/last-push.dto';
import { IsIn, ValidateIf } from 'class-validator';
import { LimitField, NameField, NextCursor, SearchField, TextField } from '../../platform/http/fields';
import { ApiModel } from '../../platform/openapi/api-docs';

/** Selects properties. */
export class ListPropertiesDto {
  @SearchField('Words that must each be in the name, in upper or lower case. The best matches come first')
  search?: string;

  @NameField({ required: false, description: 'Only the property with exactly this name' })
  propertyName?: string;

  @ApiProperty({
    enum: ['name', 'attention'],
    required: false,
    description:
      '`attention`: silent properties first, then those with silent rooms, then by the number of other problems; with ' +
      '`totals`, and without `search`',
  })
  @ValidateIf((_, value) => value !== undefined)
  @IsIn(['name', 'attention'])
  order?: 'name' | 'attention';

  @LimitField()
  limit = 50;

  @TextField({ required: false, maxLength: 220, description: 'The `nextCursor` of the page before' })
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

/** The sums of the figures of all properties, or of the chosen one. */
@ApiModel('PropertyTotals')
export class PropertyTotals {
  @ApiProperty({ example: 2, description: 'Properties' }) total!: number;
  @ApiProperty({ example: 1, description: 'Properties with any of the problems below' })
  needingAttention!: number;
  @ApiProperty({ example: 0, description: 'Properties whose rooms are all silent' })
  silentProperties!: number;
  @ApiProperty({ example: 4, description: 'Rooms' }) rooms!: number;
  @ApiProperty({ example: 1, description: 'Silent rooms' }) silentRooms!: number;
  @ApiProperty({ example: 1, description: 'Silent rooms of properties that have others, too' })
  silentRoomsElsewhere!: number;
  @ApiProperty({ example: 0, description: 'Held prices' }) heldPrices!: number;
  @ApiProperty({ example: 0, description: 'Open closures whose last date has not passed' }) closures!: number;
  @ApiProperty({ example: 0, description: 'Pushes of the last 24 hours without effect' }) problems!: number;
  @ApiProperty({ example: 0, description: 'Rooms with a number of rooms or guests below 0' })
  negativeRooms!: number;
  @ApiProperty({ example: 0, description: 'E-mails that were given up' }) failedMails!: number;
  @ApiProperty({ example: 0, description: 'E-mails that wait after a failed attempt' }) delayedMails!: number;
  @ApiProperty({ example: 0, description: 'E-mails that were perhaps sent, and are sent again' })
  unconfirmedMails!: number;
}

/** A page of properties, by name or by the attention that they need; the rooms without a property are last. */
export class PropertyPage {
  @ApiProperty({
    type: [PropertyView],
    description: 'Properties, in the requested order; those of a search by how well they match',
  })
  items!: PropertyView[];
  @ApiProperty({
    type: PropertyTotals,
    required: false,
    description: 'The sums of all pages, with `order=attention`',
  })
  totals?: PropertyTotals;
  @NextCursor() nextCursor!: string | null;
}
