import { Entity, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy'
import type { Ref } from '@mikro-orm/postgresql'
import { Field, ID, ObjectType } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { SqlIndex } from '../../../platform/database/sql-index.ts'
import type { SortOrder } from '../../../platform/graphql/pagination/keyset.ts'
import { Node } from '../../../platform/graphql/pagination/node.resolver.ts'
import { createConnectionType } from '../../../platform/graphql/pagination/pagination.ts'
import { AbuseReason, Link } from '../../publishing/links/index.ts'

/** An entry of the block list. A removed entry stays until every link that it blocked has been released. */
@Entity({ tableName: 'blocked_destination' })
@SqlIndex(
  'create index blocked_destination_created_index on blocked_destination (created_at desc, id desc) where removed_at is null',
)
@Access('read:profile', { role: 'admin' })
@ObjectType('BlockedDestination', { description: 'A destination that no link may lead to.', implements: Node })
export class BlockedDestination extends Node {
  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the entry, such as `dst_01k...`.' })
  override id!: string

  @Unique({ name: 'blocked_destination_pattern_unique' })
  @Property({ type: 'text' })
  @Field(() => String, {
    description: 'A domain, which includes its subdomains, optionally with the beginning of a path in canonical form.',
  })
  pattern!: string

  @Property({ type: 'text' })
  @Field(() => AbuseReason, { description: 'Reason, shown to the owners of blocked links.' })
  reason!: AbuseReason

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Note of the reviewer.' })
  note: string | null = null

  @Property({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the account that added the entry, which may have been deleted.' })
  actorId!: string

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the entry was added.' })
  createdAt!: Date

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  removedAt: Date | null = null

  /** When the last sweep over all links ended. */
  @Property({ type: 'timestamptz', length: 6, nullable: true })
  @Field(() => Date, {
    nullable: true,
    description: 'When all existing links to the destination were last blocked; null while a sweep is running.',
  })
  sweptAt: Date | null = null

  /** Where the current sweep continues: the reversed host and the id of the last link that was examined. */
  @Property({ type: 'text', nullable: true })
  sweepPosition: string | null = null
}

export const BlockedDestinationConnection = createConnectionType(
  'BlockedDestination',
  BlockedDestination,
  'entries of the block list',
)
export type BlockedDestinationConnection = InstanceType<typeof BlockedDestinationConnection>

/** The order of the block list. `blocked_destination_created_index` serves it. */
export const newestEntriesFirst: SortOrder<BlockedDestination> = {
  name: 'BLOCK_LIST_CREATED_DESC',
  property: 'createdAt',
  column: 'created_at',
  kind: 'instant',
  direction: 'desc',
}

/**
 * One cause why a link is blocked: an entry of the block list, or a decision of a reviewer (no destination). A link is
 * blocked as long as it has a cause that was not lifted.
 */
@Entity({ tableName: 'link_block' })
@SqlIndex('create unique index link_block_cause_unique on link_block (link_id, destination_id) nulls not distinct')
@SqlIndex('create index link_block_destination_index on link_block (destination_id, link_id)')
export class LinkBlock {
  @PrimaryKey({ type: 'text' })
  id!: string

  @ManyToOne(() => Link, { ref: true, deleteRule: 'cascade', index: false })
  link!: Ref<Link>

  @ManyToOne(() => BlockedDestination, { ref: true, nullable: true, deleteRule: 'no action', index: false })
  destination: Ref<BlockedDestination> | null = null

  @Property({ type: 'text' })
  reason!: AbuseReason

  @Property({ type: 'timestamptz', length: 6 })
  blockedAt!: Date

  /**
   * When a reviewer opened the link despite this cause. The row stays, so that the next sweep does not add the cause
   * again.
   */
  @Property({ type: 'timestamptz', length: 6, nullable: true })
  liftedAt: Date | null = null
}
