import { LastPushOfRoom } from '../calendar/last-push.dto';
import { IsIn, ValidateIf } from 'class-validator';
import { NameField, SearchField, TextField } from '../../platform/http/fields';
import { ApiModel } from '../../platform/openapi/api-docs';
import { Property } from '../../platform/http/property';
import { PageOf, PageQuery } from '../../platform/http/page.dto';

/** Selects properties. */
export class ListPropertiesDto extends PageQuery(TextField({ required: false, maxLength: 220 })) {
  /** Words that must each be in the name, in upper or lower case. The best matches come first */
  @SearchField() search?: string;
  /** Only the property with exactly this name */
  @NameField({ required: false }) propertyName?: string;
  /**
   * `attention`: silent properties first, then those with silent rooms, then by the number of other problems;
   * with `totals`, and without `search`
   */
  @ValidateIf((_, value) => value !== undefined)
  @IsIn(['name', 'attention'])
  order?: 'name' | 'attention';
}

class LastPushOfProperty extends LastPushOfRoom {
  /** The room that was pushed @example "1" */ roomId!: string;
  /** The name of the token @example "allbookers" */ token!: string | null;
}

/** The rooms with the same `propertyName`: a hotel. */
@ApiModel('Property')
export class PropertyView {
  /** null for the rooms without a property @example "Hotel Bar" */ name!: string | null;
  /** The hotel code of other channel managers */
  @Property({ example: null }) code!: string | null;
  /** Whether it is a sandbox, to test a sender with @example false */ isSandbox!: boolean;
  /** The number of its rooms @example 2 */ rooms!: number;
  /** The number of rate plans of its rooms @example 7 */ ratePlans!: number;
  /** The last push, with any outcome */ lastPush!: LastPushOfProperty | null;
  /** Rooms without a push for `MAIL_SILENCE_HOURS` (24 if it is not set), or without any @example 0 */
  silentRooms!: number;
  /** The number of held prices @example 0 */ heldPrices!: number;
  /** Open closures whose last date has not passed @example 0 */ closures!: number;
  /** Pushes of the last 24 hours without effect @example 0 */ problems!: number;
  /**
   * Calls of the last 24 hours that changed a price by more than `LARGE_CHANGE_PERCENT`, without those that were undone
   * @example 0
   */
  largeChanges!: number;
  /** Rooms with a number of rooms or guests below 0, which a room edit stores unchecked @example 0 */
  negativeRooms!: number;
}

/** The sums of the figures of all properties, or of the chosen one. */
@ApiModel('PropertyTotals')
export class PropertyTotals {
  /** Properties @example 2 */ total!: number;
  /** Properties with any of the problems below @example 1 */ needingAttention!: number;
  /** Properties whose rooms are all silent @example 0 */ silentProperties!: number;
  /** Rooms @example 4 */ rooms!: number;
  /** Silent rooms @example 1 */ silentRooms!: number;
  /** Silent rooms of properties that also have rooms that are not silent @example 1 */ silentRoomsElsewhere!: number;
  /** Held prices @example 0 */ heldPrices!: number;
  /** Open closures whose last date has not passed @example 0 */ closures!: number;
  /** Pushes of the last 24 hours without effect @example 0 */ problems!: number;
  /** Calls of the last 24 hours with a large change of a price @example 0 */ largeChanges!: number;
  /** Rooms with a number of rooms or guests below 0 @example 0 */ negativeRooms!: number;
  /** E-mails that were given up @example 0 */ failedMails!: number;
  /** E-mails that wait after a failed attempt @example 0 */ delayedMails!: number;
  /** E-mails that were perhaps sent, and are sent again @example 0 */ unconfirmedMails!: number;
}

/** A page of properties, by name or by the attention that they need; the rooms without a property are last. */
export class PropertyPage extends PageOf(
  PropertyView,
  'Properties, in the requested order; those of a search by how well they match',
) {
  /** The sums of all pages, with `order=attention` */ totals?: PropertyTotals;
}
