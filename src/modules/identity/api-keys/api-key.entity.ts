import { Entity, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy'
import { OptionalProps, type Ref } from '@mikro-orm/postgresql'
import { Field, ID, ObjectType } from 'type-graphql'
import { Access, InheritsAccess } from '../../../platform/auth/authorization.ts'
import { Scope } from '../../../platform/auth/scopes.ts'
import { SqlIndex } from '../../../platform/database/sql-index.ts'
import { GraphqlOnly, RestOnly } from '../../../platform/graphql/operations.ts'
import { newestFirst } from '../../../platform/graphql/pagination/keyset.ts'
import { Node } from '../../../platform/graphql/pagination/node.resolver.ts'
import { createConnectionType } from '../../../platform/graphql/pagination/pagination.ts'
import { Account } from '../accounts/index.ts'
import { Workspace } from '../workspaces/index.ts'

/** A credential for programs. Only a digest and a preview of the key are stored. */
@Entity({ tableName: 'api_key' })
@SqlIndex('create index api_key_workspace_created_index on api_key (workspace_id, created_at desc, id desc)')
@SqlIndex('create index api_key_expires_index on api_key (expires_at) where revoked_at is null')
@SqlIndex('create index api_key_account_index on api_key (account_id)')
@Access('read:profile')
@ObjectType('ApiKeyItem', { description: 'An API key, without its secret.', implements: Node })
export class ApiKey extends Node {
  [OptionalProps]?: 'workspaceId'

  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the key, such as `key_01k...`.' })
  override id!: string

  @ManyToOne(() => Workspace, { ref: true, deleteRule: 'cascade', index: false })
  workspace!: Ref<Workspace>

  /** The member who created it. The key ends with the membership. */
  @ManyToOne(() => Account, { ref: true, deleteRule: 'cascade', index: false })
  account!: Ref<Account>

  @Field(() => ID, { description: 'Identifier of the workspace that the key is for.' })
  get workspaceId(): string {
    return this.workspace.id
  }

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Name of the key.' })
  name!: string

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Beginning and end of the key, such as `tk_ab12…wxyz`.' })
  keyPreview!: string

  @Property({ type: 'json', defaultRaw: `'["read:links", "write:links", "read:analytics", "write:qr"]'` })
  @Field(() => [Scope], { description: 'What the key may do. It never changes.' })
  scopes!: Scope[]

  /** See `ApiKeyHasher`. */
  @Unique({ name: 'api_key_key_hash_unique' })
  @Property({ type: 'text', hidden: true, lazy: true })
  keyHash!: string

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the key was created.' })
  createdAt!: Date

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'Time at which the key expires.' })
  expiresAt!: Date

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  @Field(() => Date, { nullable: true, description: 'When the key was revoked. Null if it was not.' })
  revokedAt: Date | null = null

  /** Only SQL (`updateLastUsed`) changes it, never this property. */
  @Property({ type: 'timestamptz', length: 6, nullable: true })
  @Field(() => Date, {
    nullable: true,
    description: 'When the key was last used, accurate to a minute. Null if it never was.',
  })
  lastUsedAt: Date | null = null

  /** Changes with `lastUsedAt`. */
  @Property({ type: 'text', nullable: true })
  @Field(() => String, {
    nullable: true,
    description:
      'Country from which the key was last used, ISO 3166-1 alpha-2, by its network address, which is not stored. Null if it is unknown.',
  })
  lastUsedCountry: string | null = null

  /**
   * The grant of the OAuth application that created the key; null for a key that was created in a session, and after
   * the end of the grant. The oauth module adds the foreign key.
   */
  @Index({ name: 'api_key_grant_digest_index' })
  @Property({ type: 'text', nullable: true, hidden: true })
  grantDigest: string | null = null

  /** When the mail about the expiry of the key was sent. */
  @Property({ type: 'timestamptz', length: 6, nullable: true, hidden: true })
  remindedAt: Date | null = null

  /** Whether the key is accepted at this time. */
  isActiveAt(now: Date): boolean {
    return this.revokedAt === null && this.expiresAt > now
  }

  /** Ends the key at this time if it would live longer. Its owner knows, so no mail tells of it. */
  endBy(end: Date, now: Date): void {
    if (end < this.expiresAt) this.expiresAt = end
    this.remindedAt ??= now
  }

  /** Returns false if the key was revoked before. */
  revoke(now: Date): boolean {
    if (this.revokedAt !== null) return false
    this.revokedAt = now
    return true
  }
}

/** A page of API keys, with cursors. */
export const ApiKeyConnection = createConnectionType('ApiKey', ApiKey, 'keys')
export type ApiKeyConnection = InstanceType<typeof ApiKeyConnection>

/** The order of keys. `api_key_workspace_created_index` supports it. */
export const newestKeysFirst = newestFirst<ApiKey>('API_KEYS')

@Access('write:profile')
@ObjectType({ description: 'A new API key. No other response contains the key itself.' })
export class ApiKeyCreatedResponse {
  @InheritsAccess()
  @GraphqlOnly()
  @Field(() => ApiKey, { description: 'The new key, without its secret.' })
  readonly apiKey: ApiKey

  @Field(() => String, {
    description: 'Key: `tk_` and 36 letters and digits. Send it as `Authorization: Bearer <key>`.',
  })
  readonly key: string

  constructor(apiKey: ApiKey, key: string) {
    this.apiKey = apiKey
    this.key = key
  }

  @RestOnly()
  @Field(() => ID, { description: 'Identifier of the key, such as `key_01k...`.' })
  get id(): string {
    return this.apiKey.id
  }

  @RestOnly()
  @Field(() => String, { description: 'Name of the key.' })
  get name(): string {
    return this.apiKey.name
  }

  @Field(() => String, { description: 'A reminder to copy the key now.' })
  get message(): string {
    return 'Copy the key now and keep it safe: it is not shown again.'
  }

  @RestOnly()
  @Field(() => Date, { description: 'Time at which the key expires.' })
  get expiresAt(): Date {
    return this.apiKey.expiresAt
  }
}
