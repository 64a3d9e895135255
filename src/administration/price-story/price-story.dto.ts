import { MomentField } from '../../platform/http/moment.field';
import type { HeldReason } from '../../calendar/price-guard';
import { HELD_REASONS } from '../../calendar/price-guard';
import type { StoryKind } from '../../push/operations';
import { STORY_KINDS } from '../../push/operations';
import { Property } from '../../platform/http/property';
import { PageQuery } from '../../platform/http/page.dto';

const ORIGINS = ['pushed', 'derived', 'notSet'] as const;

/** Selects a page of the history of a price. */
export class PriceStoryQueryDto extends PageQuery(MomentField()) {}

/** One step of a derivation and the exact value after it. */
class StoryStep {
  /** The percentage of the running value that the step adds @example "-10" */ percent?: string;
  /** The amount that the step adds @example "5.00" */ amount?: string;
  /** The exact value after the step @example "90.09" */ result!: string;
}

/** The computation of a derived price from its parent's. */
class StoryDerivation {
  /** The parent plan @example "12" */ from!: string;
  /** null if the parent has no price now, so that none can be derived @example "100.10" */
  parentPrice!: string | null;
  /**
   * From left to right
   * @example [{"percent": "-10", "result": "90.09"}, {"amount": "5.00", "result": "95.09"}]
   */
  steps!: StoryStep[];
  /** The value after rounding; null if the parent has no price @example "95.09" */ rounded!: string | null;
  /** The value after the minimum, the maximum or zero was applied; null if none was */
  @Property({ example: null }) clamped!: string | null;
  /** The story of the parent, without its history */
  @Property({
    type: () => PriceOrigin,
    example: {
      ratePlanId: '12',
      date: '2026-12-01',
      price: '100.10',
      origin: 'pushed',
      derivation: null,
      held: null,
    },
  })
  parent!: object;
}

/** A pushed price that a guard keeps from sale. */
class StoryHeld {
  /** The pushed price @example "1.00" */ price!: string;
  /** The limit of the guard that it crossed @example "belowMinimum" */
  @Property({ enum: HELD_REASONS }) reason!: HeldReason;
  /** The push, in the journal */
  @Property({ format: 'uuid' }) requestId!: string;
  /** When it was pushed */
  @Property({ format: 'date-time' }) heldAt!: string;
}

/** A push, a release, an undo or a recalculation that set the price to another value. */
export class StoryEntry {
  /** The call, in the journal */
  @Property({ format: 'uuid' }) requestId!: string;
  /** In microseconds; the calendar at this moment already contains the change */
  @Property({ format: 'date-time' }) at!: string;
  /** The name of the token; null if the call needed none @example "allbookers" */ token!: string | null;
  /** The kind of call @example "push" */
  @Property({ enum: STORY_KINDS }) kind!: StoryKind;
  /** The price from then on; null: not set @example "95.09" */ price!: string | null;
}

/** The present origin of a price. */
export class PriceOrigin {
  /** The rate plan @example "13" */ ratePlanId!: string;
  /** The date @example "2026-12-01" */ date!: string;
  /** The price; null: not set @example "95.09" */ price!: string | null;
  /** The origin of the price @example "derived" */
  @Property({ enum: ORIGINS }) origin!: (typeof ORIGINS)[number];
  /** Its derivation from the parent; null if it is not derived */ derivation!: StoryDerivation | null;
  /** The held price of this cell */ held!: StoryHeld | null;
}

/** The story of a price: its origin and its changes, newest first. */
export class PriceStory extends PriceOrigin {
  /**
   * The present price by the rule of a derived plan; null without a rule or a price of the parent
   * @example "95.09"
   */
  rulePrice!: string | null;
  /** The beginning of its known past */
  @Property({ format: 'date-time' }) knownSince!: string;
  /** The calls that set the price, newest first */ history!: StoryEntry[];
  /** The cursor of the page with earlier changes. A page may be shorter than its limit and still have one */
  @Property({ example: null }) nextCursor!: string | null;
}
