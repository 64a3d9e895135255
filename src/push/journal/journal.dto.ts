import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsUUID, ValidateIf } from 'class-validator';
import { IdField, LimitField, TextField } from '../../platform/http/fields';
import { MomentOrDateField } from '../../platform/http/moment.field';
import type { Changes, Operation, Outcome, Verdict } from './journaled-call';

const OPERATIONS: Operation[] = [
  'updateCalendarInventory',
  'updateCalendarPrices',
  'roomEditChannelManager',
  'createRoom',
  'changeRoom',
  'deleteRoom',
  'createRatePlan',
  'changeRatePlan',
  'deleteRatePlan',
  'createAccessToken',
  'revokeAccessToken',
  'releaseHeldPrices',
  'discardHeldPrices',
  'undo',
];
const OUTCOMES: Outcome[] = ['applied', 'emptyList', 'roomMissing', 'ratePlanMissing', 'refused', 'failed'];
const VERDICTS: Verdict[] = ['applied', 'unchanged', 'skipped', 'held', 'late', 'superseded'];
const VERDICTS_EXPLAINED =
  'skipped: outside the update window, or left as it is by an undo; held: kept from sale by a guard; late: a repeat, and another push has set the ' +
  'date since; superseded: a later record of the push is for the same date';
const isGiven = (_: unknown, value: unknown) => value !== undefined;

/** Which entries of the journal to list. */
export class ListJournalDto {
  @IdField({ required: false, example: undefined })
  roomId?: string;

  @IdField({ required: false, example: undefined })
  ratePlanId?: string;

  @ApiProperty({ enum: OPERATIONS, required: false })
  @ValidateIf(isGiven)
  @IsIn(OPERATIONS)
  operation?: Operation;

  @ApiProperty({ enum: OUTCOMES, required: false })
  @ValidateIf(isGiven)
  @IsIn(OUTCOMES)
  outcome?: Outcome;

  @TextField({ required: false, description: 'The name of an access token' })
  token?: string;

  @MomentOrDateField('From this moment on')
  from?: string;

  @MomentOrDateField('Before this moment')
  to?: string;

  @LimitField()
  limit = 50;

  @ApiProperty({ required: false, description: 'The `nextCursor` of the page before' })
  @ValidateIf(isGiven)
  @IsUUID()
  cursor?: string;
}

/** One record of a push, and what became of it. */
export class JournalRecord {
  @ApiProperty({ example: '2026-12-01' }) date!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '100.10',
    description: 'The price, or the number of rooms; null where an undo leaves a price not set',
  })
  value!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    required: false,
    description: 'Of an undo, which may be about several plans; null of rooms left',
  })
  ratePlanId?: string | null;
  @ApiProperty({ enum: VERDICTS, description: VERDICTS_EXPLAINED })
  verdict!: Verdict;
  @ApiProperty({
    description: 'Fewer rooms than are occupied: says something only where the feed sends totals',
  })
  overbooked!: boolean;
}

/** What the records of an entry reach over. */
export class JournalSpan {
  @ApiProperty({ example: '2026-12-01', description: 'The first date' }) from!: string;
  @ApiProperty({ example: '2026-12-31', description: 'The last date' }) to!: string;
  @ApiProperty({ type: String, nullable: true, example: '7.30', description: 'The least value' })
  lowest!: string | null;
  @ApiProperty({ type: String, nullable: true, example: '9.10', description: 'The greatest value' })
  highest!: string | null;
}

/** What a list shows of an entry. */
export class JournalEntrySummary {
  @ApiProperty({ format: 'uuid' }) requestId!: string;
  @ApiProperty({ format: 'date-time' }) receivedAt!: string;
  @ApiProperty({ enum: OPERATIONS }) operation!: Operation;
  @ApiProperty({ type: String, nullable: true, example: '1' }) roomId!: string | null;
  @ApiProperty({ type: String, nullable: true, example: '12' }) ratePlanId!: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'allbookers', description: 'The name of the token' })
  token!: string | null;
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) tokenId!: string | null;
  @ApiProperty({ enum: OUTCOMES }) outcome!: Outcome;
  @ApiProperty({ example: 3 }) received!: number;
  @ApiProperty({ example: 1 }) applied!: number;
  @ApiProperty({ example: 1 }) unchanged!: number;
  @ApiProperty({ example: 1 }) skipped!: number;
  @ApiProperty({ example: 0 }) held!: number;
  @ApiProperty({ example: 0 }) late!: number;
  @ApiProperty({ example: 4.2 }) durationMs!: number;
  @ApiProperty({
    type: 'object',
    additionalProperties: {
      type: 'object',
      properties: { from: {}, to: {} },
      required: ['from', 'to'],
    },
    nullable: true,
    example: { maximumGuests: { from: 3, to: null } },
    description: 'Old and new values, of a room edit and of changes by administrators',
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
  @ApiProperty({ type: [String], nullable: true, description: 'The entries that an undo takes back' })
  undoes!: string[] | null;
  @ApiProperty({
    type: [String],
    example: [],
    description: 'The undos that have taken this back, without those that were undone themselves',
  })
  undoneBy!: string[];
  @ApiProperty({ type: JournalSpan, nullable: true, description: 'Null: it has no records' })
  span!: JournalSpan | null;
}

/** One entry of the journal: a call of the channel manager, or a change by an administrator. */
export class JournalEntryView extends JournalEntrySummary {
  @ApiProperty({
    format: 'date-time',
    description: 'When it took effect, in microseconds: the calendar at this moment is the one after it',
  })
  appliedAt!: string;
  @ApiProperty({ type: [JournalRecord] }) records!: JournalRecord[];
  @ApiProperty({ type: String, nullable: true, description: 'The first 4 KiB of a body that was refused' })
  body!: string | null;
}

/** A page of the journal, newest first. */
export class JournalPage {
  @ApiProperty({ type: [JournalEntrySummary] }) items!: JournalEntrySummary[];
  @ApiProperty({ type: String, nullable: true, example: null }) nextCursor!: string | null;
}
