import { Check, Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { OptionalProps, type Ref } from '@mikro-orm/postgresql'
import { Field, ID, ObjectType } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { SqlIndex } from '../../../platform/database/sql-index.ts'
import { newestFirst } from '../../../platform/graphql/pagination/keyset.ts'
import { Node } from '../../../platform/graphql/pagination/node.resolver.ts'
import { createConnectionType } from '../../../platform/graphql/pagination/pagination.ts'
import { createEnumType } from '../../../platform/shared/enum-type.ts'
import { Workspace } from '../../identity/workspaces/index.ts'
import { Folder, Link, Tag } from '../../publishing/links/index.ts'
import { Interval } from '../../visits/clicks/index.ts'

export type SharedStatsSubject = 'link' | 'folder' | 'tag'
export const SharedStatsSubject = createEnumType<SharedStatsSubject>(
  'SharedStatsSubject',
  'What shared statistics are about.',
  {
    link: 'One link.',
    folder: 'All links in a folder.',
    tag: 'All links with a tag.',
  },
)

/**
 * A page with statistics of a link, a folder or a tag, for anyone with its address. It is deleted together with the
 * link, folder or tag.
 */
@Entity({ tableName: 'shared_stats_page' })
@SqlIndex(
  'create index shared_stats_page_workspace_created_index on shared_stats_page (workspace_id, created_at desc, id desc)',
)
@SqlIndex('create index shared_stats_page_link_index on shared_stats_page (link_id) where link_id is not null')
@SqlIndex('create index shared_stats_page_folder_index on shared_stats_page (folder_id) where folder_id is not null')
@SqlIndex('create index shared_stats_page_tag_index on shared_stats_page (tag_id) where tag_id is not null')
@Check({ name: 'shared_stats_page_subject_check', expression: 'num_nonnulls(link_id, folder_id, tag_id) = 1' })
@Access('read:analytics')
@ObjectType('SharedStatsPage', {
  description: 'A page with statistics of a link, a folder or a tag, for anyone with its address.',
  implements: Node,
})
export class SharedStatsPage extends Node {
  /** Properties that `em.create` does not need, because they are derived. */
  [OptionalProps]?: 'workspaceId' | 'subject' | 'urlId' | 'folderId' | 'tagId'

  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the statistics page, such as `ssp_01k...`.' })
  override id!: string

  @ManyToOne(() => Workspace, { ref: true, deleteRule: 'cascade', index: false })
  workspace!: Ref<Workspace>

  @Field(() => ID, { description: 'Identifier of the workspace that has the page.' })
  get workspaceId(): string {
    return this.workspace.id
  }

  @ManyToOne(() => Link, { ref: true, nullable: true, deleteRule: 'cascade', index: false })
  link: Ref<Link> | null = null

  @ManyToOne(() => Folder, { ref: true, nullable: true, deleteRule: 'cascade', index: false })
  folder: Ref<Folder> | null = null

  @ManyToOne(() => Tag, { ref: true, nullable: true, deleteRule: 'cascade', index: false })
  tag: Ref<Tag> | null = null

  @Field(() => SharedStatsSubject, { description: 'What the statistics are about.' })
  get subject(): SharedStatsSubject {
    return this.link ? 'link' : this.folder ? 'folder' : 'tag'
  }

  @Field(() => ID, { nullable: true, description: 'Identifier of the link; null for a folder or a tag.' })
  get urlId(): string | null {
    return this.link?.id ?? null
  }

  @Field(() => ID, { nullable: true, description: 'Identifier of the folder; null for a link or a tag.' })
  get folderId(): string | null {
    return this.folder?.id ?? null
  }

  @Field(() => ID, { nullable: true, description: 'Identifier of the tag; null for a link or a folder.' })
  get tagId(): string | null {
    return this.tag?.id ?? null
  }

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Heading of the page; null for one that names nothing.' })
  title: string | null = null

  @Property({ type: 'boolean' })
  @Field(() => Boolean, { description: 'Whether the page shows the titles of links.' })
  showsLinkTitles!: boolean

  @Property({ type: 'text', nullable: true, fieldName: 'period' })
  @Field(() => Interval, { nullable: true, description: 'Period until now; null for all time, or for fixed dates.' })
  interval: Interval | null = null

  @Property({ type: 'timestamptz', length: 6, nullable: true, fieldName: 'period_from' })
  @Field(() => Date, { nullable: true, description: 'Start of the period (inclusive); null for the first click.' })
  from: Date | null = null

  @Property({ type: 'timestamptz', length: 6, nullable: true, fieldName: 'period_to' })
  @Field(() => Date, { nullable: true, description: 'End of the period (exclusive); null for now.' })
  to: Date | null = null

  @Property({ type: 'text' })
  @Field(() => String, { description: 'IANA time zone in which days begin, such as `Europe/Berlin`.' })
  timezone!: string

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  @Field(() => Date, { nullable: true, description: 'When the page can no longer be opened; null for no end.' })
  expiresAt: Date | null = null

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the page was created.' })
  createdAt!: Date

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the page was last changed.' })
  updatedAt!: Date
}

export const SharedStatsPageConnection = createConnectionType(
  'SharedStatsPage',
  SharedStatsPage,
  'pages with shared statistics',
)
export type SharedStatsPageConnection = InstanceType<typeof SharedStatsPageConnection>

/** The order of pages. `shared_stats_page_workspace_created_index` supports it. */
export const newestPagesFirst = newestFirst<SharedStatsPage>('SHARED_STATS_PAGES')
