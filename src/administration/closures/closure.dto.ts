import { ApiProperty } from '@nestjs/swagger';
import { IsIn, ValidateIf } from 'class-validator';
import {
  DateField,
  IdField,
  LimitField,
  NameField,
  NextCursor,
  UuidField,
  VisibleTextField,
} from '../../platform/http/fields';
import { ApiModel } from '../../platform/openapi/api-docs';
import { exampleDay } from '../../platform/openapi/example-day';

/** A new closure. */
@ApiModel('NewClosure', {
  'A rate plan for three nights': {
    value: { roomId: '1', ratePlanId: '12', from: exampleDay(20), to: exampleDay(22), reason: 'Wrong price' },
  },
  'A whole room for a night': {
    value: { roomId: '3', from: exampleDay(20), to: exampleDay(20), reason: 'Water damage' },
  },
})
export class CreateClosureDto {
  @IdField({ description: 'The room', example: '1' })
  roomId!: string;

  @IdField({
    description: 'Only this rate plan of the room; null or left out: the whole room',
    required: false,
    nullable: true,
    example: '12',
  })
  ratePlanId?: string | null;

  @DateField({ description: 'The first closed date', example: exampleDay(20) })
  from!: string;

  @DateField({ description: 'The last closed date, today or later', example: exampleDay(22) })
  to!: string;

  @VisibleTextField({
    description: 'Why; everybody who looks at the calendar reads it',
    example: 'Wrong price',
  })
  reason!: string;
}

/** Selects closures. */
export class ListClosuresDto {
  @NameField({
    required: false,
    description: 'Only closures of rooms of this property, for example Hotel Bar',
  })
  propertyName?: string;

  @IdField({ required: false, example: undefined, description: 'Only closures of this room' })
  roomId?: string;

  @ApiProperty({
    enum: ['true', 'false'],
    required: false,
    description:
      '`true`: closures that nobody has opened and whose last date has not passed; `false`: all others',
  })
  @ValidateIf((_, value) => value !== undefined)
  @IsIn(['true', 'false'])
  open?: 'true' | 'false';

  @LimitField()
  limit = 50;

  @UuidField({ required: false, description: 'The `nextCursor` of the page before' })
  cursor?: string;
}

/** A room or a rate plan that people have closed for sale on some dates. */
@ApiModel('Closure')
export class ClosureView {
  @ApiProperty({
    description: 'The id of the closure, and the request id of the call that created it, as in the journal',
    format: 'uuid',
  })
  id!: string;
  @ApiProperty({ description: 'The room', example: '1' }) roomId!: string;
  @ApiProperty({
    description: 'The rate plan; null: the whole room',
    type: String,
    nullable: true,
    example: '12',
  })
  ratePlanId!: string | null;
  @ApiProperty({ description: 'The first closed date', example: exampleDay(20) }) from!: string;
  @ApiProperty({ description: 'The last closed date', example: exampleDay(22) }) to!: string;
  @ApiProperty({ description: 'Why', example: 'Wrong price' }) reason!: string;
  @ApiProperty({ description: 'Since when it is closed', format: 'date-time' }) createdAt!: string;
  @ApiProperty({
    description: 'The name of the token that closed it',
    type: String,
    nullable: true,
    example: 'Alan',
  })
  createdBy!: string | null;
  @ApiProperty({
    description: 'When it was opened; null: it was not',
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
  })
  openedAt!: string | null;
  @ApiProperty({
    description: 'The name of the token that opened it',
    type: String,
    nullable: true,
    example: null,
  })
  openedBy!: string | null;
}

/** A page of closures. */
export class ClosurePage {
  @ApiProperty({ description: 'Closures, the newest first', type: [ClosureView] }) items!: ClosureView[];
  @NextCursor() nextCursor!: string | null;
}
