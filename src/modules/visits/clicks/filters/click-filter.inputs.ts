import { IsIn, MaxLength } from 'class-validator'
import { Field, InputType } from 'type-graphql'
import { HasNoIssue } from '../../../../platform/graphql/inputs/argument-validation.ts'
import { HasRestText } from '../../../../platform/rest/rest.decorator.ts'
import { defineIssue, type FieldIssue } from '../../../../platform/shared/field-issue.ts'
import { Continent } from '../../../../platform/shared/geography/continents.ts'
import type { Vocabulary } from '../../../../platform/shared/text/vocabulary.ts'
import { DeviceType, Trigger } from '../click.entity.ts'
import { Interval, intervals } from '../time-range.ts'
import { filterText, maxValueLength, maxValues, readFilterValues, type ValueFilter } from './filter-text.ts'
import { filterVocabularies } from './filter-vocabularies.ts'

const inAndNotIn = defineIssue('IN_AND_NOT_IN', 'must have either in or notIn')
const noValue = defineIssue('NO_VALUE', 'must have at least one value')
const tooManyValues = defineIssue('TOO_MANY_VALUES', 'must be at most {max} values')
const emptyValue = defineIssue('EMPTY_VALUE', 'must not have an empty value')
const valueTooLong = defineIssue('VALUE_TOO_LONG', 'must have values of at most {max} characters')
const unknownValue = defineIssue('UNKNOWN_VALUE', '{value} does not exist; {hint}')

/** A filter whose values are in the vocabulary. Without one, a value can be any text. */
function HasValuesOf(vocabulary?: Vocabulary): PropertyDecorator {
  const findIssue = (filter: ValueFilter) => findBoundsIssue(filter) ?? findUnknownValueIssue(filter, vocabulary)
  return HasNoIssue('isFilterValue', (filter) => findIssue(filter as ValueFilter))
}

function findBoundsIssue(filter: ValueFilter): FieldIssue | undefined {
  if (filter.in != null && filter.notIn != null) return inAndNotIn()
  const values = readFilterValues(filter)?.values
  if (values === undefined) return undefined
  if (values.length === 0) return noValue()
  if (values.length > maxValues) return tooManyValues({ max: maxValues })
  if (values.some((value) => value.trim() === '')) return emptyValue()
  if (values.some((value) => value.length > maxValueLength)) return valueTooLong({ max: maxValueLength })
  return undefined
}

/** Names the position of the value, because values are never quoted. */
function findUnknownValueIssue(filter: ValueFilter, vocabulary: Vocabulary | undefined): FieldIssue | undefined {
  const { values } = readFilterValues(filter) ?? { values: [] }
  const index = vocabulary ? values.findIndex((value) => !vocabulary.has(value)) : -1
  const value = values[index]
  if (value === undefined) return undefined
  const nearest = vocabulary?.findNearest(value)
  const hint = nearest ? `did you mean ${nearest}?` : `use ${vocabulary?.description}`
  return unknownValue({ value: values.length === 1 ? 'the value' : `value ${index + 1}`, hint })
}

const filterOptions = { description: 'Values of a field. A click must have one (`in`) or none (`notIn`) of them.' }
const inOptions = { nullable: true, description: `Only clicks with one of these values, 1 to ${maxValues}.` }
const notInOptions = {
  nullable: true,
  description: `Only clicks with none of these values, 1 to ${maxValues}, instead of \`in\`.`,
}

@HasRestText(filterText)
@InputType({ description: `${filterOptions.description} Case is ignored.` })
export class TextFilter {
  @Field(() => [String], inOptions)
  in?: string[] | null

  @Field(() => [String], notInOptions)
  notIn?: string[] | null
}

@HasRestText(filterText)
@InputType(filterOptions)
export class ContinentFilter {
  @Field(() => [Continent], inOptions)
  in?: Continent[] | null

  @Field(() => [Continent], notInOptions)
  notIn?: Continent[] | null
}

@HasRestText(filterText)
@InputType(filterOptions)
export class DeviceFilter {
  @Field(() => [DeviceType], inOptions)
  in?: DeviceType[] | null

  @Field(() => [DeviceType], notInOptions)
  notIn?: DeviceType[] | null
}

