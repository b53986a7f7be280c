import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'

/**
 * How far workspaces with so many notice days were told. The table has a row for each number of days, so that several nodes
 * share the work.
 */
@Entity({ tableName: 'event_expiry_notice' })
export class ExpiryNotice {
  @PrimaryKey({ type: 'integer', autoincrement: false })
  days!: number

  /** The beginning of an hour: links that expire up to `days` after it were told. */
  @Property({ type: 'timestamptz', length: 6 })
  checkedUntil!: Date
}
