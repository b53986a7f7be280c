import { Entity, Property } from '@mikro-orm/decorators/legacy'
import { Field, Int, ObjectType } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { RoutingRule } from './routing-rule.entity.ts'
import { GeoAction, GeoCondition, GeoMatchType, RuleDevice, Weekday } from './rule-values.ts'

@Entity({ discriminatorValue: 'device' })
@Access('read:links')
@ObjectType({ description: 'Sends visitors with one kind of device to another destination.', implements: RoutingRule })
export class DeviceRule extends RoutingRule {
  @Property({ type: 'text', nullable: true })
  @Field(() => RuleDevice, { description: 'Device or operating system of the visitors who match.' })
  device!: RuleDevice
}

@Entity({ discriminatorValue: 'geo' })
@Access('read:links')
@ObjectType({ description: 'Redirects or blocks visitors by where they are.', implements: RoutingRule })
export class GeoRule extends RoutingRule {
  @Property({ type: 'text', nullable: true })
  @Field(() => GeoMatchType, { description: 'Which kind of place the rule compares.' })
  matchType!: GeoMatchType

  @Property({ type: 'text', nullable: true })
  @Field(() => GeoCondition, { description: 'Whether visitors match who are in the places, or who are elsewhere.' })
  condition!: GeoCondition

  @Property({ type: 'json', nullable: true, fieldName: 'places' })
  @Field(() => [String], {
    description: 'The places: ISO 3166-1 codes (`DE`), continents (`EU`) or ISO 3166-2 codes (`DE-BE`).',
  })
  values!: string[]

  @Property({ type: 'text', nullable: true })
  @Field(() => GeoAction, { description: 'What happens to visitors who match.' })
  action!: GeoAction

  @Property({ type: 'text', nullable: true })
  @Field(() => String, {
    nullable: true,
    description: 'What blocked visitors read; null for a sentence in their language.',
  })
  blockMessage: string | null = null
}

@Entity({ discriminatorValue: 'language' })
@Access('read:links')
@ObjectType({ description: 'Sends visitors who prefer a language to another destination.', implements: RoutingRule })
export class LanguageRule extends RoutingRule {
  @Property({ type: 'json', nullable: true })
  @Field(() => [String], {
    description:
      'Languages (BCP 47). `de` also matches `de-AT`. The language that the browser prefers most is compared.',
  })
  languages!: string[]
}

@Entity({ discriminatorValue: 'time' })
@Access('read:links')
@ObjectType({ description: 'Sends visitors who come at some time to another destination.', implements: RoutingRule })
export class TimeRule extends RoutingRule {
  @Property({ type: 'json', nullable: true })
  @Field(() => [Weekday], { nullable: true, description: 'Days on which the window opens; null for every day.' })
  days: Weekday[] | null = null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'When the window opens on these days, such as `09:00`.' })
  startTime: string | null = null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, {
    nullable: true,
    description: 'When the window closes (exclusive), such as `17:30`. A time before `startTime` is on the next day.',
  })
  endTime: string | null = null

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { description: 'IANA time zone of the days and times, such as `Europe/Berlin`.' })
  timezone!: string

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  @Field(() => Date, { nullable: true, description: 'From when the rule is used; null for no start.' })
  startsAt: Date | null = null

  @Property({ type: 'timestamptz', length: 6, nullable: true })
  @Field(() => Date, { nullable: true, description: 'Until when (exclusive) the rule is used; null for no end.' })
  endsAt: Date | null = null
}

@Entity({ discriminatorValue: 'split' })
@Access('read:links')
@ObjectType({
  description:
    'A variant of a split (A/B test). Visitors whom no other rule sends elsewhere are divided among the variants by their weights.',
  implements: RoutingRule,
})
export class SplitRule extends RoutingRule {
  @Property({ type: 'text', nullable: true })
  @Field(() => String, { description: 'Name of the variant, by which clicks are grouped.' })
  name!: string

  @Property({ type: 'integer', nullable: true })
  @Field(() => Int, { description: 'Share of the visitors, relative to the other active variants.' })
  weight!: number
}
