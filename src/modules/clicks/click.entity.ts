import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import type { Ref } from '@mikro-orm/postgresql'
import { Field, ID, ObjectType } from 'type-graphql'
import { Link } from '../links/index.ts'

/** How a visitor arrived. */
export type Trigger = 'link' | 'qr' | 'bio' | 'api'

/**
 * A click. IP addresses, user agents and referrer paths are never stored. The table is partitioned by month. This entity
 * is only read, with the columns of `visibleColumns`: a value that is not known is `Unknown`.
 */
@Entity({ tableName: 'click', readonly: true })
@ObjectType('ClickItem', { description: "A click on one of the caller's links." })
export class Click {
  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the click, such as `clk_01k...`.' })
  id!: string

  @ManyToOne(() => Link, { ref: true, fieldName: 'url_id' })
  url!: Ref<Link>

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the visitor clicked; truncated to the hour in privacy mode.' })
  createdAt!: Date

  @Property({ type: 'text' })
  @Field(() => String, { description: 'How the visitor arrived: `link`, `qr`, `bio` or `api`.' })
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

  @Property({ type: 'boolean' })
  @Field(() => Boolean, { description: 'Whether a bot clicked. Bots are not counted.' })
  isBot!: boolean

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Name the bot gives itself, such as `Googlebot`.' })
  botName!: string | null

  @Field(() => ID, { description: 'Identifier of the link that was clicked.' })
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
  @Field(() => String, { description: '`Desktop`, `Mobile`, `Tablet`, `TV`, `Other` or `Unknown`.' })
  device!: string

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { description: 'Browser family, such as `Firefox`, or `Other` or `Unknown`.' })
  browser!: string

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { description: 'Operating system, such as `Android`, or `Other` or `Unknown`.' })
  os!: string
}
