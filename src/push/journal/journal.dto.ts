import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsUUID, ValidateIf } from 'class-validator';
import { IdField, LimitField, NameField, NextCursor, UuidField } from '../../platform/http/fields';
import { MomentOrDateField } from '../../platform/http/moment.field';
import type { CalendarField } from '../../calendar/calendar-field';
import { CALENDAR_FIELDS } from '../../calendar/calendar-field';
import type { Changes, Outcome, Verdict } from './journaled-call';
import { OUTCOMES } from './journaled-call';
import type { Operation } from '../operations';
import { OPERATIONS } from '../operations';

const VERDICTS: Verdict[] = ['applied', 'unchanged', 'skipped', 'held', 'late', 'superseded'];
const VERDICTS_EXPLAINED =
  'skipped: outside the update window, or left unchanged by an undo; held: kept from sale by a guard; ' +
  'late: a repeat whose date another push has set since; superseded: a later record of the push has the ' +
  'same date';
const isGiven = (_: unknown, value: unknown) => value !== undefined;

/** Selects entries of the journal. */
export class ListJournalDto {
  @IdField({ required: false, example: undefined, description: 'Only entries of this room' })
  roomId?: string;

  @NameField({
    required: false,
    description: 'Only entries of the rooms that this property has now, for example Hotel Bar',
  })
  propertyName?: string;

  @IdField({ required: false, example: undefined, description: 'Only entries of this rate plan' })
  ratePlanId?: string;

  @ApiProperty({ description: 'Only entries of this operation', enum: OPERATIONS, required: false })
  @ValidateIf(isGiven)
  @IsIn(OPERATIONS)
  operation?: Operation;

  @ApiProperty({ description: 'Only entries with this outcome', enum: OUTCOMES, required: false })
  @ValidateIf(isGiven)
  @IsIn(OUTCOMES)
  outcome?: Outcome;

  @NameField({ required: false, description: 'The name of access tokens: several may share it' })
  token?: string;

  @UuidField({ required: false, description: 'The id of one access token' })
  tokenId?: string;

  @MomentOrDateField('From this moment on')
  from?: string;

  @MomentOrDateField('Before this moment')
  to?: string;

  @LimitField()
  limit = 50;

  @ApiProperty({ required: false, format: 'uuid', description: 'The `nextCursor` of the page before' })
  @ValidateIf(isGiven)
  @IsUUID()
  cursor?: string;
}

/** One record of a push and its verdict. */
export class JournalRecord {
  @ApiProperty({ description: 'The calendar date that the record is for', example: '2026-12-01' })
  date!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '100.10',
    description:
      'The price, rooms or nights as a number, or a flag as true or false; null if an undo leaves a price not set',
  })
  value!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    required: false,
    description: 'The rate plan of a record in an entry about several plans; null for a value of the room',
  })
  ratePlanId?: string | null;
  @ApiProperty({
    enum: CALENDAR_FIELDS,
    required: false,
    description: 'The value that the record sets, in an entry about several plans or values',
  })
  field?: CalendarField;
  @ApiProperty({ enum: VERDICTS, description: VERDICTS_EXPLAINED })
  verdict!: Verdict;
  @ApiProperty({
    description: 'Whether fewer rooms are left than are occupied; meaningful only if the feed sends totals',
  })
  overbooked!: boolean;
}

/** The ranges of dates and values that the records of an entry cover. */
export class JournalSpan {
  @ApiProperty({ example: '2026-12-01', description: 'The first date' }) from!: string;
  @ApiProperty({ example: '2026-12-31', description: 'The last date' }) to!: string;
  @ApiProperty({
    enum: CALENDAR_FIELDS,
    nullable: true,
    example: 'price',
    description: 'The value that the records set; null where they set several, or none',
  })
  field!: CalendarField | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '7.30',
    description: 'The least value; null where `field` is null',
  })
  lowest!: string | null;
  @ApiProperty({ type: String, nullable: true, example: '9.10', description: 'The greatest value' })
  highest!: string | null;
}

/** The largest change of a price. */
export class LargestChange {
  @ApiProperty({ example: '45.00', description: 'The old price' }) from!: string;
  @ApiProperty({ example: '7.30', description: 'The new price' }) to!: string;
}

