import { Entity, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy'
import type { Ref } from '@mikro-orm/postgresql'
import { Field, ID, ObjectType } from 'type-graphql'
import { Account } from '../accounts/index.ts'

/** A credential for programs. The key itself is known to its holder only: here are its digest and its preview. */
@Entity({ tableName: 'api_key' })
@Index({
  name: 'api_key_account_created_index',
  expression: 'create index api_key_account_created_index on api_key (account_id, created_at desc, id desc)',
})
@ObjectType('ApiKeyItem', { description: 'An API key of the caller, without the key itself.' })
export class ApiKey {
  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the key, such as `key_01k...`.' })
  id!: string

  @ManyToOne(() => Account, { ref: true, deleteRule: 'cascade', index: false })
  account!: Ref<Account>

  @Property({ type: 'text' })
  @Field(() => String, { description: 'What its owner calls it.' })
  name!: string

  @Property({ type: 'text' })
  @Field(() => String, { description: 'The beginning and the end of the key, such as `tk_ab12…wxyz`.' })
  keyPreview!: string

  /** See `KeyDigests`. */
  @Unique({ name: 'api_key_key_hash_unique' })
  @Property({ type: 'text', hidden: true })
  keyHash!: string

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the key was made.' })
  createdAt!: Date

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'From this instant on the key is refused.' })
  expiresAt!: Date

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  @Field(() => Date, { nullable: true, description: 'When the key was revoked; null when it was not.' })
  revokedAt: Date | null = null

  /** Moved by SQL only (see `KeyUses`), never through this property. */
  @Property({ type: 'timestamptz', length: 6, nullable: true })
  @Field(() => Date, {
    nullable: true,
    description: 'When the key was last used, to the minute; null when it never was.',
  })
  lastUsedAt: Date | null = null

  /** Whether the key still opens anything at this instant. */
  isActiveAt(now: Date): boolean {
    return this.revokedAt === null && this.expiresAt > now
  }
}

@ObjectType({ description: 'A new API key. This answer is the only one that ever holds the key itself.' })
export class ApiKeyCreatedResponse {
  @Field(() => ID, { description: 'Identifier of the key, such as `key_01k...`.' })
  id!: string

  @Field(() => String, { description: 'What its owner calls it.' })
  name!: string

  @Field(() => String, {
    description: 'The key: `tk_` and 36 letters and digits. Send it as `Authorization: Bearer <key>`.',
  })
  key!: string

  @Field(() => String, { description: 'Says to copy the key now.' })
  message!: string

  @Field(() => Date, { description: 'From this instant on the key is refused.' })
  expiresAt!: Date
}
