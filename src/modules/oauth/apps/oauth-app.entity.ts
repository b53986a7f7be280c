import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import type { Ref } from '@mikro-orm/postgresql'
import { Field, ID, ObjectType } from 'type-graphql'
import type { Scope } from '../../../platform/auth/scopes.ts'
import { SqlIndex } from '../../../platform/database/sql-index.ts'
import { GraphqlOnly } from '../../../platform/graphql/operations.ts'
import { Account } from '../../accounts/index.ts'

/** An OAuth client that an account has registered. Other users may grant it access to their accounts. */
@Entity({ tableName: 'oauth_app' })
@SqlIndex('create index oauth_app_owner_created_index on oauth_app (owner_id, created_at desc, id desc)')
@ObjectType('OauthApp', { description: 'An OAuth application of the caller.' })
export class OAuthApp {
  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the application, such as `app_01k...`: its `client_id`.' })
  id!: string

  @ManyToOne(() => Account, { ref: true, deleteRule: 'cascade', index: false })
  owner!: Ref<Account>

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Name shown on the consent page.' })
  name!: string

  @Property({ type: 'json' })
  @Field(() => [String], { description: 'Allowed redirect URIs. They must match exactly.' })
  redirectUris!: string[]

  @Property({ type: 'json' })
  @Field(() => [String], { description: 'Scopes that the application may request.' })
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

/** The only answer that contains the client secret. */
@ObjectType('OauthAppSecretResponse', {
  description: 'An application with its new client secret. The secret is shown only once.',
})
export class OAuthAppSecretResponse {
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

  @Field(() => ID, { description: 'Identifier of the application: its `client_id`.' })
  get id(): string {
    return this.app.id
  }

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
