import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { DeferMode, type Ref } from '@mikro-orm/postgresql'
import { Account } from '../accounts/index.ts'
import { Link } from './link.entity.ts'

/**
 * A code in the namespace that all short addresses share. The key is lower case, and the primary key makes it unique.
 * When its link is deleted, the row stays as a tombstone without a link until `releasedAt`, or for ever.
 */
@Entity({ tableName: 'code' })
export class ShortCode {
  @PrimaryKey({ type: 'text' })
  key!: string

  @Index({ name: 'code_link_id_index' })
  @ManyToOne(() => Link, {
    ref: true,
    nullable: true,
    deleteRule: 'set null',
    deferMode: DeferMode.INITIALLY_DEFERRED,
  })
  link: Ref<Link> | null = null

  @Index({ name: 'code_owner_id_index' })
  @ManyToOne(() => Account, { ref: true, nullable: true, deleteRule: 'set null' })
  owner: Ref<Account> | null = null

  /** When the code becomes available to everyone. Null: never. */
  @Property({ type: 'timestamptz', length: 6, nullable: true })
  releasedAt: Date | null = null
}
