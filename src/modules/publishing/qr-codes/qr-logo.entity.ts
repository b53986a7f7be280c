import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import type { Ref } from '@mikro-orm/postgresql'
import { Field, ID, Int, ObjectType } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { newestFirst } from '../../../platform/graphql/pagination/keyset.ts'
import { Node } from '../../../platform/graphql/pagination/node.resolver.ts'
import { createConnectionType } from '../../../platform/graphql/pagination/pagination.ts'
import { Workspace } from '../../identity/workspaces/index.ts'

/** An image for the centre of the owner's QR codes, drawn again by `redrawUpload`. The image never changes. */
@Entity({ tableName: 'qr_logo' })
@Access('read:links')
@ObjectType('QrLogo', { description: "A logo for the centre of the caller's QR codes.", implements: Node })
export class QrLogo extends Node {
  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the logo, such as `lgo_01k...`.' })
  override id!: string

  @Index({ name: 'qr_logo_workspace_id_index' })
  @ManyToOne(() => Workspace, { ref: true, deleteRule: 'cascade' })
  workspace!: Ref<Workspace>

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Name of the logo, 1 to 64 characters.' })
  name!: string

  @Property({ type: 'blob', lazy: true, hidden: true })
  png!: Buffer

  @Property({ type: 'integer' })
  @Field(() => Int, { description: 'Width in pixels, at most 256.' })
  width!: number

  @Property({ type: 'integer' })
  @Field(() => Int, { description: 'Height in pixels, at most 256.' })
  height!: number

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the logo was uploaded.' })
  createdAt!: Date
}

export const QrLogoConnection = createConnectionType('QrLogo', QrLogo, 'logos')
export type QrLogoConnection = InstanceType<typeof QrLogoConnection>

export const newestLogosFirst = newestFirst<QrLogo>('QR_LOGOS')
