import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { PrimaryKeyProp, type Ref } from '@mikro-orm/postgresql'
import { Link } from './link.entity.ts'

/** Events about the end of a link. */
export type LinkEndEventKind = 'link.expired' | 'link.limit_reached'

/** An event about the end of a link that has been published. The primary key prevents that it is published twice. */
@Entity({ tableName: 'event_link_end' })
export class PublishedLinkEnd {
  [PrimaryKeyProp]?: ['link', 'kind', 'cause']

  @ManyToOne(() => Link, { ref: true, primary: true, deleteRule: 'cascade', index: false })
  link!: Ref<Link>

  @PrimaryKey({ type: 'text' })
  kind!: LinkEndEventKind

  /** The expiry date as seconds since 1970, or the click limit. A new date or limit can be reached again. */
  @PrimaryKey({ type: 'text', fieldName: 'mark' })
  cause!: string
}

/** Events of links that expired before `checkedUntil` have been published. The table has one row. */
@Entity({ tableName: 'event_expiry_watermark' })
export class LinkExpiryWatermark {
  @PrimaryKey({ type: 'integer', autoincrement: false })
  id!: number

  @Property({ type: 'timestamptz', length: 6 })
  checkedUntil!: Date
}
