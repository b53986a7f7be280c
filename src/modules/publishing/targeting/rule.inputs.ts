import { ArrayUnique, IsIn, Matches, Max, MaxLength, Min } from 'class-validator'
import { Field, InputType, Int } from 'type-graphql'
import {
  IsHumanText,
  IsOneOf,
  MaxItems,
  NotEmptyList,
  saying,
  TrimmedLength,
} from '../../../platform/graphql/inputs/argument-validation.ts'
import { changesOf } from '../../../platform/graphql/inputs/changes-input.ts'
import { Url } from '../../../platform/graphql/scalars.ts'
import { defineIssue } from '../../../platform/shared/field-issue.ts'
import { IsDestination, ownerLimits } from '../links/index.ts'
import { GeoAction, GeoCondition, GeoMatchType, RuleDevice, Weekday } from './rule-values.ts'

const each = { each: true }
const notPlaces = defineIssue('NOT_PLACES', 'must be codes such as DE, EU or DE-BE')
const notLanguages = defineIssue('NOT_LANGUAGES', 'must be languages such as de or pt-BR')
const weekdays = Object.values(Weekday)
const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/
const timeIssue = saying(defineIssue('NOT_A_TIME', 'must be a time of the day such as 09:00')())

/** The fields of every rule. */
@InputType()
abstract class RuleFields {
  @Min(1)
  @Field(() => Int, {
    nullable: true,
    description: 'Place among the rules of this kind, from 1; the others move. A new rule is the last by default.',
  })
  priority?: number | null

  @Field(() => Boolean, { nullable: true, description: 'Whether the rule is used. A new rule is by default.' })
  isActive?: boolean | null
}

@InputType({ description: 'A new device rule.' })
export class CreateDeviceRuleInput extends RuleFields {
  @IsOneOf(Object.values(RuleDevice))
  @Field(() => RuleDevice, { description: 'Device or operating system of the visitors who match.' })
  device!: RuleDevice

  @IsDestination(ownerLimits.destinationMaxLength)
  @Field(() => Url, {
    description: 'Where visitors who match go: an http or https address of at most 8192 characters.',
  })
  destination!: string
}

@InputType({ description: 'Changes of a device rule. Absent fields keep their value.' })
export class UpdateDeviceRuleInput extends changesOf(CreateDeviceRuleInput) {}

@InputType({ description: 'A new geo rule.' })
export class CreateGeoRuleInput extends RuleFields {
  @IsOneOf(Object.values(GeoMatchType))
  @Field(() => GeoMatchType, { description: 'Which kind of place the rule compares.' })
  matchType!: GeoMatchType

  @IsOneOf(Object.values(GeoCondition))
  @Field(() => GeoCondition, {
    defaultValue: 'in',
    description: 'Whether visitors match who are in the places, or who are elsewhere.',
  })
  condition!: GeoCondition

  @MaxLength(6, saying(notPlaces(), each))
  @ArrayUnique({ message: 'must not name one place twice' })
  @MaxItems(250)
  @NotEmptyList()
  @Field(() => [String], {
    description: 'The places, 1 to 250: ISO 3166-1 codes (`DE`), continents (`EU`) or ISO 3166-2 codes (`DE-BE`).',
  })
  values!: string[]

  @IsOneOf(Object.values(GeoAction))
  @Field(() => GeoAction, { defaultValue: 'redirect', description: 'What happens to visitors who match.' })
  action!: GeoAction

  @IsDestination(ownerLimits.destinationMaxLength)
  @Field(() => Url, {
    nullable: true,
    description: 'Where visitors who match go. Required to redirect; a rule that blocks has none.',
  })
  destination?: string | null

  @TrimmedLength(1, 500)
  @IsHumanText({ isOneLine: false })
  @Field(() => String, {
    nullable: true,
    description: 'What blocked visitors read, 1 to 500 characters. Null, and by default: a sentence in their language.',
  })
  blockMessage?: string | null
}

