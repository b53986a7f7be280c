import { Field, InputType, Int } from 'type-graphql'
import { Url } from '../../../platform/graphql/scalars.ts'
import { DeviceRuleFields, GeoRuleFields, LanguageRuleFields, SplitRuleFields, TimeRuleFields } from './rule-fields.ts'
import { GeoAction, GeoCondition, GeoMatchType, RuleDevice, Weekday } from './rule-values.ts'

@InputType({ description: 'A new device rule.' })
export class CreateDeviceRuleInput extends DeviceRuleFields {
  @Field(() => RuleDevice, { description: 'Device or operating system of the visitors who match.' })
  declare device: RuleDevice

  @Field(() => Url, {
    description: 'Where visitors who match go: an http or https address of at most 8192 characters.',
  })
  declare destination: string
}

@InputType({ description: 'A new geo rule.' })
export class CreateGeoRuleInput extends GeoRuleFields {
  @Field(() => GeoMatchType, { description: 'Which kind of place the rule compares.' })
  declare matchType: GeoMatchType

  @Field(() => GeoCondition, {
    defaultValue: 'in',
    description: 'Whether visitors match who are in the places, or who are elsewhere.',
  })
  declare condition: GeoCondition

  @Field(() => [String], {
    description: 'The places, 1 to 250: ISO 3166-1 codes (`DE`), continents (`EU`) or ISO 3166-2 codes (`DE-BE`).',
  })
  declare values: string[]

  @Field(() => GeoAction, { defaultValue: 'redirect', description: 'What happens to visitors who match.' })
  declare action: GeoAction

  @Field(() => Url, {
    nullable: true,
    description: 'Where visitors who match go. Required to redirect; a rule that blocks has none.',
  })
  declare destination?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'What blocked visitors read, 1 to 500 characters. Default: a sentence in their language.',
  })
  declare blockMessage?: string | null
}

@InputType({ description: 'A new language rule.' })
export class CreateLanguageRuleInput extends LanguageRuleFields {
  @Field(() => [String], {
    description:
      'Languages (BCP 47), 1 to 20. `de` also matches `de-AT`. The language that the browser prefers most is compared.',
  })
  declare languages: string[]

  @Field(() => Url, {
    description: 'Where visitors who match go: an http or https address of at most 8192 characters.',
  })
  declare destination: string
}

@InputType({ description: 'A new time rule. It has days, times of the day, or instants.' })
export class CreateTimeRuleInput extends TimeRuleFields {
  @Field(() => [Weekday], { nullable: true, description: 'Days on which the window opens. Default: every day.' })
  declare days?: Weekday[] | null

  @Field(() => String, {
    nullable: true,
    description: 'When the window opens on these days, such as `09:00`. Default: the whole day.',
  })
  declare startTime?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'When the window closes (exclusive), such as `17:30`. A time before `startTime` is on the next day.',
  })
  declare endTime?: string | null

  @Field(() => String, {
    defaultValue: 'UTC',
    description: 'IANA time zone of the days and times, such as `Europe/Berlin`.',
  })
  declare timezone: string

  @Field(() => Date, { nullable: true, description: 'From when the rule is used.' })
  declare startsAt?: Date | null

  @Field(() => Date, { nullable: true, description: 'Until when (exclusive) the rule is used.' })
  declare endsAt?: Date | null

  @Field(() => Url, {
    description: 'Where visitors who match go: an http or https address of at most 8192 characters.',
  })
  declare destination: string
}

@InputType({ description: 'A new variant of a split.' })
export class CreateSplitRuleInput extends SplitRuleFields {
  @Field(() => String, { description: 'Name of the variant, 1 to 40 characters, by which clicks are grouped.' })
  declare name: string

  @Field(() => Int, {
    defaultValue: 1,
    description: 'Share of the visitors, 1 to 1000, relative to the other active variants.',
  })
  declare weight: number

  @Field(() => Url, {
    nullable: true,
    description: 'Where visitors of this variant go. Default: the destination of the link.',
  })
  declare destination?: string | null
}
