import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { OptionalProps, type Ref } from '@mikro-orm/postgresql'
import { Field, ID, Int, InterfaceType } from 'type-graphql'
import { SqlIndex } from '../../../platform/database/sql-index.ts'
import { Url } from '../../../platform/graphql/scalars.ts'
import { createEnumType } from '../../../platform/shared/enum-type.ts'
import { Link, type RuleKind as RouteRuleKind } from '../links/index.ts'

export type RuleKind = RouteRuleKind
export const RuleKind = createEnumType<RuleKind>('RuleKind', 'What a rule looks at.', {
  device: 'The device of the visitor.',
  geo: 'The place of the visitor.',
  language: 'The language that the visitor prefers.',
  time: 'The time of the visit.',
  split: 'Nothing: visitors are divided by weights.',
})

/** A rule of a link that decides where some of its visitors go. Each kind is an entity of its own in the same table. */
@Entity({ tableName: 'routing_rule', discriminatorColumn: 'kind', abstract: true })
@SqlIndex('create index routing_rule_link_index on routing_rule (link_id, kind, priority)')
@SqlIndex(
  'create index routing_rule_destination_index on routing_rule (reversed_host(destination) collate "C", link_id collate "C") where destination is not null',
)
@InterfaceType('RoutingRule', {
  description:
    'A rule that decides where some visitors of a link go. The first rule that matches decides: device rules before geo, language and time rules, each in the order of their priority; then the variants of a split.',
})
export abstract class RoutingRule {
  [OptionalProps]?: 'isActive'

  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Identifier of the rule, such as `rul_01k...`.' })
  id!: string

  @ManyToOne(() => Link, { ref: true, deleteRule: 'cascade', index: false })
  link!: Ref<Link>

  @Property({ type: 'text', index: false })
  @Field(() => RuleKind, { description: 'What the rule looks at.' })
  kind!: RuleKind

  @Property({ type: 'integer' })
  @Field(() => Int, { description: 'Place among the rules of this kind, from 1. The first rule that matches decides.' })
  priority!: number

  @Property({ type: 'text', nullable: true })
  @Field(() => Url, {
    nullable: true,
    description:
      'Where visitors who match go, before UTM parameters are added. Null for a rule that blocks them, and for a variant with the destination of the link.',
  })
  destination: string | null = null

  @Property({ type: 'boolean', default: true })
  @Field(() => Boolean, { description: 'Whether the rule is used.' })
  isActive: boolean = true

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the rule was created.' })
  createdAt!: Date

  @Property({ type: 'timestamptz', length: 6 })
  @Field(() => Date, { description: 'When the rule was last updated.' })
  updatedAt!: Date

  @Field(() => ID, { description: 'Identifier of the link that has the rule.' })
  get urlId(): string {
    return this.link.id
  }
}
