import { ArrayUnique, IsIn, Matches, Max, MaxLength, Min } from 'class-validator'
import { Field, InputType, Int } from 'type-graphql'
import {
  IsHumanText,
  IsOneOf,
  MaxItems,
  NotEmptyList,
  TrimmedLength,
} from '../../../platform/graphql/inputs/argument-validation.ts'
import { IsDestination, ownerLimits } from '../links/index.ts'
import { GeoAction, GeoCondition, GeoMatchType, RuleDevice, Weekday } from './rule-values.ts'

const each = { each: true }
const weekdays = Object.values(Weekday)
const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/
const timeIssue = { message: 'must be a time of the day such as 09:00' }

/**
 * The fields of every input of a rule, and the bounds of the other fields. Each operation decides which fields may be
 * absent.
 */
@InputType()
abstract class RuleFields {
  @IsDestination(ownerLimits.destinationMaxLength)
  destination?: string | null

  @Min(1)
  @Field(() => Int, {
    nullable: true,
    description: 'Place among the rules of this kind, from 1; the others move. A new rule is the last by default.',
  })
  priority?: number | null

  @Field(() => Boolean, { nullable: true, description: 'Whether the rule is used. A new rule is by default.' })
  isActive?: boolean | null
}

@InputType()
export abstract class DeviceRuleFields extends RuleFields {
  @IsOneOf(Object.values(RuleDevice))
  device?: RuleDevice | null
}

@InputType()
export abstract class GeoRuleFields extends RuleFields {
  @IsOneOf(Object.values(GeoMatchType))
  matchType?: GeoMatchType | null

  @IsOneOf(Object.values(GeoCondition))
  condition?: GeoCondition | null

  @MaxLength(6, { ...each, message: 'must be codes such as DE, EU or DE-BE' })
  @ArrayUnique({ message: 'must not name one place twice' })
  @MaxItems(250)
  @NotEmptyList()
  values?: string[] | null

  @IsOneOf(Object.values(GeoAction))
  action?: GeoAction | null

  @TrimmedLength(1, 500)
  @IsHumanText({ isOneLine: false })
  blockMessage?: string | null
}

@InputType()
export abstract class LanguageRuleFields extends RuleFields {
  @Matches(/^[a-z]{2,3}(-[a-z\d]{2,8}){0,3}$/i, { ...each, message: 'must be languages such as de or pt-BR' })
  @ArrayUnique({ message: 'must not name one language twice' })
  @MaxItems(20)
  @NotEmptyList()
  languages?: string[] | null
}

@InputType()
export abstract class TimeRuleFields extends RuleFields {
  @IsIn(weekdays, { ...each, message: `must be of ${weekdays.join(', ')}` })
  @ArrayUnique({ message: 'must not name one day twice' })
  @NotEmptyList()
  days?: Weekday[] | null

  @Matches(timePattern, timeIssue)
  startTime?: string | null

  @Matches(timePattern, timeIssue)
  endTime?: string | null

  @MaxLength(64)
  timezone?: string | null

  startsAt?: Date | null

  endsAt?: Date | null
}

@InputType()
export abstract class SplitRuleFields extends RuleFields {
  @TrimmedLength(1, 40)
  @IsHumanText()
  name?: string | null

  @Max(1000)
  @Min(1)
  weight?: number | null
}
