import { Entity, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy'
import { OptionalProps, type Ref } from '@mikro-orm/postgresql'
import { Field, ID, ObjectType } from 'type-graphql'
import { Access } from '../../../../platform/auth/authorization.ts'
import { SqlIndex } from '../../../../platform/database/sql-index.ts'
import { newestFirst } from '../../../../platform/graphql/pagination/keyset.ts'
import { Node } from '../../../../platform/graphql/pagination/node.resolver.ts'
import { createConnectionType } from '../../../../platform/graphql/pagination/pagination.ts'
import { Workspace } from '../../../identity/workspaces/index.ts'
import type { UtmValues } from './utm-values.ts'

/** UTM values that new links copy. Links do not refer to it, so its changes change no link. */
@Entity({ tableName: 'utm_template' })
@Unique({ name: 'utm_template_name_unique', properties: ['workspace', 'nameKey'] })
@SqlIndex('create index utm_template_workspace_created_index on utm_template (workspace_id, created_at desc, id desc)')
@Access('read:links')
@ObjectType('UtmTemplate', {
  description: 'UTM values that new links of a workspace can copy. A later change changes no link.',
  implements: Node,
})
export class UtmTemplate extends Node implements UtmValues {
  [OptionalProps]?: 'workspaceId'

  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the template, such as `utm_01k...`.' })
  override id!: string

  @ManyToOne(() => Workspace, { ref: true, deleteRule: 'cascade', index: false })
  workspace!: Ref<Workspace>

  @Field(() => ID, { description: 'Identifier of the workspace that has the template.' })
  get workspaceId(): string {
    return this.workspace.id
  }

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Name, 1 to 64 characters, unique in the workspace regardless of case.' })
  name!: string

  /** The name in the form for comparison: see `toNameKey`. */
  @Property({ type: 'text', hidden: true })
  nameKey!: string

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: '`utm_source` for new links.' })
  utmSource!: string | null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: '`utm_medium` for new links.' })
  utmMedium!: string | null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: '`utm_campaign` for new links.' })
  utmCampaign!: string | null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: '`utm_term` for new links.' })
  utmTerm!: string | null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: '`utm_content` for new links.' })
  utmContent!: string | null

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the template was created.' })
  createdAt!: Date

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the template was last updated.' })
  updatedAt!: Date
}

export const UtmTemplateConnection = createConnectionType('UtmTemplate', UtmTemplate, 'templates')
export type UtmTemplateConnection = InstanceType<typeof UtmTemplateConnection>

/** The order of templates. `utm_template_workspace_created_index` supports it. */
export const newestTemplatesFirst = newestFirst<UtmTemplate>('UTM_TEMPLATES')
