import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import type { Scope } from './scopes.decorator';

/** An access token of a caller. Only its SHA-256 is stored, never the token itself. */
@Entity('access_token')
@Unique('uq_access_token_sha256', ['sha256'])
export class AccessToken {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'pk_access_token' })
  id!: string;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'bytea' })
  sha256!: Buffer;

  @Column({ type: 'text', array: true })
  scopes!: Scope[];

  /** The properties whose rooms the token may push for. Null means all properties. */
  @Column({ name: 'property_names', type: 'text', array: true, nullable: true })
  propertyNames!: string[] | null;

  /** The token that created this one. Null means BOOTSTRAP_TOKEN, the command line or the first start. */
  @Column({ name: 'created_by', type: 'uuid', nullable: true })
  createdBy!: string | null;

  /** Whether this is, or once was, the value of BOOTSTRAP_TOKEN. */
  @Column({ name: 'is_bootstrap', type: 'boolean', default: false })
  isBootstrap!: boolean;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  @Column({ name: 'expires_at', type: 'timestamptz', nullable: true })
  expiresAt!: Date | null;

  @Column({ name: 'revoked_at', type: 'timestamptz', nullable: true })
  revokedAt!: Date | null;

  /** Updated at most once a minute. */
  @Column({ name: 'last_used_at', type: 'timestamptz', nullable: true })
  lastUsedAt!: Date | null;

  /** The sandbox that the token belongs to. Null means none. */
  @Column({ name: 'sandbox_id', type: 'uuid', nullable: true })
  sandboxId!: string | null;
}
