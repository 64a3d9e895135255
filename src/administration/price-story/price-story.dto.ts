import { ApiProperty } from '@nestjs/swagger';
import { LimitField } from '../../platform/http/fields';
import { MomentField } from '../../platform/http/moment.field';
import type { HeldReason } from '../../calendar/price-guard';
import { HELD_REASONS } from '../../calendar/price-guard';

const ORIGINS = ['pushed', 'derived', 'notSet'] as const;
const KINDS = ['push', 'derivation', 'release', 'undo'] as const;
export type StoryKind = (typeof KINDS)[number];

/** Which part of the history of a price. */
export class PriceStoryQueryDto {
  @LimitField()
  limit = 50;

  @MomentField('The `nextCursor` of the page before')
  cursor?: string;
}

/** One step of a derivation, with the exact value after it. */
class StoryStep {
  @ApiProperty({
    description: 'Per cent of the running value that are added to it',
    required: false,
    example: '-10',
  })
  percent?: string;
  @ApiProperty({ description: 'Money that is added to the running value', required: false, example: '5.00' })
  amount?: string;
  @ApiProperty({ description: 'The exact value after the step', example: '90.09' }) result!: string;
}

/** How a derived price comes from its parent's. */
class StoryDerivation {
  @ApiProperty({ example: '12', description: 'The parent plan' }) from!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '100.10',
    description: 'null: it has no price now, and nothing follows from it',
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
    description: 'The value after rounding; null where the parent has no price',
    type: String,
    nullable: true,
    example: '95.09',
  })
  rounded!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'What the minimum, the maximum or zero made of it',
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
    description: 'Which limit of the guard it has crossed',
    enum: HELD_REASONS,
    example: 'belowMinimum',
  })
  reason!: HeldReason;
  @ApiProperty({ description: 'The push, in the journal', format: 'uuid' }) requestId!: string;
  @ApiProperty({ description: 'When it was pushed', format: 'date-time' }) heldAt!: string;
}

/** A push, a release, an undo or a changed derivation that gave the price another value. */
export class StoryEntry {
  @ApiProperty({ description: 'The call, in the journal', format: 'uuid' }) requestId!: string;
  @ApiProperty({
    format: 'date-time',
    description: 'In microseconds: the calendar at this moment is the one after it',
  })
  at!: string;
  @ApiProperty({
    description: 'The name of the token; null where the call needed none',
    type: String,
    nullable: true,
    example: 'allbookers',
  })
  token!: string | null;
  @ApiProperty({ description: 'What set the price', enum: KINDS, example: 'push' }) kind!: StoryKind;
  @ApiProperty({
    description: 'The price from then on; null: not set',
    type: String,
    nullable: true,
    example: '95.09',
  })
  price!: string | null;
}

/** Where a price comes from now. */
export class PriceOrigin {
  @ApiProperty({ description: 'The rate plan', example: '13' }) ratePlanId!: string;
  @ApiProperty({ description: 'The date', example: '2026-12-01' }) date!: string;
  @ApiProperty({ description: 'The price; null: not set', type: String, nullable: true, example: '95.09' })
  price!: string | null;
  @ApiProperty({ description: 'How the price came about', enum: ORIGINS, example: 'derived' })
  origin!: (typeof ORIGINS)[number];
  @ApiProperty({
    description: 'How it comes from the parent; null where it does not',
    type: StoryDerivation,
    nullable: true,
  })
  derivation!: StoryDerivation | null;
  @ApiProperty({ type: StoryHeld, nullable: true, description: 'What is held of this cell' })
  held!: StoryHeld | null;
}

/** The story of a price: where it comes from, and what made it what it is, newest first. */
export class PriceStory extends PriceOrigin {
  @ApiProperty({
    type: String,
    nullable: true,
    example: '95.09',
    description: 'What the rule of a derived plan gives now; null without a rule or a price of the parent',
  })
  rulePrice!: string | null;
  @ApiProperty({ format: 'date-time', description: 'From when on its past is known' }) knownSince!: string;
  @ApiProperty({ description: 'What set the price, newest first', type: [StoryEntry] })
  history!: StoryEntry[];
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Asks for what was before. A page may be shorter than its limit and yet have one',
  })
  nextCursor!: string | null;
}
