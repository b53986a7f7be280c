import { Entity, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy'
import { Field, ID, ObjectType } from 'type-graphql'

/** One entry of the block list. Removed entries stay until every link they held back has been let go. */
@Entity({ tableName: 'blocked_destination' })
@ObjectType('BlockedDestination', { description: 'A destination no link may lead to.' })
export class BlockedDestination {
  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the entry, such as `dst_01k...`.' })
  id!: string

  @Unique({ name: 'blocked_destination_pattern_unique' })
  @Property({ type: 'text' })
  @Field(() => String, {
    description: 'The domain, which covers its subdomains, and the beginning of the path, if any.',
  })
  pattern!: string

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Why, as the owners of links that lead there are told.' })
  reason!: string

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'What the reviewer noted.' })
  note: string | null = null

  @Property({ type: 'text' })
  @Field(() => ID, { description: 'The account that put it on the list.' })
  actorId!: string

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When it was put on the list.' })
  createdAt!: Date

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  removedAt: Date | null = null

  /** When all links had last been gone through for it. */
  @Property({ type: 'timestamptz', length: 6, nullable: true })
  @Field(() => Date, {
    nullable: true,
    description: 'When the links that lead there had last all been blocked; null while that is under way.',
  })
  sweptAt: Date | null = null

  /** How far a going through that is under way has come. */
  @Property({ type: 'text', nullable: true })
  sweptTo: string | null = null
}
