import { IsIn, ValidateIf } from 'class-validator';
import { IdField, NameField, UuidField } from '../../platform/http/fields';
import { MomentOrDateField } from '../../platform/http/moment.field';
import type { CalendarField } from '../../calendar/calendar-field';
import { CALENDAR_FIELDS } from '../../calendar/calendar-field';
import type { Changes, Outcome, Verdict } from './journaled-call';
import { OUTCOMES } from './journaled-call';
import type { Operation } from '../operations';
import { OPERATIONS } from '../operations';
import { Property } from '../../platform/http/property';
import { PageOf, PageQuery } from '../../platform/http/page.dto';

const VERDICTS: Verdict[] = ['applied', 'unchanged', 'skipped', 'held', 'late', 'superseded'];
const VERDICTS_EXPLAINED =
  'skipped: outside the update window, or left unchanged by an undo; held: kept from sale by a guard; ' +
  'late: a repeat whose date another push has set since; superseded: a later record of the push has the ' +
  'same date';
const isGiven = (_: unknown, value: unknown) => value !== undefined;

/** Selects entries of the journal. */
export class ListJournalDto extends PageQuery(UuidField({ required: false })) {
  /** Only entries of this room */
  @IdField({ required: false }) roomId?: string;
  /** Only entries of the rooms that this property has now, for example Hotel Bar */
  @NameField({ required: false }) propertyName?: string;
  /** Only entries of this rate plan */
  @IdField({ required: false }) ratePlanId?: string;
  /** Only entries of this operation */
  @ValidateIf(isGiven)
  @IsIn(OPERATIONS)
  operation?: Operation;
  /** Only entries with this outcome */
  @ValidateIf(isGiven)
  @IsIn(OUTCOMES)
  outcome?: Outcome;
  /** `true`: only entries that change a price by more than `LARGE_CHANGE_PERCENT` */
  @ValidateIf(isGiven)
  @IsIn(['true'])
  largeChange?: 'true';
  /** The name of access tokens: several may share it */
  @NameField({ required: false }) token?: string;
  /** The id of one access token */
  @UuidField({ required: false }) tokenId?: string;
  /** From this moment on: a date-time, or a date for its beginning in UTC */
  @MomentOrDateField() from?: string;
  /** Before this moment: a date-time, or a date for its beginning in UTC */
  @MomentOrDateField() to?: string;
}

/** One record of a push and its verdict. */
export class JournalRecord {
  /** The calendar date that the record is for @example "2026-12-01" */ date!: string;
  /**
   * The price, rooms or nights as a number, or a flag as true or false; null if an undo leaves a price not
   * set
   * @example "100.10"
   */
  value!: string | null;
  /** The rate plan of a record in an entry about several plans; null for a value of the room */
  ratePlanId?: string | null;
  /** The value that the record sets, in an entry about several plans or values */
  @Property({ enum: CALENDAR_FIELDS }) field?: CalendarField;
  @Property({ enum: VERDICTS, description: VERDICTS_EXPLAINED }) verdict!: Verdict;
  /** Whether fewer rooms are left than are occupied; meaningful only if the feed sends totals */
  overbooked!: boolean;
}

/** The ranges of dates and values that the records of an entry cover. */
export class JournalSpan {
  /** The first date @example "2026-12-01" */ from!: string;
  /** The last date @example "2026-12-31" */ to!: string;
  /** The value that the records set; null where they set several, or none @example "price" */
  @Property({ enum: CALENDAR_FIELDS }) field!: CalendarField | null;
  /** The least value; null where `field` is null @example "7.30" */ lowest!: string | null;
  /** The greatest value @example "9.10" */ highest!: string | null;
}

/** An undo that has reverted an entry. */
export class EntryUndo {
  /** The entry of the undo */
  @Property({ format: 'uuid' }) requestId!: string;
  /** When it took effect @example "2026-12-01T08:00:00.000000Z" */ at!: string;
  /** The name of its access token; null in a receipt @example "Ada" */ token!: string | null;
}

