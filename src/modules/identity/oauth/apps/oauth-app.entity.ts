import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import type { Ref } from '@mikro-orm/postgresql'
import { Field, ID, ObjectType } from 'type-graphql'
import { Access, InheritsAccess } from '../../../../platform/auth/authorization.ts'
import { Scope } from '../../../../platform/auth/scopes.ts'
import { SqlIndex } from '../../../../platform/database/sql-index.ts'
import { GraphqlOnly, RestOnly } from '../../../../platform/graphql/operations.ts'
import { newestFirst } from '../../../../platform/graphql/pagination/keyset.ts'
import { Node } from '../../../../platform/graphql/pagination/node.resolver.ts'
import { createConnectionType } from '../../../../platform/graphql/pagination/pagination.ts'
import { Url } from '../../../../platform/graphql/scalars.ts'
import { Account } from '../../accounts/index.ts'

/** An OAuth client that an account has registered. Other users may grant it access to their accounts. */
@Entity({ tableName: 'oauth_app' })
@SqlIndex('create index oauth_app_owner_created_index on oauth_app (owner_id, created_at desc, id desc)')
@Access('read:profile')
@ObjectType('OauthApp', { description: 'An OAuth application of the caller.', implements: Node })
export class OAuthApp extends Node {
  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the application, such as `app_01k...`: its `client_id`.' })
  override id!: string

  /** Null for an application that nobody of this installation has registered: see `clientUrl`. */
  @ManyToOne(() => Account, { ref: true, nullable: true, deleteRule: 'cascade', index: false })
  owner: Ref<Account> | null = null

  /** The `client_id` of an application that nobody registered: the address of its metadata document, or the name of the command. */
  @Property({ type: 'text', nullable: true })
  clientUrl: string | null = null

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Name shown on the consent page.' })
  name!: string

  @Property({ type: 'json' })
  @Field(() => [Url], { description: 'Allowed redirect URIs. They must match exactly.' })
  redirectUris!: string[]

  @Property({ type: 'json' })
  @Field(() => [Scope], { description: 'Scopes that the application may request.' })
  scopes!: Scope[]

  @Property({ type: 'boolean' })
  @Field(() => Boolean, {
    description: 'True for browser and mobile applications. They cannot keep a secret, so they have none.',
  })
  isPublic!: boolean

  /** Keyed digest of the client secret (see `ClientSecrets`); null for a public application. */
  @Property({ type: 'text', nullable: true, hidden: true, lazy: true })
  secretDigest: string | null = null

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the application was registered.' })
  createdAt!: Date

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the application was last changed or its secret rotated.' })
  updatedAt!: Date
}

/** A page of applications, with cursors. */
export const OAuthAppConnection = createConnectionType('OauthApp', OAuthApp, 'applications')
export type OAuthAppConnection = InstanceType<typeof OAuthAppConnection>

/** The order of applications. `oauth_app_owner_created_index` supports it. */
export const newestAppsFirst = newestFirst<OAuthApp>('OAUTH_APPS')

/** The only answer that contains the client secret. */
@Access('write:profile')
@ObjectType('OauthAppSecretResponse', {
  description: 'An application with its new client secret. The secret is shown only once.',
})
export class OAuthAppSecretResponse {
  @InheritsAccess()
  @GraphqlOnly()
  @Field(() => OAuthApp, { description: 'The application.' })
  readonly app: OAuthApp

  @Field(() => String, {
    nullable: true,
    description: 'The client secret: `tks_` and 43 characters. Never shown again. Null for a public application.',
  })
  readonly clientSecret: string | null

  constructor(app: OAuthApp, clientSecret: string | null) {
    this.app = app
    this.clientSecret = clientSecret
  }

  @RestOnly()
  @Field(() => ID, { description: 'Identifier of the application: its `client_id`.' })
  get id(): string {
    return this.app.id
  }

  @RestOnly()
  @Field(() => String, { description: 'The name of the application.' })
  get name(): string {
    return this.app.name
  }

  @Field(() => String, { description: 'What to do with the secret.' })
  get message(): string {
    return this.clientSecret === null
      ? 'A public application has no client secret. It uses PKCE.'
      : 'Copy the client secret now. It is not shown again.'
  }
}
