import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsIn, Matches, Max, MaxLength, Min } from 'class-validator'
import { IsHumanText, IsOneOf, TrimmedLength } from '../../platform/graphql/argument-validation.ts'
import { IsDestination, ownerLimits } from '../links/index.ts'
import { GeoAction, GeoCondition, GeoMatchType, RuleDevice, Weekday } from './rule-values.ts'

const each = { each: true }
const weekdays = Object.values(Weekday)
const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/
const timeIssue = { message: 'must be a time of the day such as 09:00' }

/** Bounds of the fields of every kind of rule. Each operation decides whether a field may be null or absent. */
export abstract class RuleFields {
  @IsDestination(ownerLimits.destinationMaxLength)
  destination?: string | null

  @Min(1)
  priority?: number | null

  isActive?: boolean | null
}

export abstract class DeviceRuleFields extends RuleFields {
  @IsOneOf(Object.values(RuleDevice))
  device?: RuleDevice | null
}

export abstract class GeoRuleFields extends RuleFields {
  @IsOneOf(Object.values(GeoMatchType))
  matchType?: GeoMatchType | null

  @IsOneOf(Object.values(GeoCondition))
  condition?: GeoCondition | null

  @MaxLength(6, { ...each, message: 'must be codes such as DE, EU or DE-BE' })
  @ArrayUnique({ message: 'must not name one place twice' })
  @ArrayMaxSize(250, { message: 'must be at most 250' })
  @ArrayMinSize(1, { message: 'must be at least 1' })
  values?: string[] | null

  @IsOneOf(Object.values(GeoAction))
  action?: GeoAction | null

  @TrimmedLength(1, 500)
  @IsHumanText({ isOneLine: false })
  blockMessage?: string | null
}

export abstract class LanguageRuleFields extends RuleFields {
  @Matches(/^[a-z]{2,3}(-[a-z\d]{2,8}){0,3}$/i, { ...each, message: 'must be languages such as de or pt-BR' })
  @ArrayUnique({ message: 'must not name one language twice' })
  @ArrayMaxSize(20, { message: 'must be at most 20' })
  @ArrayMinSize(1, { message: 'must be at least 1' })
  languages?: string[] | null
}

export abstract class TimeRuleFields extends RuleFields {
  @IsIn(weekdays, { ...each, message: `must be of ${weekdays.join(', ')}` })
  @ArrayUnique({ message: 'must not name one day twice' })
  @ArrayMinSize(1, { message: 'must be at least 1' })
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

export abstract class SplitRuleFields extends RuleFields {
  @TrimmedLength(1, 40)
  @IsHumanText()
  name?: string | null

  @Max(1000)
  @Min(1)
  weight?: number | null
}
