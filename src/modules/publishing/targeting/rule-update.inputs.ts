import { Field, InputType, Int } from 'type-graphql'
import { Url } from '../../../platform/graphql/scalars.ts'
import { DeviceRuleFields, GeoRuleFields, LanguageRuleFields, SplitRuleFields, TimeRuleFields } from './rule-fields.ts'
import { GeoAction, GeoCondition, GeoMatchType, RuleDevice, Weekday } from './rule-values.ts'

@InputType({ description: 'Changes of a device rule. Absent fields keep their value.' })
export class UpdateDeviceRuleInput extends DeviceRuleFields {
  @Field(() => RuleDevice, { nullable: true, description: 'Device or operating system of the visitors who match.' })
  declare device?: RuleDevice | null

  @Field(() => Url, {
    nullable: true,
    description: 'Where visitors who match go: an http or https address of at most 8192 characters.',
  })
  declare destination?: string | null
}

@InputType({ description: 'Changes of a geo rule. Absent fields keep their value.' })
export class UpdateGeoRuleInput extends GeoRuleFields {
  @Field(() => GeoMatchType, { nullable: true, description: 'Which kind of place the rule compares.' })
  declare matchType?: GeoMatchType | null

  @Field(() => GeoCondition, {
    nullable: true,
    description: 'Whether visitors match who are in the places, or who are elsewhere.',
  })
  declare condition?: GeoCondition | null

  @Field(() => [String], {
    nullable: true,
    description: 'The places, 1 to 250: ISO 3166-1 codes (`DE`), continents (`EU`) or ISO 3166-2 codes (`DE-BE`).',
  })
  declare values?: string[] | null

  @Field(() => GeoAction, { nullable: true, description: 'What happens to visitors who match.' })
  declare action?: GeoAction | null

  @Field(() => Url, {
    nullable: true,
    description: 'Where visitors who match go. Required to redirect; a rule that blocks has none.',
  })
  declare destination?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'What blocked visitors read, 1 to 500 characters. Null for a sentence in their language.',
  })
  declare blockMessage?: string | null
}

@InputType({ description: 'Changes of a language rule. Absent fields keep their value.' })
export class UpdateLanguageRuleInput extends LanguageRuleFields {
  @Field(() => [String], {
    nullable: true,
    description:
      'Languages (BCP 47), 1 to 20. `de` also matches `de-AT`. The language that the browser prefers most is compared.',
  })
  declare languages?: string[] | null

  @Field(() => Url, {
    nullable: true,
    description: 'Where visitors who match go: an http or https address of at most 8192 characters.',
  })
  declare destination?: string | null
}

@InputType({ description: 'Changes of a time rule. Absent fields keep their value.' })
export class UpdateTimeRuleInput extends TimeRuleFields {
  @Field(() => [Weekday], { nullable: true, description: 'Days on which the window opens. Null for every day.' })
  declare days?: Weekday[] | null

  @Field(() => String, {
    nullable: true,
    description: 'When the window opens on these days, such as `09:00`. Null for the whole day.',
  })
  declare startTime?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'When the window closes (exclusive), such as `17:30`. A time before `startTime` is on the next day.',
  })
  declare endTime?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'IANA time zone of the days and times, such as `Europe/Berlin`.',
  })
  declare timezone?: string | null

  @Field(() => Date, { nullable: true, description: 'From when the rule is used.' })
  declare startsAt?: Date | null

  @Field(() => Date, { nullable: true, description: 'Until when (exclusive) the rule is used.' })
  declare endsAt?: Date | null

  @Field(() => Url, {
    nullable: true,
    description: 'Where visitors who match go: an http or https address of at most 8192 characters.',
  })
  declare destination?: string | null
}

@InputType({ description: 'Changes of a split rule. Absent fields keep their value.' })
export class UpdateSplitRuleInput extends SplitRuleFields {
  @Field(() => String, {
    nullable: true,
    description: 'Name of the variant, 1 to 40 characters, by which clicks are grouped.',
  })
  declare name?: string | null

  @Field(() => Int, {
    nullable: true,
    description: 'Share of the visitors, 1 to 1000, relative to the other active variants.',
  })
  declare weight?: number | null

  @Field(() => Url, {
    nullable: true,
    description: 'Where visitors of this variant go. Null for the destination of the link.',
  })
  declare destination?: string | null
}