@HasRestText(filterText)
@InputType(filterOptions)
export class TriggerFilter {
  @Field(() => [Trigger], inOptions)
  in?: Trigger[] | null

  @Field(() => [Trigger], notInOptions)
  notIn?: Trigger[] | null
}

@InputType({ description: 'Selects clicks by time and by their fields. A click must match all fields that are set.' })
export class ClickFilter {
  @IsIn(intervals)
  @Field(() => Interval, { nullable: true, description: 'Period until now. Default: all time.' })
  interval?: Interval | null

  @Field(() => Date, { nullable: true, description: 'Start of the period (inclusive), instead of `interval`.' })
  from?: Date | null

  @Field(() => Date, { nullable: true, description: 'End of the period (exclusive), instead of `interval`.' })
  to?: Date | null

  @MaxLength(64)
  @Field(() => String, {
    description: 'IANA time zone in which days, months, quarters and years begin, such as `Europe/Berlin`.',
  })
  timezone: string = 'UTC'

  @HasValuesOf(filterVocabularies.country)
  @Field(() => TextFilter, { nullable: true, description: 'Countries, ISO 3166-1 alpha-2 codes, or `Unknown`.' })
  country?: TextFilter | null

  @HasValuesOf(filterVocabularies.region)
  @Field(() => TextFilter, { nullable: true, description: 'Regions, ISO 3166-2 codes, or `Unknown`.' })
  region?: TextFilter | null

  @HasValuesOf()
  @Field(() => TextFilter, {
    nullable: true,
    description: 'Cities, such as `Berlin`; `DE:Berlin` or `DE-BE:Berlin` of one country or region; or `Unknown`.',
  })
  city?: TextFilter | null

  @HasValuesOf(filterVocabularies.continent)
  @Field(() => ContinentFilter, { nullable: true, description: 'Continents, such as `EU`, or `Unknown`.' })
  continent?: ContinentFilter | null

  @HasValuesOf(filterVocabularies.device)
  @Field(() => DeviceFilter, { nullable: true, description: 'Devices, such as `Mobile`.' })
  device?: DeviceFilter | null

  @HasValuesOf(filterVocabularies.browser)
  @Field(() => TextFilter, { nullable: true, description: 'Browsers, such as `Firefox`.' })
  browser?: TextFilter | null

  @HasValuesOf(filterVocabularies.os)
  @Field(() => TextFilter, { nullable: true, description: 'Operating systems, such as `Android`.' })
  os?: TextFilter | null

  @HasValuesOf()
  @Field(() => TextFilter, { nullable: true, description: 'Referrer hosts, with or without `www.`, or `Direct`.' })
  referrer?: TextFilter | null

  @HasValuesOf()
  @Field(() => TextFilter, { nullable: true, description: 'Values of utm_source, or `Unknown`.' })
  utmSource?: TextFilter | null

  @HasValuesOf()
  @Field(() => TextFilter, { nullable: true, description: 'Values of utm_medium, or `Unknown`.' })
  utmMedium?: TextFilter | null

  @HasValuesOf()
  @Field(() => TextFilter, { nullable: true, description: 'Values of utm_campaign, or `Unknown`.' })
  utmCampaign?: TextFilter | null

  @HasValuesOf()
  @Field(() => TextFilter, { nullable: true, description: 'Values of utm_term, or `Unknown`.' })
  utmTerm?: TextFilter | null

  @HasValuesOf()
  @Field(() => TextFilter, { nullable: true, description: 'Values of utm_content, or `Unknown`.' })
  utmContent?: TextFilter | null

  @HasValuesOf(filterVocabularies.trigger)
  @Field(() => TriggerFilter, {
    nullable: true,
    description: 'How visitors arrived: `link`, `qr`, `bio` or `api`.',
  })
  trigger?: TriggerFilter | null

  @HasValuesOf()
  @Field(() => TextFilter, {
    nullable: true,
    description: 'Identifiers of the rules that chose the destination, or `Unknown` for none.',
  })
  rule?: TextFilter | null

  @HasValuesOf()
  @Field(() => TextFilter, { nullable: true, description: 'Names of variants of a split, or `Unknown` for none.' })
  variant?: TextFilter | null

  @Field(() => Boolean, { description: 'Whether visits by bots count too.' })
  includeBots: boolean = false
}
