import { IsIn, ValidateIf } from 'class-validator';
import { DateField, IdField, NameField, UuidField, VisibleTextField } from '../../platform/http/fields';
import { ApiModel } from '../../platform/openapi/api-docs';
import { exampleDay } from '../../platform/openapi/example-day';
import { Property } from '../../platform/http/property';
import { PageOf, PageQuery } from '../../platform/http/page.dto';

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
  /** The room @example "1" */
  @IdField() roomId!: string;
  /** Only this rate plan of the room; null or left out: the whole room @example "12" */
  @IdField({ required: false, nullable: true }) ratePlanId?: string | null;
  /** The first closed date @example "{today+20}" */
  @DateField() from!: string;
  /** The last closed date, today or later @example "{today+22}" */
  @DateField() to!: string;
  /** The reason; everybody who looks at the calendar reads it @example "Wrong price" */
  @VisibleTextField() reason!: string;
}

/** Selects closures. */
export class ListClosuresDto extends PageQuery(UuidField({ required: false })) {
  /** Only closures of rooms of this property, for example Hotel Bar */
  @NameField({ required: false }) propertyName?: string;
  /** Only closures of this room */
  @IdField({ required: false }) roomId?: string;
  /** `true`: closures that nobody has opened and whose last date has not passed; `false`: all others */
  @ValidateIf((_, value) => value !== undefined)
  @IsIn(['true', 'false'])
  open?: 'true' | 'false';
}

/** A room or a rate plan that people have closed for sale on some dates. */
@ApiModel('Closure')
export class ClosureView {
  /** The id of the closure, and the request id of the call that created it, as in the journal */
  @Property({ format: 'uuid' }) id!: string;
  /** The room @example "1" */ roomId!: string;
  /** The rate plan; null: the whole room @example "12" */ ratePlanId!: string | null;
  /** The first closed date @example "{today+20}" */ from!: string;
  /** The last closed date @example "{today+22}" */ to!: string;
  /** The reason that the person gave @example "Wrong price" */ reason!: string;
  /** Since when it is closed */
  @Property({ format: 'date-time' }) createdAt!: string;
  /** The name of the token that closed it @example "Alan" */ createdBy!: string | null;
  /** When it was opened; null if nobody has opened it */
  @Property({ format: 'date-time', example: null }) openedAt!: string | null;
  /** The name of the token that opened it */
  @Property({ example: null }) openedBy!: string | null;
}

/** A page of closures. */
export class ClosurePage extends PageOf(ClosureView, 'Closures, the newest first') {}
