import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import type { Ref } from '@mikro-orm/postgresql'
import { Field, ID, ObjectType } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { GraphqlOnly } from '../../../platform/graphql/operations.ts'
import { Node } from '../../../platform/graphql/pagination/node.resolver.ts'
import { createEnumType } from '../../../platform/shared/enum-type.ts'
import { Continent, getContinent } from '../../../platform/shared/geography/continents.ts'
import { Link } from '../../publishing/links/index.ts'

export type Trigger = 'link' | 'qr' | 'bio' | 'api'
export const Trigger = createEnumType<Trigger>('ClickTrigger', 'How a visitor arrived.', {
  link: 'By the short address.',
  qr: 'By a QR code.',
  bio: 'By a Link-in-Bio page.',
  api: 'By a request that resolved the link over the API.',
})

export type DeviceType = 'Desktop' | 'Mobile' | 'Tablet' | 'TV' | 'Other' | 'Unknown'
export const DeviceType = createEnumType<DeviceType>('DeviceType', 'Type of the device of a visitor.', {
  Desktop: 'A desktop or laptop computer.',
  Mobile: 'A mobile phone.',
  Tablet: 'A tablet.',
  TV: 'A television.',
  Other: 'Another device, or one that the user agent does not name.',
  Unknown: 'Not recorded, as in privacy mode.',
})

/**
 * A click. IP addresses, user agents and referrer paths are never stored. The table is partitioned by month. This
 * entity is only read, with the columns of `visibleColumns`: An unknown value is `Unknown`.
 */
@Entity({ tableName: 'click', readonly: true })
@Access('read:analytics')
@ObjectType('ClickItem', { description: "A click on one of the caller's links.", implements: Node })
export class Click extends Node {
  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the click, such as `clk_01k...`.' })
  override id!: string

  @ManyToOne(() => Link, { ref: true, fieldName: 'url_id' })
  url!: Ref<Link>

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the visitor clicked; truncated to the hour in privacy mode.' })
  createdAt!: Date

  @Property({ type: 'text' })
  @Field(() => Trigger, { description: 'How the visitor arrived.' })
  trigger!: Trigger

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Host of the page the visitor came from; null when unknown.' })
  referrerHost!: string | null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: '`utm_source` of the visit; null when there was none.' })
  utmSource!: string | null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: '`utm_medium` of the visit; null when there was none.' })
  utmMedium!: string | null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: '`utm_campaign` of the visit; null when there was none.' })
  utmCampaign!: string | null

  @Property({ type: 'text', nullable: true })
  @Field(() => ID, { nullable: true, description: 'Identifier of the rule that chose the destination; null for none.' })
  ruleId!: string | null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Name of the variant, if the rule belongs to a split.' })
  variant!: string | null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: '`utm_term` of the visit; null when there was none.' })
  utmTerm!: string | null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: '`utm_content` of the visit; null when there was none.' })
  utmContent!: string | null

  @GraphqlOnly()
  @Property({ type: 'text', nullable: true })
  @Field(() => ID, { nullable: true, description: 'Identifier of the import that added the click; null for others.' })
  importId!: string | null

  @Property({ type: 'boolean' })
  @Field(() => Boolean, { description: 'Whether a bot clicked. Bots are not counted.' })
  isBot!: boolean

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Name the bot gives itself, such as `Googlebot`.' })
  botName!: string | null

  @Field(() => ID, {
    description:
      'Identifier of the link that was clicked. For a dynamic QR code, `qrId` names the code, and `/urls` has no such link. Reading it does not need the scope `read:links`.',
  })
  get urlId(): string {
    return this.url.id
  }

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { description: 'Country of the visitor, ISO 3166-1 alpha-2, or `Unknown`.' })
  country!: string

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { description: 'Region of the visitor, ISO 3166-2 such as `DE-BE`, or `Unknown`.' })
  region!: string

  @Property({ type: 'text', nullable: true })
  @Field(() => String, {
    description: 'City of the visitor in English, such as `Berlin`. `Unknown` also without a database of cities.',
  })
  city!: string

  @Field(() => Continent, { description: 'Continent of the country of the visitor.' })
  get continent(): Continent {
    return getContinent(this.country)
  }

  @Property({ type: 'text', nullable: true })
  @Field(() => DeviceType, { description: 'Type of the device.' })
  device!: DeviceType

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { description: 'Browser family, such as `Firefox`, or `Other` or `Unknown`.' })
  browser!: string

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { description: 'Operating system, such as `Android`, or `Other` or `Unknown`.' })
  os!: string
}
