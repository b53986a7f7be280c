import { Entity, ManyToOne, OneToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { OptionalProps, type Ref } from '@mikro-orm/postgresql'
import { Field, ID, Int, ObjectType } from 'type-graphql'
import { Access } from '../../../../platform/auth/authorization.ts'
import { SqlIndex } from '../../../../platform/database/sql-index.ts'
import { SafeInt, Url } from '../../../../platform/graphql/scalars.ts'
import { Link } from '../../links/index.ts'
import { BioPage } from '../bio-page.entity.ts'
import { BioBlockType } from './bio-block-type.ts'
import { SocialNetwork } from './social-networks.ts'

/**
 * A part of a bio page. A block that leads to a web page has its own link, so redirects, block list and clicks work
 * like for any link. Always load a block together with its link.
 */
@Entity({ tableName: 'bio_block' })
@SqlIndex('create index bio_block_page_index on bio_block (page_id, position)')
@Access('read:links')
@ObjectType('BioBlock', { description: 'A part of a bio page.' })
export class BioBlock {
  /** Properties that `em.create` does not need. */
  [OptionalProps]?: 'isVisible' | 'url' | 'urlId' | 'clicks' | 'isBlocked'

  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the block, such as `blk_01k...`.' })
  id!: string

  @ManyToOne(() => BioPage, { ref: true, deleteRule: 'cascade', index: false })
  page!: Ref<BioPage>

  @OneToOne(() => Link, { ref: true, nullable: true, deleteRule: 'cascade', unique: 'bio_block_link_id_unique' })
  link: Ref<Link> | null = null

  @Property({ type: 'text' })
  @Field(() => BioBlockType, { description: 'What the block is. It never changes.' })
  type!: BioBlockType

  @Property({ type: 'text', nullable: true })
  @Field(() => String, {
    nullable: true,
    description: 'Title of a link, a heading, an e-mail address or a telephone number.',
  })
  title: string | null = null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, {
    nullable: true,
    description:
      'The paragraph of a text, the second line of a link, or the address or number of an e-mail, phone or SMS block.',
  })
  content: string | null = null

  @Property({ type: 'text', nullable: true })
  @Field(() => SocialNetwork, { nullable: true, description: 'The network of a social block.' })
  network: SocialNetwork | null = null

  @Property({ type: 'integer' })
  @Field(() => Int, { description: 'Place on the page, from 0.' })
  position!: number

  @Property({ type: 'boolean', default: true })
  @Field(() => Boolean, { description: 'Whether the block is shown.' })
  isVisible: boolean = true

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  @Field(() => Date, { nullable: true, description: 'From when the block is shown; null for no start.' })
  scheduledFrom: Date | null = null

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  @Field(() => Date, { nullable: true, description: 'Until when (exclusive) the block is shown; null for no end.' })
  scheduledUntil: Date | null = null

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the block was created.' })
  createdAt!: Date

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the block was last changed.' })
  updatedAt!: Date

  @Field(() => Url, { nullable: true, description: 'Where a link or a profile leads; null for other blocks.' })
  get url(): string | null {
    return this.link?.unwrap().originalUrl ?? null
  }

  @Field(() => ID, {
    nullable: true,
    description: 'Identifier of the link of this block, to which its clicks refer. `/urls` has no such link.',
  })
  get urlId(): string | null {
    return this.link?.id ?? null
  }

  @Field(() => SafeInt, { description: 'Number of clicks by people. 0 for blocks that do not lead to a web page.' })
  get clicks(): number {
    return this.link?.unwrap().currentClicks ?? 0
  }

  @Field(() => Boolean, { description: 'Whether its address is blocked for abuse. Visitors do not see such a block.' })
  get isBlocked(): boolean {
    return this.link?.unwrap().isBlocked ?? false
  }
}

/** Whether visitors see a block at this time. */
export function isShown(
  block: Pick<BioBlock, 'isVisible' | 'isBlocked' | 'scheduledFrom' | 'scheduledUntil'>,
  now: Date,
): boolean {
  const { isVisible, scheduledFrom, scheduledUntil, isBlocked } = block
  if (!isVisible || isBlocked) return false
  return (scheduledFrom === null || scheduledFrom <= now) && (scheduledUntil === null || now < scheduledUntil)
}
