import { IsIn, ValidateIf } from 'class-validator';
import { ApiModel, REQUEST_ID_EXAMPLE } from '../../platform/openapi/api-docs';
import { SandboxView } from '../sandboxes/sandbox.dto';
import { Property } from '../../platform/http/property';

export const FORMATS = ['json', 'html'] as const;
export const VERDICTS = ['missing', 'passed', 'failed'] as const;

/** The form of the report. */
export class ConformanceQueryDto {
  /** `html` is a report to print */
  @ValidateIf((_, value) => value !== undefined)
  @IsIn(FORMATS)
  format?: (typeof FORMATS)[number];
}

/** A scenario and its verdict. */
export class ScenarioView {
  /** The name of the scenario @example "oneDate" */ id!: string;
  /** Its title @example "One date" */ title!: string;
  /** Whether a sender may do without it @example false */ isOptional!: boolean;
  /** Whether a call shows that it works @example "passed" */
  @Property({ enum: VERDICTS }) verdict!: (typeof VERDICTS)[number];
  /** The calls that show it */
  @Property({ example: [REQUEST_ID_EXAMPLE] }) requestIds!: string[];
  /**
   * The calls to send; for a failed scenario, the problem to correct as well
   * @example "Set 3 rooms left of room 1 on 2027-01-10, in a call with this date alone."
   */
  advice!: string;
}

/** The verdict on each scenario of a sender's sandbox. */
@ApiModel('Conformance')
export class ConformanceView {
  /** The sandbox */ sandbox!: SandboxView;
  /** The time of this report */
  @Property({ format: 'date-time' }) at!: string;
  /** The version of the service @example "1.0.0" */ version!: string;
  /** The first date of the update window today @example "2026-11-30" */ windowFrom!: string;
  /** The last date of the update window today @example "2028-12-01" */ windowTo!: string;
  /**
   * The dates of the scenarios, by name
   * @example {"oneDate": "2027-01-10", "range": ["2027-01-11", "2027-01-12"]}
   */
  @Property({
    type: 'object',
    additionalProperties: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
  })
  dates!: Record<string, string | string[]>;
  /** How many of the needed scenarios are passed @example 20 */ passed!: number;
  /** How many scenarios are needed @example 20 */ total!: number;
  /** All scenarios */ scenarios!: ScenarioView[];
}
