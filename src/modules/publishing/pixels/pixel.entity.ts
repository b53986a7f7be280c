import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { OptionalProps, type Ref } from '@mikro-orm/postgresql'
import { Field, ID, ObjectType } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { SqlIndex } from '../../../platform/database/sql-index.ts'
import { newestFirst } from '../../../platform/graphql/pagination/keyset.ts'
import { Node } from '../../../platform/graphql/pagination/node.resolver.ts'
import { createConnectionType } from '../../../platform/graphql/pagination/pagination.ts'
import { createEnumType } from '../../../platform/shared/enum-type.ts'
import { Workspace } from '../../identity/workspaces/index.ts'

/** The providers whose pixels are supported. */
export type PixelType =
  | 'facebook'
  | 'googleAnalytics'
  | 'googleTagManager'
  | 'googleAds'
  | 'tiktok'
  | 'linkedin'
  | 'x'
  | 'pinterest'
  | 'snapchat'
  | 'reddit'
  | 'bing'
export const PixelType = createEnumType<PixelType>('PixelType', 'The provider of a pixel.', {
  facebook: 'Meta Pixel, of Facebook and Instagram.',
  googleAnalytics: 'Google Analytics 4.',
  googleTagManager:
    'A container of Google Tag Manager. Only what Google itself serves runs, no tag with HTML of its own.',
  googleAds: 'Google Ads.',
  tiktok: 'TikTok Pixel.',
  linkedin: 'LinkedIn Insight Tag.',
  x: 'X Pixel.',
  pinterest: 'Pinterest Tag.',
  snapchat: 'Snap Pixel.',
  reddit: 'Reddit Pixel.',
  bing: 'Universal Event Tracking of Microsoft Advertising.',
})

/** A provider's pixel by its type and id. No other script is ever accepted. */
@Entity({ tableName: 'pixel' })
@SqlIndex('create index pixel_workspace_created_index on pixel (workspace_id, created_at desc, id desc)')
@Access('read:links')
@ObjectType('Pixel', {
  description: 'A tracking pixel of a provider. It runs for visitors of the links to which it is attached.',
  implements: Node,
})
export class Pixel extends Node {
  /** Properties that `em.create` does not need. */
  [OptionalProps]?: 'isActive' | 'workspaceId'

  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the pixel, such as `pxl_01k...`.' })
  override id!: string

  @ManyToOne(() => Workspace, { ref: true, deleteRule: 'cascade', index: false })
  workspace!: Ref<Workspace>

  @Field(() => ID, { description: 'Identifier of the workspace that has the pixel.' })
  get workspaceId(): string {
    return this.workspace.id
  }

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Name of the pixel, 1 to 64 characters.' })
  name!: string

  @Property({ type: 'text' })
  @Field(() => PixelType, { description: 'Provider of the pixel.' })
  pixelType!: PixelType

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Identifier that the provider gave the pixel, such as `G-1A2B3C4D5E`.' })
  pixelId!: string

  @Property({ type: 'boolean', default: true })
  @Field(() => Boolean, { description: 'Whether the pixel runs. A pixel that is switched off stays attached.' })
  isActive: boolean = true

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the pixel was created.' })
  createdAt!: Date

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the pixel was last changed.' })
  updatedAt!: Date
}

export const PixelConnection = createConnectionType('Pixel', Pixel, 'pixels')
export type PixelConnection = InstanceType<typeof PixelConnection>

export const newestPixelsFirst = newestFirst<Pixel>('PIXELS')