@InputType({ description: 'Changes of a geo rule. Absent fields keep their value.' })
export class UpdateGeoRuleInput extends changesOf(CreateGeoRuleInput) {}

@InputType({ description: 'A new language rule.' })
export class CreateLanguageRuleInput extends RuleFields {
  @Matches(/^[a-z]{2,3}(-[a-z\d]{2,8}){0,3}$/i, saying(notLanguages(), each))
  @ArrayUnique({ message: 'must not name one language twice' })
  @MaxItems(20)
  @NotEmptyList()
  @Field(() => [String], {
    description:
      'Languages (BCP 47), 1 to 20. `de` also matches `de-AT`, and `zh-Hant` also `zh-TW`. The languages of the browser are tried in its order, until a rule has one.',
  })
  languages!: string[]

  @IsDestination(ownerLimits.destinationMaxLength)
  @Field(() => Url, {
    description: 'Where visitors who match go: an http or https address of at most 8192 characters.',
  })
  destination!: string
}

@InputType({ description: 'Changes of a language rule. Absent fields keep their value.' })
export class UpdateLanguageRuleInput extends changesOf(CreateLanguageRuleInput) {}

@InputType({ description: 'A new time rule. It has days, times of the day, or instants.' })
export class CreateTimeRuleInput extends RuleFields {
  @IsIn(weekdays, { ...each, message: `must be of ${weekdays.join(', ')}` })
  @ArrayUnique({ message: 'must not name one day twice' })
  @NotEmptyList()
  @Field(() => [Weekday], {
    nullable: true,
    description: 'Days on which the window opens. Null, and by default: every day.',
  })
  days?: Weekday[] | null

  @Matches(timePattern, timeIssue)
  @Field(() => String, {
    nullable: true,
    description: 'When the window opens on these days, such as `09:00`. Null, and by default: the whole day.',
  })
  startTime?: string | null

  @Matches(timePattern, timeIssue)
  @Field(() => String, {
    nullable: true,
    description: 'When the window closes (exclusive), such as `17:30`. A time before `startTime` is on the next day.',
  })
  endTime?: string | null

  @MaxLength(64)
  @Field(() => String, {
    defaultValue: 'UTC',
    description: 'IANA time zone of the days and times, such as `Europe/Berlin`.',
  })
  timezone!: string

  @Field(() => Date, { nullable: true, description: 'From when the rule is used.' })
  startsAt?: Date | null

  @Field(() => Date, { nullable: true, description: 'Until when (exclusive) the rule is used.' })
  endsAt?: Date | null

  @IsDestination(ownerLimits.destinationMaxLength)
  @Field(() => Url, {
    description: 'Where visitors who match go: an http or https address of at most 8192 characters.',
  })
  destination!: string
}

@InputType({ description: 'Changes of a time rule. Absent fields keep their value.' })
export class UpdateTimeRuleInput extends changesOf(CreateTimeRuleInput) {}

@InputType({ description: 'A new variant of a split.' })
export class CreateSplitRuleInput extends RuleFields {
  @TrimmedLength(1, 40)
  @IsHumanText()
  @Field(() => String, { description: 'Name of the variant, 1 to 40 characters, by which clicks are grouped.' })
  name!: string

  @Max(1000)
  @Min(1)
  @Field(() => Int, {
    defaultValue: 1,
    description: 'Share of the visitors, 1 to 1000, relative to the other active variants.',
  })
  weight!: number

  @IsDestination(ownerLimits.destinationMaxLength)
  @Field(() => Url, {
    nullable: true,
    description: 'Where visitors of this variant go. Null, and by default: the destination of the link.',
  })
  destination?: string | null
}

@InputType({ description: 'Changes of a split rule. Absent fields keep their value.' })
export class UpdateSplitRuleInput extends changesOf(CreateSplitRuleInput) {}
