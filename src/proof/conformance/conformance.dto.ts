import { ApiProperty } from '@nestjs/swagger';
import { IsIn, ValidateIf } from 'class-validator';
import { ApiModel, REQUEST_ID_EXAMPLE } from '../../platform/openapi/api-docs';
import { SandboxView } from '../sandboxes/sandbox.dto';

export const FORMATS = ['json', 'html'] as const;
export const VERDICTS = ['missing', 'passed', 'failed'] as const;

/** The form of the report. */
export class ConformanceQueryDto {
  @ApiProperty({ enum: FORMATS, required: false, description: '`html` is a report to print' })
  @ValidateIf((_, value) => value !== undefined)
  @IsIn(FORMATS)
  format?: (typeof FORMATS)[number];
}

/** A scenario and its verdict. */
export class ScenarioView {
  @ApiProperty({ description: 'The name of the scenario', example: 'oneDate' }) id!: string;
  @ApiProperty({ description: 'What it is about', example: 'One date' }) title!: string;
  @ApiProperty({ description: 'Whether a sender may do without it', example: false }) isOptional!: boolean;
  @ApiProperty({ description: 'Whether a call shows that it works', enum: VERDICTS, example: 'passed' })
  verdict!: (typeof VERDICTS)[number];
  @ApiProperty({ description: 'The calls that show it', type: [String], example: [REQUEST_ID_EXAMPLE] })
  requestIds!: string[];
  @ApiProperty({
    description: 'What to send; for a failed scenario, what to correct as well',
    example: 'Set 3 rooms left of room 1 on 2027-01-10, in a call with this date alone.',
  })
  advice!: string;
}

/** The verdict on each scenario of a sender's sandbox. */
@ApiModel('Conformance')
export class ConformanceView {
  @ApiProperty({ description: 'The sandbox', type: SandboxView }) sandbox!: SandboxView;
  @ApiProperty({ description: 'The time of this report', format: 'date-time' }) at!: string;
  @ApiProperty({ description: 'The version of the service', example: '1.0.0' }) version!: string;
  @ApiProperty({ description: 'The first date of the update window today', example: '2026-11-30' })
  windowFrom!: string;
  @ApiProperty({ description: 'The last date of the update window today', example: '2028-12-01' })
  windowTo!: string;
  @ApiProperty({
    description: 'The dates of the scenarios, by name',
    type: 'object',
    additionalProperties: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    example: { oneDate: '2027-01-10', range: ['2027-01-11', '2027-01-12'] },
  })
  dates!: Record<string, string | string[]>;
  @ApiProperty({ description: 'How many of the needed scenarios are passed', example: 20 }) passed!: number;
  @ApiProperty({ description: 'How many scenarios are needed', example: 20 }) total!: number;
  @ApiProperty({ description: 'All scenarios', type: [ScenarioView] }) scenarios!: ScenarioView[];
}