/** An entry in a list. */
export class JournalEntrySummary {
  @ApiProperty({ description: 'The id of the call, which its X-Request-Id contains', format: 'uuid' })
  requestId!: string;
  @ApiProperty({ description: 'When the call arrived', format: 'date-time' }) receivedAt!: string;
  @ApiProperty({ description: 'The operation that was called', enum: OPERATIONS }) operation!: Operation;
  @ApiProperty({
    description: 'The room of the call; null if it named none',
    type: String,
    nullable: true,
    example: '1',
  })
  roomId!: string | null;
  @ApiProperty({
    description: 'The rate plan of the call; null if it named none',
    type: String,
    nullable: true,
    example: '12',
  })
  ratePlanId!: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'allbookers', description: 'The name of the token' })
  token!: string | null;
  @ApiProperty({
    description: 'The id of the token; null if the call needed none',
    type: String,
    format: 'uuid',
    nullable: true,
  })
  tokenId!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    description: 'The header `traceparent` of the call (W3C Trace Context), if it was valid',
  })
  traceparent!: string | null;
  @ApiProperty({ description: 'How the call ended', enum: OUTCOMES }) outcome!: Outcome;
  @ApiProperty({ description: 'The number of received records', example: 3 }) received!: number;
  @ApiProperty({ description: 'The number of records that changed a value', example: 1 }) applied!: number;
  @ApiProperty({ description: 'The number of records whose value was already stored', example: 1 })
  unchanged!: number;
  @ApiProperty({
    description:
      'The number of records outside the update window, or replaced by a later record for the same date',
    example: 1,
  })
  skipped!: number;
  @ApiProperty({
    description: 'The number of prices that a guard keeps from sale until people decide',
    example: 0,
  })
  held!: number;
  @ApiProperty({
    description: 'The number of records left out because a newer call has set their dates',
    example: 0,
  })
  late!: number;
  @ApiProperty({ description: 'Milliseconds from the arrival of the call to its entry', example: 4.2 })
  durationMs!: number;
  @ApiProperty({
    type: 'object',
    additionalProperties: {
      type: 'object',
      properties: { from: { description: 'The old value' }, to: { description: 'The new value' } },
      required: ['from', 'to'],
    },
    nullable: true,
    example: { maximumGuests: { from: 3, to: null } },
    description:
      'The old and new values of a room edit or of a change by an administrator; of a change of several rules ' +
      '(`changeDerivations`), the rules by the ids of the plans',
  })
  changes!: Changes | null;
  @ApiProperty({ type: String, nullable: true, description: 'Why it was refused or failed' }) problem!:
    string | null;
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The push that this one repeats',
  })
  repeatOf!: string | null;
  @ApiProperty({ type: [String], nullable: true, description: 'The entries that this undo reverts' })
  undoes!: string[] | null;
  @ApiProperty({
    type: [String],
    example: [],
    description: 'The undos that have reverted this entry, without those that were undone themselves',
  })
  undoneBy!: string[];
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    example: null,
    description:
      'The request id that the entries of a call share: a message of another channel manager, a change of several ' +
      'rules, or an import',
  })
  callId!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'The dialect of another channel manager in which the call came, for example channex',
  })
  dialect!: string | null;
  @ApiProperty({
    type: [String],
    nullable: true,
    example: null,
    description: 'What the service has ignored of a message, a sentence each',
  })
  notes!: string[] | null;
  @ApiProperty({ type: JournalSpan, nullable: true, description: 'null if it has no records' })
  span!: JournalSpan | null;
  @ApiProperty({
    type: LargestChange,
    nullable: true,
    description:
      'The largest change of a price that was pushed, by its factor; null if none had a price before, or none changed',
  })
  largestChange!: LargestChange | null;
}

/** One entry of the journal: a call of the channel manager, or a change by an administrator. */
export class JournalEntryView extends JournalEntrySummary {
  @ApiProperty({
    format: 'date-time',
    description:
      'When it took effect, in microseconds; the calendar at this moment already contains the change',
  })
  appliedAt!: string;
  @ApiProperty({
    description: 'The records with their verdicts, in the order of the call',
    type: [JournalRecord],
  })
  records!: JournalRecord[];
  @ApiProperty({
    description: 'How many records a long message has beyond those that are listed',
    example: 0,
  })
  moreRecords!: number;
  @ApiProperty({ type: String, nullable: true, description: 'The first 4 KiB of a body that was refused' })
  body!: string | null;
}

/** What became of a call, for its sender. */
export class Receipt extends JournalEntryView {
  @ApiProperty({
    description: 'The entries of a message about several rooms, this one included; empty for any other call',
    type: [JournalEntryView],
  })
  entries!: JournalEntryView[];
}

/** A page of the journal, newest first. */
export class JournalPage {
  @ApiProperty({ description: 'Entries, newest first', type: [JournalEntrySummary] })
  items!: JournalEntrySummary[];
  @NextCursor() nextCursor!: string | null;
}
