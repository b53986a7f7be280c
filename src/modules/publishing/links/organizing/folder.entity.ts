import { Entity, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy'
import { OptionalProps, type Ref } from '@mikro-orm/postgresql'
import { Field, ID, ObjectType } from 'type-graphql'
import { Access } from '../../../../platform/auth/authorization.ts'
import { SqlIndex } from '../../../../platform/database/sql-index.ts'
import type { NamedList } from '../../../../platform/graphql/pagination/named-list.ts'
import { Node } from '../../../../platform/graphql/pagination/node.resolver.ts'
import { createConnectionType } from '../../../../platform/graphql/pagination/pagination.ts'
import { Workspace } from '../../../identity/workspaces/index.ts'

/** Groups links of a workspace. A link is in one folder at most. */
@Entity({ tableName: 'folder' })
@Unique({ name: 'folder_name_unique', properties: ['workspace', 'nameKey'] })
@SqlIndex('create index folder_workspace_created_index on folder (workspace_id, created_at desc, id desc)')
@Access('read:links')
@ObjectType('Folder', {
  description: 'A group of links of a workspace. A link is in one folder at most.',
  implements: Node,
})
export class Folder extends Node {
  [OptionalProps]?: 'workspaceId'

  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the folder, such as `fld_01k...`.' })
  override id!: string

  @ManyToOne(() => Workspace, { ref: true, deleteRule: 'cascade', index: false })
  workspace!: Ref<Workspace>

  @Field(() => ID, { description: 'Identifier of the workspace that has the folder.' })
  get workspaceId(): string {
    return this.workspace.id
  }

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Name, 1 to 64 characters, unique in the workspace regardless of case.' })
  name!: string

  /** The name in the form for comparison: see `toNameKey`. */
  @Property({ type: 'text' })
  nameKey!: string

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the folder was created.' })
  createdAt!: Date

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the folder was last updated.' })
  updatedAt!: Date
}

export const FolderConnection = createConnectionType('Folder', Folder, 'folders')
export type FolderConnection = InstanceType<typeof FolderConnection>

export const folderList: NamedList<Folder> = {
  cursorPrefix: 'FOLDER',
  name: { property: 'name', column: 'name' },
  searched: ['name'],
  textOf: ({ name }) => name,
}
