import { ApiProperty } from '@nestjs/swagger';
import { LimitField, NameField, NextCursor, UuidField } from '../../platform/http/fields';
import { MomentField } from '../../platform/http/moment.field';
import { ApiModel } from '../../platform/openapi/api-docs';

/** A new sandbox. */
@ApiModel('NewSandbox', { 'For a week': { value: { name: 'allbookers' } } })
export class CreateSandboxDto {
  @NameField({ example: 'allbookers', maxLength: 100, description: 'Whose it is' })
  name!: string;

  @MomentField('When it is deleted: within 30 days; if left out, in 7 days')
  expiresAt?: string;
}

/** Selects the sandboxes to list. */
export class ListSandboxesDto {
  @LimitField()
  limit = 50;

  @UuidField({ required: false, example: undefined, description: 'The `nextCursor` of the page before' })
  cursor?: string;
}

/** A rate plan of a sandbox. */
export class SandboxRatePlanView {
  @ApiProperty({ description: 'The id of the rate plan', example: '12' }) id!: string;
  @ApiProperty({ description: 'Its name', example: 'Flexible' }) name!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'The plan that its prices derive from; null for a plan that takes pushes',
  })
  derivedFrom!: string | null;
}

/** A room of a sandbox. */
export class SandboxRoomView {
  @ApiProperty({ description: 'The id of the room', example: '1' }) id!: string;
  @ApiProperty({ description: 'Its name', example: 'Double' }) name!: string;
  @ApiProperty({ description: 'Its rate plans', type: [SandboxRatePlanView] })
  ratePlans!: SandboxRatePlanView[];
}

/** A sandbox: a property to test a sender with. */
@ApiModel('Sandbox')
export class SandboxView {
  @ApiProperty({ description: 'The id of the sandbox', format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'Whose it is', example: 'allbookers' }) name!: string;
  @ApiProperty({ description: 'Its property', example: 'Sandbox allbookers 3f9c01ab' }) propertyName!: string;
  @ApiProperty({
    description: 'The code of its property: the hotel code of Channex and SiteConnect',
    example: 'SANDBOX-3f9c01ab',
  })
  propertyCode!: string;
  @ApiProperty({ description: 'Its access token', format: 'uuid' }) tokenId!: string;
  @ApiProperty({ description: 'The day of its creation', example: '2026-12-01' }) firstDay!: string;
  @ApiProperty({ description: 'The time of its creation', type: String, format: 'date-time' })
  createdAt!: Date;
  @ApiProperty({ description: 'The token that created it', type: String, format: 'uuid', nullable: true })
  createdBy!: string | null;
  @ApiProperty({ description: 'When it is deleted', type: String, format: 'date-time' }) expiresAt!: Date;
  @ApiProperty({ description: 'Its rooms', type: [SandboxRoomView] }) rooms!: SandboxRoomView[];
}

/** A new sandbox, with the secret of its token. */
export class CreatedSandbox extends SandboxView {
  @ApiProperty({
    description: 'The token, shown this once',
    example: 'q3Zk5n0dJc1m8Wv2RrXyT7uBfGhLpEa9sNiO4tKxQ6w',
  })
  token!: string;
}

/** A page of sandboxes. */
export class SandboxPage {
  @ApiProperty({ description: 'Sandboxes, in the order of their creation', type: [SandboxView] })
  items!: SandboxView[];
  @NextCursor() nextCursor!: string | null;
}
