import { Entity, ManyToOne, OneToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { OptionalProps, type Ref } from '@mikro-orm/postgresql'
import { Field, ID, ObjectType } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { SqlIndex } from '../../../platform/database/sql-index.ts'
import type { NamedList } from '../../../platform/graphql/pagination/named-list.ts'
import { Node } from '../../../platform/graphql/pagination/node.resolver.ts'
import { createConnectionType } from '../../../platform/graphql/pagination/pagination.ts'
import { SafeInt } from '../../../platform/graphql/scalars.ts'
import { Workspace } from '../../identity/workspaces/index.ts'
import { getTextOfLink, Link, pageCodePrefix, searchedOfLink, titleOfLinkSql } from '../links/index.ts'
import type { StoredDraft } from './drafts/stored-draft.ts'
import { BioTheme, type Theme, toTheme } from './theme/theme.types.ts'

/**
 * A page with links (link-in-bio). It has a link with the code `p/{slug}`: The table of codes makes the slug unique and
 * reserves it for its former owner. Views are the clicks of this link, and a page can be reported and blocked like any
 * link. Always load a page together with its link.
 */
@Entity({ tableName: 'bio_page' })
@SqlIndex('create index bio_page_workspace_created_index on bio_page (workspace_id, created_at desc, id desc)')
@Access('read:links')
@ObjectType('BioPage', { description: 'A public page with links (link-in-bio), at `/p/{slug}`.', implements: Node })
export class BioPage extends Node {
  /** Properties that `em.create` does not need, because they are derived. */
  [OptionalProps]?:
    | 'slug'
    | 'title'
    | 'theme'
    | 'isPublished'
    | 'hasDraft'
    | 'isBlocked'
    | 'views'
    | 'urlId'
    | 'workspaceId'

  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the bio page, such as `bio_01k...`.' })
  override id!: string

  @ManyToOne(() => Workspace, { ref: true, deleteRule: 'cascade', index: false })
  workspace!: Ref<Workspace>

  @Field(() => ID, { description: 'Identifier of the workspace that has the page.' })
  get workspaceId(): string {
    return this.workspace.id
  }

  @OneToOne(() => Link, { ref: true, deleteRule: 'cascade', unique: 'bio_page_link_id_unique' })
  link!: Ref<Link>

  @Field(() => String, { description: 'Last part of the address of the page.' })
  get slug(): string {
    return this.link.unwrap().code.slice(pageCodePrefix.length)
  }

  @Field(() => String, { description: 'Name of the person or the thing, 1 to 100 characters.' })
  get title(): string {
    return this.link.unwrap().title
  }

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'A few words below the title.' })
  description: string | null = null

  /** Only what differs from the default theme. */
  @Property({ type: 'json', fieldName: 'theme' })
  themeOptions!: Partial<Theme>

  @Field(() => BioTheme, { description: 'How the page looks.' })
  get theme(): BioTheme {
    return toTheme(this.themeOptions)
  }

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Title for search engines and previews; null for the title.' })
  seoTitle: string | null = null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, {
    nullable: true,
    description: 'Description for search engines and previews; null for the description.',
  })
  seoDescription: string | null = null

  /** The name of the stored image: the hash of its bytes, and its format. */
  @Property({ type: 'text', nullable: true })
  avatarFile: string | null = null

  @Property({ type: 'text', nullable: true })
  socialImageFile: string | null = null

  /** What publishing will make of the page; null when nothing waits. */
  @Property({ type: 'json', nullable: true })
  draft: StoredDraft | null = null

  @Field(() => Boolean, { description: 'Whether changes wait to be published.' })
  get hasDraft(): boolean {
    return this.draft !== null
  }

  @Field(() => Boolean, { description: 'Whether visitors can open the page.' })
  get isPublished(): boolean {
    return this.link.unwrap().isActive
  }

  @Field(() => Boolean, {
    description: 'Whether the page is blocked for abuse. The owner can appeal with its `urlId`.',
  })
  get isBlocked(): boolean {
    return this.link.unwrap().isBlocked
  }

  @Field(() => ID, { description: 'Identifier of the link that counts the views. `/urls` has no such link.' })
  get urlId(): string {
    return this.link.id
  }

  @Field(() => SafeInt, { description: 'Number of views by people.' })
  get views(): number {
    return this.link.unwrap().currentClicks
  }

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the page was created.' })
  createdAt!: Date

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the page or one of its blocks was last changed.' })
  updatedAt!: Date
}

/** A page of bio pages with cursors. */
export const BioPageConnection = createConnectionType('BioPage', BioPage, 'bio pages')
export type BioPageConnection = InstanceType<typeof BioPageConnection>

export const bioPageList: NamedList<BioPage> = {
  cursorPrefix: 'BIO_PAGE',
  name: { property: 'title', column: titleOfLinkSql },
  searched: searchedOfLink,
  textOf: ({ link }, context) => getTextOfLink(link.unwrap(), context),
}
