import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import type { Ref } from '@mikro-orm/postgresql'
import type { Scope } from '../access/scopes.ts'
import { Account } from '../accounts/index.ts'

/** An application that people may give access to their accounts, as the account that registered it sees it. */
@Entity({ tableName: 'oauth_app' })
@Index({
  name: 'oauth_app_owner_created_index',
  expression: 'create index oauth_app_owner_created_index on oauth_app (owner_id, created_at desc, id desc)',
})
export class OAuthApp {
  @PrimaryKey({ type: 'text' })
  id!: string

  @ManyToOne(() => Account, { ref: true, deleteRule: 'cascade', index: false })
  owner!: Ref<Account>

  @Property({ type: 'text' })
  name!: string

  @Property({ type: 'json' })
  redirectUris!: string[]

  @Property({ type: 'json' })
  scopes!: Scope[]

  @Property({ type: 'boolean' })
  isPublic!: boolean

  /** Keyed digest of the client secret (see `ClientSecrets`); null for a public application. */
  @Property({ type: 'text', nullable: true, hidden: true, lazy: true })
  secretDigest: string | null = null

  @Property({ type: 'timestamptz', length: 6 })
  createdAt!: Date

  @Property({ type: 'timestamptz', length: 6 })
  updatedAt!: Date
}
