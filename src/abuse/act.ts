import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { Field, ID, ObjectType } from 'type-graphql'

export type ActKind = 'block' | 'dismiss' | 'unblock' | 'appeal' | 'block_destination' | 'unblock_destination'

/** Something somebody did about abuse. It refers to nothing, so it stays when the link and the account are gone. */
@Entity({ tableName: 'abuse_act' })
@Index({
  name: 'abuse_act_created_index',
  expression: 'create index abuse_act_created_index on abuse_act (created_at desc, id desc)',
})
@Index({
  name: 'abuse_act_link_index',
  expression: 'create index abuse_act_link_index on abuse_act (link_id, created_at desc, id desc)',
})
@ObjectType('AbuseAct', { description: 'Something that was done about a link or a destination.' })
export class AbuseAct {
  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the act, such as `act_01k...`.' })
  id!: string

  @Property({ type: 'text' })
  @Field(() => String, {
    description: '`block`, `dismiss`, `unblock` or `appeal` of a link; `block_destination` or `unblock_destination`.',
  })
  kind!: ActKind

  @Property({ type: 'text' })
  @Field(() => ID, { description: 'The account that did it.' })
  actorId!: string

  @Property({ type: 'text', nullable: true })
  @Field(() => ID, { nullable: true, description: 'The link it was done to.' })
  linkId: string | null = null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'The entry of the block list it was done to.' })
  pattern: string | null = null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Why, as the owner is told.' })
  reason: string | null = null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'What the reviewer noted, or the owner wrote in the appeal.' })
  note: string | null = null

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When it was done.' })
  createdAt!: Date
}
