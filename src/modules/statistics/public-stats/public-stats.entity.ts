import { Check, Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { BigIntType } from '@mikro-orm/postgresql'
import { Field, ObjectType } from 'type-graphql'
import { Open } from '../../../platform/auth/authorization.ts'
import { SafeInt } from '../../../platform/graphql/scalars.ts'

/** The public statistics, shared by all nodes. The table has one row. */
@Entity({ tableName: 'statistics' })
@Check({ name: 'statistics_singleton_check', expression: 'singleton' })
@Open()
@ObjectType({ description: 'Totals of the whole installation, computed every 5 minutes.' })
export class PublicStats {
  @PrimaryKey({ type: 'boolean', default: true })
  singleton: boolean = true

  /** Clicks on links that have been deleted since. */
  @Property({ type: new BigIntType('number'), defaultRaw: '0' })
  deletedLinkClicks: number = 0

  @Property({ type: new BigIntType('number'), defaultRaw: '0' })
  @Field(() => SafeInt, { description: 'Number of short links, including those created without an account.' })
  totalLinks: number = 0

  @Property({ type: new BigIntType('number'), defaultRaw: '0' })
  @Field(() => SafeInt, { description: 'Clicks by people since the beginning, including clicks on deleted links.' })
  totalClicks: number = 0

  @Property({ type: new BigIntType('number'), defaultRaw: '0' })
  @Field(() => SafeInt, { description: 'Number of accounts.' })
  totalUsers: number = 0

  @Property({ type: new BigIntType('number'), defaultRaw: '0' })
  @Field(() => SafeInt, {
    description: 'Workspaces with a link created, changed or clicked by a person in the last 30 days.',
  })
  activeWorkspaces: number = 0

  /** Null until the first computation. */
  @Property({ type: 'timestamptz', length: 6, nullable: true })
  computedAt: Date | null = null
}

/**
 * Clicks of links that were deleted after the last computation. A trigger inserts a row with each deletion, and the next
 * computation adds the rows to `PublicStats.deletedLinkClicks`.
 */
@Entity({ tableName: 'statistics_gone' })
export class DeletedLinkClicks {
  @PrimaryKey({ type: new BigIntType('number'), generated: 'identity' })
  id!: number

  @Property({ type: new BigIntType('number') })
  clicks!: number
}
