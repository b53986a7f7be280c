import { Entity, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy'
import { OptionalProps, PrimaryKeyProp, type Ref } from '@mikro-orm/postgresql'
import type { AdapterPayload, Grant } from 'oidc-provider'
import { SqlIndex } from '../../../../platform/database/sql-index.ts'
import { Account } from '../../accounts/index.ts'
import { OAuthApp } from '../apps/oauth-app.entity.ts'
import type { WorkspaceChoice } from './workspace-choice.ts'

/** A record of oidc-provider: a grant, an authorization code, a token or an interaction. */
@Entity({ tableName: 'oauth_record' })
@SqlIndex(
  "create index oauth_record_user_code_index on oauth_record ((payload ->> 'userCode')) where model = 'DeviceCode'",
)
export class OAuthRecord {
  [PrimaryKeyProp]?: ['model', 'digest'];
  [OptionalProps]?: 'grantKey'

  /** Model name of oidc-provider, such as `Grant` or `AccessToken`. */
  @PrimaryKey({ type: 'text' })
  model!: string

  /** Digest of the id (see `digestSecret`). The id itself is a credential and is not stored. */
  @PrimaryKey({ type: 'text' })
  digest!: string

  /** `json` and not `jsonb`, which rejects the NUL characters that a request parameter may contain. */
  @Property({ type: 'json', columnType: 'json', hidden: true })
  payload!: AdapterPayload & Pick<Partial<Grant>, 'openid' | 'resources'> & WorkspaceChoice

  @Index({ name: 'oauth_record_account_id_index' })
  @ManyToOne(() => Account, { ref: true, nullable: true, deleteRule: 'cascade' })
  account: Ref<Account> | null = null

  @Index({ name: 'oauth_record_client_id_index' })
  @ManyToOne(() => OAuthApp, { ref: true, nullable: true, deleteRule: 'cascade', fieldName: 'client_id' })
  app: Ref<OAuthApp> | null = null

  /** Digest of the grant that a code or token belongs to. */
  @Index({ name: 'oauth_record_grant_digest_index' })
  @Property({ type: 'text', nullable: true })
  grantDigest: string | null = null

  /** When a code or refresh token was used, or when the things that an expired grant owns have ended; null before. */
  @Property({ type: 'timestamptz', length: 6, nullable: true })
  consumedAt: Date | null = null

  @Index({ name: 'oauth_record_expires_at_index' })
  @Property({ type: 'timestamptz', length: 6 })
  expiresAt!: Date

  @Property({ type: 'timestamptz', length: 6 })
  createdAt!: Date

  /** The digest of a grant, to which foreign keys refer; null for other records. */
  @Unique({ name: 'oauth_record_grant_key_unique' })
  @Property({
    type: 'text',
    nullable: true,
    generated: `(case when (model = 'Grant'::text) then digest else null::text end) stored`,
  })
  readonly grantKey!: string | null
}

/** Filter for the grants that are active at this time. */
export function activeGrants(now: Date) {
  return { model: 'Grant', expiresAt: { $gt: now } }
}
