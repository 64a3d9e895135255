import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';
import { RestrictionsOfDay } from '../../calendar/restrictions.dto';
import { DateField, IdField } from '../../platform/http/fields';
import { ApiModel } from '../../platform/openapi/api-docs';
import { exampleDay } from '../../platform/openapi/example-day';
import { DerivationDto, derivationExample, tenPercentBelow } from './rate-plan.dto';
import { Property } from '../../platform/http/property';

const REACHED = ['minimum', 'maximum', 'zero'] as const;
export type Reached = (typeof REACHED)[number];

/** A rule to preview. */
@ApiModel('RuleToTry', {
  'What if plan 13 were 20 % below plan 12?': {
    value: {
      ratePlanId: '13',
      derivation: { ...tenPercentBelow, steps: [{ percent: '-20' }] },
      from: exampleDay(0),
      to: exampleDay(30),
    },
  },
  'What would a new plan cost, 10 % below plan 12?': {
    value: { derivation: tenPercentBelow, from: exampleDay(0), to: exampleDay(30) },
  },
})
export class PreviewDto {
  /** The plan that would have the rule; left out for a plan that does not exist yet @example "13" */
  @IdField({ required: false }) ratePlanId?: string;
  /** The rule to try */
  @Property({ example: { ...derivationExample, steps: [{ percent: '-20' }] } })
  @IsObject()
  @ValidateNested()
  @Type(() => DerivationDto)
  derivation!: DerivationDto;
  /** The first date @example "{today+0}" */
  @DateField() from!: string;
  /** At most 750 days @example "{today+30}" */
  @DateField() to!: string;
}

/** The effect of a rule on one date. */
class PreviewDay {
  /** The date @example "{today+0}" */ date!: string;
  /** The stored price of the parent; null if it is not set @example "100.10" */ parentPrice!: string | null;
  /** The price by the rule @example "85.08" */ newPrice!: string | null;
  /** The stored price of the plan; null if it is not set or no plan is given @example "95.09" */
  oldPrice!: string | null;
  /** The limit of the rule that the price reached; null if it reached none */
  @Property({ enum: REACHED, example: null }) reached!: Reached | null;
  /** The restrictions by the rule */ newRestrictions!: RestrictionsOfDay;
  /** The stored restrictions of the plan */ oldRestrictions!: RestrictionsOfDay;
}

/** The effect of a rule on the stored prices and restrictions. */
export class Preview {
  /** The plan that would have the rule; null if none was given @example "13" */ ratePlanId!: string | null;
  /** The first date @example "{today+0}" */ from!: string;
  /** The last date @example "{today+30}" */ to!: string;
  /** The number of dates whose price would change @example 31 */ changed!: number;
  /** The number of dates whose restrictions would change @example 0 */ changedRestrictions!: number;
  /** Dates on which the price is the minimum of the rule @example 0 */ reachedMinimum!: number;
  /** Dates on which the price is the maximum of the rule @example 0 */ reachedMaximum!: number;
  /** Dates on which the price would be below 0, and is 0 @example 0 */ reachedZero!: number;
  /** The dates on which the parent has a price record */ days!: PreviewDay[];
}
