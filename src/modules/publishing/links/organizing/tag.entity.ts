import { Entity, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy'
import { OptionalProps, type Ref } from '@mikro-orm/postgresql'
import { Field, ID, ObjectType } from 'type-graphql'
import { Access } from '../../../../platform/auth/authorization.ts'
import { SqlIndex } from '../../../../platform/database/sql-index.ts'
import type { NamedList } from '../../../../platform/graphql/pagination/named-list.ts'
import { Node } from '../../../../platform/graphql/pagination/node.resolver.ts'
import { createConnectionType } from '../../../../platform/graphql/pagination/pagination.ts'
import { createEnumType } from '../../../../platform/shared/enum-type.ts'
import { Workspace } from '../../../identity/workspaces/index.ts'

export type TagColor = 'red' | 'orange' | 'yellow' | 'green' | 'blue' | 'purple' | 'pink' | 'gray'
export const TagColor = createEnumType<TagColor>('TagColor', 'The color in which a tag is shown.', {
  red: 'Red.',
  orange: 'Orange.',
  yellow: 'Yellow.',
  green: 'Green.',
  blue: 'Blue.',
  purple: 'Purple.',
  pink: 'Pink.',
  gray: 'Gray.',
})

/** A word for links of a workspace. A link has many. */
@Entity({ tableName: 'tag' })
@Unique({ name: 'tag_name_unique', properties: ['workspace', 'nameKey'] })
@SqlIndex('create index tag_workspace_created_index on tag (workspace_id, created_at desc, id desc)')
@Access('read:links')
@ObjectType('Tag', { description: 'A word that links of a workspace can have, in a color.', implements: Node })
export class Tag extends Node {
  [OptionalProps]?: 'workspaceId'

  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the tag, such as `tag_01k...`.' })
  override id!: string

  @ManyToOne(() => Workspace, { ref: true, deleteRule: 'cascade', index: false })
  workspace!: Ref<Workspace>

  @Field(() => ID, { description: 'Identifier of the workspace that has the tag.' })
  get workspaceId(): string {
    return this.workspace.id
  }

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Name, 1 to 64 characters, unique in the workspace regardless of case.' })
  name!: string

  /** The name in the form for comparison: see `toNameKey`. */
  @Property({ type: 'text' })
  nameKey!: string

  @Property({ type: 'text', hidden: true, lazy: true })
  searchText?: string

  @Property({ type: 'text' })
  @Field(() => TagColor, { description: 'Color in which the tag is shown.' })
  color!: TagColor

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the tag was created.' })
  createdAt!: Date

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the tag was last updated.' })
  updatedAt!: Date
}

export const TagConnection = createConnectionType('Tag', Tag, 'tags')
export type TagConnection = InstanceType<typeof TagConnection>

export const tagList: NamedList<Tag> = {
  cursorPrefix: 'TAG',
  name: { property: 'name', column: 'name' },
  searched: ['name'],
  textOf: ({ name }) => name,
}
