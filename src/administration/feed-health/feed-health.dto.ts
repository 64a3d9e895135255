import { IsIn, ValidateIf } from 'class-validator';
import { NameField, PatternField } from '../../platform/http/fields';
import type { Outcome } from '../../push/journal/journaled-call';
import { OUTCOMES } from '../../push/journal/journaled-call';
import { LastPushOfRoom } from '../calendar/last-push.dto';
import { ApiModel } from '../../platform/openapi/api-docs';
import { Property } from '../../platform/http/property';
import { PageQuery } from '../../platform/http/page.dto';

/** The last push of a room, if it had any, and the room. */
const CURSOR = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?:\d{1,19}$/;

/** Selects a page of rooms of the feed's health. */
export class FeedHealthQueryDto extends PageQuery(
  PatternField(CURSOR, 'the nextCursor of the page before', { required: false }),
) {
  /** Only rooms of this property, and calls for them */
  @NameField({ required: false }) propertyName?: string;
  /** `true`: only rooms without a property, and calls for them */
  @ValidateIf((_, value) => value !== undefined)
  @IsIn(['true', 'false'])
  withoutProperty?: 'true' | 'false';
}

/** Selects the rooms whose pushes are counted. */
export class PushesByHourQueryDto {
  /** Only pushes for rooms of this property */
  @NameField({ required: false }) propertyName?: string;
  /** `true`: only pushes for rooms without a property */
  @ValidateIf((_, value) => value !== undefined)
  @IsIn(['true', 'false'])
  withoutProperty?: 'true' | 'false';
}

/** The pushes of an hour by their outcome. */
export class PushesOfHour {
  /** The beginning of the hour @example "2026-12-01T08:00:00.000Z" */ at!: string;
  /** Applied @example 120 */ applied!: number;
  /** Without a record @example 0 */ emptyList!: number;
  /** For an unknown room @example 0 */ roomMissing!: number;
  /** For an unknown rate plan @example 1 */ ratePlanMissing!: number;
  /** Refused @example 0 */ refused!: number;
  /** Failed @example 0 */ failed!: number;
}

/** The pushes of the last 24 hours. */
@ApiModel('PushesByHour')
export class PushesByHour {
  /** 24 hours, the present one last */ hours!: PushesOfHour[];
}

class RoomsByLastPush {
  /** All rooms @example 3 */ total!: number;
  /** Within the last hour @example 2 */ withinHour!: number;
  /** Longer ago than an hour @example 0 */ withinDay!: number;
  /** Longer ago than a day @example 0 */ withinWeek!: number;
  /** Longer ago than a week @example 0 */ earlier!: number;
  /** No push that the journal still has @example 1 */ never!: number;
}

class Reason {
  /**
   * The problem, without the place and the value
   * @example "[…].price must be a number of at least 0, as 120.5"
   */
  reason!: string;
  /** In the last 7 days @example 4 */ count!: number;
  /** The newest of these pushes */
  @Property({ format: 'uuid' }) requestId!: string;
}

class PushCounts {
  /** In the last 24 hours @example 1 */ lastDay!: number;
  /** In the last 7 days, but at most the newest 2,000 @example 4 */ lastWeek!: number;
}

class ProblemsByOutcome extends PushCounts {
  /** The outcome in the journal @example "refused" */
  @Property({ enum: OUTCOMES }) outcome!: Outcome;
  /** The five most frequent ones, without places and values */ reasons!: Reason[];
}

class RoomHealth {
  /** The room @example "1" */ roomId!: string;
  /** The name of the room @example "Double" */ name!: string;
  /** The property that the room belongs to @example "Hotel Bar" */ propertyName!: string | null;
  /** The last push, with any outcome */ lastPush!: LastPushOfRoom | null;
  /** Days without a price of its rate plans, in the next 30 days from today on @example 12 */
  missingPrices!: number;
}

/** The health of the feed, and the rooms that have been without a push the longest. */
@ApiModel('FeedHealth')
export class FeedHealth {
  /** The number of rooms by the age of their last push */ rooms!: RoomsByLastPush;
  /** Pushes without effect, by outcome */ problems!: ProblemsByOutcome[];
  /** Pushes with held prices */ held!: PushCounts;
  /** Open closures whose last date has not passed @example 0 */ closures!: number;
  /** Rooms, the one without a push for the longest time first */ items!: RoomHealth[];
  /** The cursor of the next page of rooms; null on the last page */
  @Property({ example: null }) nextCursor!: string | null;
}
