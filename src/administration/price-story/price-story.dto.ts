import { ApiProperty } from '@nestjs/swagger';
import { LimitField } from '../../platform/http/fields';
import { MomentField } from '../../platform/http/moment.field';
import type { HeldReason } from '../../calendar/price-guard';
import { HELD_REASONS } from '../../calendar/price-guard';
import type { StoryKind } from '../../push/operations';
import { STORY_KINDS } from '../../push/operations';

const ORIGINS = ['pushed', 'derived', 'notSet'] as const;

/** Selects a page of the history of a price. */
export class PriceStoryQueryDto {
  @LimitField()
  limit = 50;

  @MomentField('The `nextCursor` of the page before')
  cursor?: string;
}

/** One step of a derivation and the exact value after it. */
class StoryStep {
  @ApiProperty({
    description: 'The percentage of the running value that the step adds',
    required: false,
    example: '-10',
  })
  percent?: string;
  @ApiProperty({ description: 'The amount that the step adds', required: false, example: '5.00' })
  amount?: string;
  @ApiProperty({ description: 'The exact value after the step', example: '90.09' }) result!: string;
}

/** The computation of a derived price from its parent's. */
class StoryDerivation {
  @ApiProperty({ example: '12', description: 'The parent plan' }) from!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '100.10',
    description: 'null if the parent has no price now, so that none can be derived',
  })
  parentPrice!: string | null;
  @ApiProperty({
    description: 'From left to right',
    type: [StoryStep],
    example: [
      { percent: '-10', result: '90.09' },
      { amount: '5.00', result: '95.09' },
    ],
  })
  steps!: StoryStep[];
  @ApiProperty({
    description: 'The value after rounding; null if the parent has no price',
    type: String,
    nullable: true,
    example: '95.09',
  })
  rounded!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'The value after the minimum, the maximum or zero was applied; null if none was',
  })
  clamped!: string | null;
  @ApiProperty({
    type: () => PriceOrigin,
    example: {
      ratePlanId: '12',
      date: '2026-12-01',
      price: '100.10',
      origin: 'pushed',
      derivation: null,
      held: null,
    },
    description: 'The story of the parent, without its history',
  })
  parent!: object;
}

/** A pushed price that a guard keeps from sale. */
class StoryHeld {
  @ApiProperty({ description: 'The pushed price', example: '1.00' }) price!: string;
  @ApiProperty({
    description: 'The limit of the guard that it crossed',
    enum: HELD_REASONS,
    example: 'belowMinimum',
  })
  reason!: HeldReason;
  @ApiProperty({ description: 'The push, in the journal', format: 'uuid' }) requestId!: string;
  @ApiProperty({ description: 'When it was pushed', format: 'date-time' }) heldAt!: string;
}

/** A push, a release, an undo or a recalculation that set the price to another value. */
export class StoryEntry {
  @ApiProperty({ description: 'The call, in the journal', format: 'uuid' }) requestId!: string;
  @ApiProperty({
    format: 'date-time',
    description: 'In microseconds; the calendar at this moment already contains the change',
  })
  at!: string;
  @ApiProperty({
    description: 'The name of the token; null if the call needed none',
    type: String,
    nullable: true,
    example: 'allbookers',
  })
  token!: string | null;
  @ApiProperty({ description: 'What set the price', enum: STORY_KINDS, example: 'push' }) kind!: StoryKind;
  @ApiProperty({
    description: 'The price from then on; null: not set',
    type: String,
    nullable: true,
    example: '95.09',
  })
  price!: string | null;
}

/** The present origin of a price. */
export class PriceOrigin {
  @ApiProperty({ description: 'The rate plan', example: '13' }) ratePlanId!: string;
  @ApiProperty({ description: 'The date', example: '2026-12-01' }) date!: string;
  @ApiProperty({ description: 'The price; null: not set', type: String, nullable: true, example: '95.09' })
  price!: string | null;
  @ApiProperty({ description: 'The origin of the price', enum: ORIGINS, example: 'derived' })
  origin!: (typeof ORIGINS)[number];
  @ApiProperty({
    description: 'Its derivation from the parent; null if it is not derived',
    type: StoryDerivation,
    nullable: true,
  })
  derivation!: StoryDerivation | null;
  @ApiProperty({ type: StoryHeld, nullable: true, description: 'The held price of this cell' })
  held!: StoryHeld | null;
}

/** The story of a price: its origin and its changes, newest first. */
export class PriceStory extends PriceOrigin {
  @ApiProperty({
    type: String,
    nullable: true,
    example: '95.09',
    description:
      'The present price by the rule of a derived plan; null without a rule or a price of the parent',
  })
  rulePrice!: string | null;
  @ApiProperty({ format: 'date-time', description: 'The beginning of its known past' }) knownSince!: string;
  @ApiProperty({ description: 'What set the price, newest first', type: [StoryEntry] })
  history!: StoryEntry[];
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description:
      'The cursor of the page with earlier changes. A page may be shorter than its limit and still have one',
  })
  nextCursor!: string | null;
}
