import { createHash } from 'node:crypto'
import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { PrimaryKeyProp, type Ref } from '@mikro-orm/postgresql'
import type { AdapterPayload, Grant } from 'oidc-provider'
import { Field, ID, ObjectType } from 'type-graphql'
import { Account } from '../../accounts/index.ts'
import { OAuthApp } from '../apps/oauth-app.entity.ts'

/** A record of oidc-provider: a grant, an authorization code, a token or an interaction. */
@Entity({ tableName: 'oauth_record' })
export class OAuthRecord {
  [PrimaryKeyProp]?: ['model', 'digest']

  /** Model name of oidc-provider, such as `Grant` or `AccessToken`. */
  @PrimaryKey({ type: 'text' })
  model!: string

  /** Digest of the id (see `digestRecordId`). The id itself is a credential and is not stored. */
  @PrimaryKey({ type: 'text' })
  digest!: string

  /** `json` and not `jsonb`, which rejects the NUL characters that a request parameter may contain. */
  @Property({ type: 'json', columnType: 'json', hidden: true })
  payload!: AdapterPayload & Pick<Partial<Grant>, 'openid' | 'resources'>

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

  /** When a code or refresh token was used; null while it is unused. */
  @Property({ type: 'timestamptz', length: 6, nullable: true })
  consumedAt: Date | null = null

  @Index({ name: 'oauth_record_expires_at_index' })
  @Property({ type: 'timestamptz', length: 6 })
  expiresAt!: Date

  @Property({ type: 'timestamptz', length: 6 })
  createdAt!: Date
}

/** Ids have 256 random bits, so a fast hash is enough. */
export function digestRecordId(id: string): string {
  return createHash('sha256').update(id).digest('hex')
}

/** Filter for the grants that are active at this time. */
export function activeGrants(now: Date) {
  return { model: 'Grant', expiresAt: { $gt: now } }
}

@ObjectType('OauthAppSummary', { description: 'Public details of an application.' })
export class OAuthAppSummary {
  @Field(() => ID, { description: 'Identifier of the application: its `client_id`.' })
  id!: string

  @Field(() => String, { description: 'Name of the application.' })
  name!: string
}

/** A grant as its user sees it, built from the `Grant` record of the provider. */
@ObjectType('OauthGrant', { description: 'Access to the account of the caller, granted to an application.' })
export class OAuthGrant {
  @Field(() => ID, { description: 'Identifier of the grant, such as `grt_5f2c...`.' })
  id!: string

  @Field(() => OAuthAppSummary, { description: 'The application that has access.' })
  app!: OAuthAppSummary

  @Field(() => [String], { description: 'The granted scopes.' })
  scopes!: string[]

  @Field(() => Date, { description: 'When access was granted.' })
  createdAt!: Date

  @Field(() => Date, { description: 'When access ends, unless it is withdrawn earlier.' })
  expiresAt!: Date
}