/** The largest change of a price. */
export class LargestChange {
  /** The old price @example "45.00" */ from!: string;
  /** The new price @example "7.30" */ to!: string;
}

/** An entry in a list. */
export class JournalEntrySummary {
  /** The id of the call, which its X-Request-Id contains */
  @Property({ format: 'uuid' }) requestId!: string;
  /** When the call arrived */
  @Property({ format: 'date-time' }) receivedAt!: string;
  /** The operation that was called */
  @Property({ enum: OPERATIONS }) operation!: Operation;
  /** The room of the call; null if it named none @example "1" */ roomId!: string | null;
  /** The rate plan of the call; null if it named none @example "12" */ ratePlanId!: string | null;
  /** The name of the token @example "allbookers" */ token!: string | null;
  /** The id of the token; null if the call needed none */
  @Property({ format: 'uuid' }) tokenId!: string | null;
  /**
   * The header `traceparent` of the call (W3C Trace Context), if it was valid
   * @example "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
   */
  traceparent!: string | null;
  /** How the call ended */
  @Property({ enum: OUTCOMES }) outcome!: Outcome;
  /** The number of received records @example 3 */ received!: number;
  /** The number of records that changed a value @example 1 */ applied!: number;
  /** The number of records whose value was already stored @example 1 */ unchanged!: number;
  /**
   * The number of records outside the update window, or replaced by a later record for the same date
   * @example 1
   */
  skipped!: number;
  /** The number of prices that a guard keeps from sale until people decide @example 0 */ held!: number;
  /** The number of records left out because a newer call has set their dates @example 0 */ late!: number;
  /** Milliseconds from the arrival of the call to its entry @example 4.2 */ durationMs!: number;
  /**
   * The old and new values of a room edit or of a change by an administrator; of a change of several plans
   * (`changeRatePlans`), their fields by the ids of the plans
   * @example {"maximumGuests": {"from": 3, "to": null}}
   */
  @Property({
    type: 'object',
    additionalProperties: {
      type: 'object',
      properties: { from: { description: 'The old value' }, to: { description: 'The new value' } },
      required: ['from', 'to'],
    },
  })
  changes!: Changes | null;
  /** Why it was refused or failed */ problem!: string | null;
  /** The push that this one repeats */
  @Property({ format: 'uuid' }) repeatOf!: string | null;
  /** The entries that this undo reverts */ undoes!: string[] | null;
  /** The undos that have reverted this entry, without those that were undone themselves */
  @Property({ type: [EntryUndo], example: [] }) undoneBy!: EntryUndo[];
  /**
   * The request id that the entries of a call share: a message of another channel manager, a change of
   * several rate plans, or an import
   */
  @Property({ format: 'uuid', example: null }) callId!: string | null;
  /** The dialect of another channel manager in which the call came, for example channex */
  @Property({ example: null }) dialect!: string | null;
  /** The parts of a message that the service has ignored, a sentence each */
  @Property({ example: null }) notes!: string[] | null;
  /** null if it has no records */ span!: JournalSpan | null;
  /**
   * The largest change of a price that was pushed, by its factor; null if none had a price before, or none
   * changed
   */
  largestChange!: LargestChange | null;
}

/** One entry of the journal: a call of the channel manager, or a change by an administrator. */
export class JournalEntryView extends JournalEntrySummary {
  /** When it took effect, in microseconds; the calendar at this moment already contains the change */
  @Property({ format: 'date-time' }) appliedAt!: string;
  /** The records with their verdicts, in the order of the call */ records!: JournalRecord[];
  /** How many records a long message has beyond those that are listed @example 0 */ moreRecords!: number;
  /** The first 4 KiB of a body that was refused */ body!: string | null;
}

/** The outcome of a call, for its sender. */
export class Receipt extends JournalEntryView {
  /** The entries of a message about several rooms, this one included; empty for any other call */
  entries!: JournalEntryView[];
}

/** A page of the journal, newest first. */
export class JournalPage extends PageOf(JournalEntrySummary, 'Entries, newest first') {}
