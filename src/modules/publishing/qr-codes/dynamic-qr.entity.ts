import { Entity, ManyToOne, OneToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { OptionalProps, type Ref } from '@mikro-orm/postgresql'
import { Field, ID, ObjectType } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { SqlIndex } from '../../../platform/database/sql-index.ts'
import { RestOnly } from '../../../platform/graphql/operations.ts'
import type { NamedList } from '../../../platform/graphql/pagination/named-list.ts'
import { Node } from '../../../platform/graphql/pagination/node.resolver.ts'
import { createConnectionType } from '../../../platform/graphql/pagination/pagination.ts'
import { Url } from '../../../platform/graphql/scalars.ts'
import { RestName } from '../../../platform/rest/rest.decorator.ts'
import { Workspace } from '../../identity/workspaces/index.ts'
import { getTextOfLink, Link, searchedOfLink, titleOfLinkSql } from '../links/index.ts'
import { DesignedQr, toDesign } from './designed-qr.ts'
import { QrDesign } from './qr-design.ts'

/**
 * A QR code with a changeable target. Each has its own link, so redirects, limits, clicks and retired codes work like
 * for any link. Always load a code together with its link.
 */
@Entity({ tableName: 'dynamic_qr' })
@SqlIndex('create index dynamic_qr_workspace_created_index on dynamic_qr (workspace_id, created_at desc, id desc)')
@Access('read:links')
@ObjectType('DynamicQrItem', {
  description: 'A QR code whose destination can change after it is printed.',
  implements: Node,
})
export class DynamicQr extends DesignedQr implements Node {
  /** Properties that `em.create` does not need, because they are derived. */
  [OptionalProps]?: 'urlId' | 'code' | 'destination' | 'title' | 'isActive' | 'design' | 'workspaceId'

  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the code, such as `dqr_01k...`.' })
  id!: string

  @ManyToOne(() => Workspace, { ref: true, deleteRule: 'cascade', index: false })
  workspace!: Ref<Workspace>

  @Field(() => ID, { description: 'Identifier of the workspace that has the QR code.' })
  get workspaceId(): string {
    return this.workspace.id
  }

  @OneToOne(() => Link, { ref: true, deleteRule: 'cascade', unique: 'dynamic_qr_link_id_unique' })
  link!: Ref<Link>

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the code was created.' })
  createdAt!: Date

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the code was last changed.' })
  updatedAt!: Date

  @RestOnly()
  @Field(() => ID, { description: 'Identifier of the link of this code. Clicks and top links refer to it.' })
  get urlId(): string {
    return this.link.id
  }

  @RestName('shortCode')
  @Field(() => String, { description: 'The code in the printed short URL.' })
  get code(): string {
    return this.link.unwrap().code
  }

  @RestName('targetUrl')
  @Field(() => Url, { description: 'Where the code leads.' })
  get destination(): string {
    return this.link.unwrap().originalUrl
  }

  @Field(() => String, { description: 'Title, 1 to 255 characters.' })
  get title(): string {
    return this.link.unwrap().title
  }

  @Field(() => Boolean, { description: 'Whether the code is switched on.' })
  get isActive(): boolean {
    return this.link.unwrap().isActive
  }

  @Field(() => QrDesign, { description: 'Default appearance of its image.' })
  get design(): QrDesign {
    return toDesign(this, this.link.unwrap())
  }
}

/** A page of dynamic QR codes with cursors. */
export const DynamicQrConnection = createConnectionType('DynamicQr', DynamicQr, 'codes')
export type DynamicQrConnection = InstanceType<typeof DynamicQrConnection>

export const dynamicQrList: NamedList<DynamicQr> = {
  cursorPrefix: 'QR',
  name: { property: 'title', column: titleOfLinkSql },
  searched: searchedOfLink,
  textOf: ({ link }, context) => getTextOfLink(link.unwrap(), context),
}
