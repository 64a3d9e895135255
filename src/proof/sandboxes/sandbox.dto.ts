import { NameField, UuidField } from '../../platform/http/fields';
import { MomentField } from '../../platform/http/moment.field';
import { ApiModel } from '../../platform/openapi/api-docs';
import { Property } from '../../platform/http/property';
import { PageOf, PageQuery } from '../../platform/http/page.dto';

/** A new sandbox. */
@ApiModel('NewSandbox', { 'For a week': { value: { name: 'allbookers' } } })
export class CreateSandboxDto {
  /** The sender that uses it @example "allbookers" */
  @NameField({ maxLength: 100 }) name!: string;
  /** When it is deleted: within 30 days; if left out, in 7 days */
  @MomentField() expiresAt?: string;
}

/** Selects the sandboxes to list. */
export class ListSandboxesDto extends PageQuery(UuidField({ required: false })) {}

/** A rate plan of a sandbox. */
export class SandboxRatePlanView {
  /** The id of the rate plan @example "12" */ id!: string;
  /** Its name @example "Flexible" */ name!: string;
  /** The plan that its prices derive from; null for a plan that takes pushes */
  @Property({ example: null }) derivedFrom!: string | null;
}

/** A room of a sandbox. */
export class SandboxRoomView {
  /** The id of the room @example "1" */ id!: string;
  /** Its name @example "Double" */ name!: string;
  /** Its rate plans */ ratePlans!: SandboxRatePlanView[];
}

/** A sandbox: a property to test a sender with. */
@ApiModel('Sandbox')
export class SandboxView {
  /** The id of the sandbox */
  @Property({ format: 'uuid' }) id!: string;
  /** The sender that uses it @example "allbookers" */ name!: string;
  /** Its property @example "Sandbox allbookers 3f9c01ab" */ propertyName!: string;
  /** The code of its property: the hotel code of Channex and SiteConnect @example "SANDBOX-3f9c01ab" */
  propertyCode!: string;
  /** Its access token */
  @Property({ format: 'uuid' }) tokenId!: string;
  /** The day of its creation @example "2026-12-01" */ firstDay!: string;
  /** The time of its creation */ createdAt!: Date;
  /** The token that created it */
  @Property({ format: 'uuid' }) createdBy!: string | null;
  /** When it is deleted */ expiresAt!: Date;
  /** Its rooms */ rooms!: SandboxRoomView[];
}

/** A new sandbox, with the secret of its token. */
export class CreatedSandbox extends SandboxView {
  /** The token, shown this once @example "q3Zk5n0dJc1m8Wv2RrXyT7uBfGhLpEa9sNiO4tKxQ6w" */ token!: string;
}

/** A page of sandboxes. */
export class SandboxPage extends PageOf(SandboxView, 'Sandboxes, in the order of their creation') {}
