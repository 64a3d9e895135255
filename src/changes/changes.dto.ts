import { IsOptional, IsString } from 'class-validator';
import type { CalendarDate } from '../platform/dates/calendar-date';
import { CHANGE_KINDS } from '../push/journal/changed-rooms';
import type { ChangeKind } from '../push/journal/changed-rooms';
import { LimitField } from '../platform/http/fields';
import { REQUEST_ID_EXAMPLE } from '../platform/openapi/api-docs';
import { Property } from '../platform/http/property';

export const CURSOR_EXAMPLE = '1763726400000000-48213-1763726401123456-019aa5f20c6b7d3e9f0a4b8f5d2c1e77-1';

/** The start of a stream. */
export class ChangeStreamQueryDto {
  /**
   * The position to continue from: the `nextCursor` of a page, the `cursor` of an item, or `now`. Without it, from the
   * oldest
   * @example "now"
   */
  @IsOptional()
  @IsString()
  after?: string;
}

/** The page of changes to read. */
export class ChangesQueryDto extends ChangeStreamQueryDto {
  @LimitField(1000) limit = 100;
}

/** A room whose values a push or a change has changed. */
export class Change {
  /** The position in the feed */
  @Property({ example: CURSOR_EXAMPLE }) cursor!: string;
  /** The push or the change, as in the journal */
  @Property({ format: 'uuid', example: REQUEST_ID_EXAMPLE }) requestId!: string;
  /** When it took effect @example "2026-11-21T12:00:00.000000Z" */
  @Property({ format: 'date-time' }) at!: string;
  /** The room to look at again @example "1" */ roomId!: string;
  /**
   * `inventory`: how many rooms there are by date. `prices`: prices alone. `restrictions`: what may be sold;
   * without plans, of the whole room. `room`: the room itself, which was created, changed or deleted.
   * `ratePlan`: one of its plans was. Prices may have changed with every kind but `restrictions`
   */
  @Property({ enum: CHANGE_KINDS }) kind!: ChangeKind;
  /** The plans that have changed, or whose prices have @example ["12", "13"] */ ratePlanIds!: string[];
  /** The first changed date; null if no change has a date @example "{today+30}" */
  @Property({ type: String, format: 'date' }) from!: CalendarDate | null;
  /** The last one @example "{today+32}" */
  @Property({ type: String, format: 'date' }) to!: CalendarDate | null;
}

/** A page of the feed. */
export class ChangePage {
  /** Changes, in the order of their commits */ items!: Change[];
  /** Continue from here, also after an empty page */
  @Property({ example: CURSOR_EXAMPLE }) nextCursor!: string;
}
