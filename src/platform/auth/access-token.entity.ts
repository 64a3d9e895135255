import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import type { Scope } from './scopes.decorator';

/** A caller's right to call. The token itself is never stored, only its SHA-256. */
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

  /** The properties whose rooms it may push for; null: of all. */
  @Column({ name: 'property_names', type: 'text', array: true, nullable: true })
  propertyNames!: string[] | null;

  /** The token that it was made with; null: by BOOTSTRAP_TOKEN, the command line or the first start. */
  @Column({ name: 'created_by', type: 'uuid', nullable: true })
  createdBy!: string | null;

  /** Whether it is, or has been, the value of BOOTSTRAP_TOKEN. */
  @Column({ name: 'is_bootstrap', type: 'boolean', default: false })
  isBootstrap!: boolean;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  @Column({ name: 'expires_at', type: 'timestamptz', nullable: true })
  expiresAt!: Date | null;

  @Column({ name: 'revoked_at', type: 'timestamptz', nullable: true })
  revokedAt!: Date | null;

  /** Written at most once a minute. */
  @Column({ name: 'last_used_at', type: 'timestamptz', nullable: true })
  lastUsedAt!: Date | null;
}
