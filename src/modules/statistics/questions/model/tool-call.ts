import { z } from 'zod'
import { InvalidRestText } from '../../../../platform/rest/rest.decorator.ts'
import { toEnumName } from '../../../../platform/shared/enum-type.ts'
import { placementKinds } from '../../../publishing/links/index.ts'
import { filterText, readFilterValues } from '../../../visits/clicks/index.ts'
import type { Calendar, Period } from '../calendar.ts'
import { units } from '../calendar.ts'
import {
  cycleParts,
  cycles,
  type Dimension,
  dimensionEnums,
  dimensions,
  type Filters,
  maxRows,
  operations,
  type Placement,
  type Plan,
} from '../question-plan.ts'
import { knownFilterValues } from '../rules/filter-values.ts'

/** A date whose year has four digits, as ISO 8601 instants require. */
const dateSchema = z.iso
  .date()
  .refine((text) => text >= '1000')
  .nullable()
/** Text without control characters and lone surrogates, which the database cannot store. */
const textSchema = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u)
const filterValueSchema = textSchema.nullable()

/** The arguments of the tool. They contain no account, and name a link only in the words of the question. */
const toolArgumentsSchema = z.strictObject({
  operation: z.enum([...operations, 'none']).describe(
    `totals: how many clicks and visitors. share: the filtered clicks, or the clicks of the link, in percent. average: per unit.
bots: visits by robots. breakdown: by the dimension. timeseries: over time. cycle: by hour of the day, by weekday, or on
weekends and other days. compare: a period with another one. topLinks: links by clicks. unclickedLinks: links without
clicks. createdLinks: links by their creation. deadLinks: links whose destination cannot be reached. compareLinks: two links. linkDetails: what is known of one link.
none: the question is about something else.`,
  ),
  dimension: z
    .enum([...dimensions, ...placementKinds])
    .nullable()
    .describe('Of a breakdown, else null.'),
  unit: z
    .enum(units)
    .nullable()
    .describe('Of a timeseries: how long its stretches are. Of an average: per what. Else null.'),
  cycle: z.enum(cycles).nullable().describe('Of a cycle, else null.'),
  cycleParts: z
    .array(z.enum([...cycleParts.weekday, ...cycleParts.weekend]))
    .max(cycleParts.weekday.length)
    .nullable()
    .describe('The weekdays that are asked for, or the part of the week; null for all.'),
  order: z.enum(['most', 'fewest']).nullable().describe('Rows by their clicks; null for a series as it came.'),
  limit: z.int().min(1).max(maxRows).nullable().describe('How many rows are asked for; null when it is not said.'),
  inPercent: z.boolean().describe('Whether the rows of a breakdown or of topLinks are asked for in percent.'),
  linkKind: z.enum(['link', 'qr']).describe('Of topLinks and unclickedLinks: short links, or dynamic QR codes.'),
  measure: z.enum(['clicks', 'visitors']),
  link: textSchema.nullable().describe('The one link in the words of the question; null for all links.'),
  folder: textSchema.nullable().describe('Name of the folder to whose links the question is limited, else null.'),
  tag: textSchema.nullable().describe('Name of the tag to whose links the question is limited, else null.'),
  otherLink: textSchema.nullable().describe('Of compareLinks: the other link, else null.'),
  from: dateSchema.describe('First day, such as 2026-11-16; null for the beginning.'),
  to: dateSchema.describe('Last day, which is part of it; null for now.'),
  comparedFrom: dateSchema.describe('Of a compare with a period that is named: its first day, else null.'),
  comparedTo: dateSchema.describe('Its last day, else null.'),
  includeBots: z.boolean().describe('True only when robots are asked for.'),
  filters: z
    .strictObject({
      country: filterValueSchema.describe('ISO 3166-1 codes, such as DE,AT.'),
      region: filterValueSchema.describe('ISO 3166-2 codes.'),
      city: filterValueSchema.describe('English names, such as Berlin.'),
      continent: filterValueSchema.describe('AF, AN, AS, EU, NA, OC or SA.'),
      device: filterValueSchema.describe('Desktop, Mobile, Tablet or TV.'),
      browser: filterValueSchema.describe('Such as Firefox.'),
      os: filterValueSchema.describe('Such as Android, iOS, Windows, macOS or Linux.'),
      referrer: filterValueSchema.describe('Hosts, such as t.co, or Direct.'),
      utmSource: filterValueSchema,
      utmMedium: filterValueSchema,
      utmCampaign: filterValueSchema,
      utmTerm: filterValueSchema,
      utmContent: filterValueSchema,
      trigger: filterValueSchema.describe('link, qr, bio or api.'),
    })
    .describe('Null for each that is not asked for. Commas separate values; a leading - excludes them.'),
})

type ToolArguments = z.infer<typeof toolArgumentsSchema>

/** The JSON schema of the tool's arguments. */
export const toolJsonSchema: Record<string, unknown> = stripConstraints(
  z.toJSONSchema(toolArgumentsSchema, { target: 'draft-7' }),
) as Record<string, unknown>

/** Strict mode supports no text lengths and patterns. Both are checked when the arguments are parsed. */
function stripConstraints(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(stripConstraints)
  if (typeof schema !== 'object' || schema === null) return schema
  const allowedEntries = Object.entries(schema).filter(
    ([name]) => !/^(\$schema|pattern|minLength|maxLength|format)$/.test(name),
  )
  return Object.fromEntries(allowedEntries.map(([name, value]) => [name, stripConstraints(value)]))
}

/**
 * Returns the plan in the model's arguments; undefined if the arguments are no plan. `findPlanIssue` checks whether it
 * is valid.
 */
export function parsePlan(toolArguments: string, question: string, calendar: Calendar): Plan | undefined {
  const { data, success } = toolArgumentsSchema.safeParse(parseJson(toolArguments))
  if (!success || data.operation === 'none') return undefined
  if (data.operation !== 'compare' && (data.comparedFrom !== null || data.comparedTo !== null)) return undefined
  const { operation, dimension, cycle, order, limit, measure, includeBots, inPercent, linkKind } = data
  const filters = parseFilters(data.filters)
  if (!filters || !areGrounded(filters, question)) return undefined
  const period = toPeriod(data.from, data.to, calendar)
  const comparedTo = operation === 'compare' ? toComparedPeriod(data, period, calendar) : null
  const cycleIndexes = parseCycleParts(data)
  if (comparedTo === undefined || cycleIndexes === undefined) return undefined
  const placement = parsePlacement(data, question)
  if (placement === undefined) return undefined
  const hasUnit = operation === 'timeseries' || operation === 'average'
  return {
    operation,
    measure,
    includeBots,
    comparedTo,
    period,
    timezone: calendar.zone,
    link: data.link === null ? null : { text: data.link },
    otherLink: data.otherLink === null ? null : { text: data.otherLink },
    placement,
    bound: null,
    filters,
    dimension,
    unit: hasUnit ? (data.unit ?? 'auto') : 'auto',
    cycle,
    cycleIndexes,
    order: operation === 'timeseries' || operation === 'cycle' ? order : (order ?? 'most'),
    limit: limit ?? (operation === 'timeseries' || operation === 'cycle' ? maxRows : 10),
    inPercent,
    linkKind,
  }
}

/** The folder or the tag, whose name must be part of the question; undefined for both at once, and for another name. */
function parsePlacement({ folder, tag }: ToolArguments, question: string): Placement | null | undefined {
  if (folder !== null && tag !== null) return undefined
  const placement: Placement | null =
    folder !== null ? { kind: 'folder', name: folder } : tag !== null ? { kind: 'tag', name: tag } : null
  return placement && !question.toLowerCase().includes(placement.name.toLowerCase()) ? undefined : placement
}

/** The parts of the cycle as positions, null for all; undefined for a part of another cycle. */
function parseCycleParts({ cycle, cycleParts: names }: ToolArguments): number[] | null | undefined {
  if (names === null || names.length === 0) return null
  const indexes = names.map((name) => (cycle === null ? -1 : cycleParts[cycle].indexOf(name)))
  return indexes.includes(-1) ? undefined : [...new Set(indexes)].toSorted((a, b) => a - b)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Undefined for texts that both include and exclude values. */
function parseFilters(texts: ToolArguments['filters']): Filters | undefined {
  try {
    return Object.fromEntries(
      Object.entries(texts).flatMap(([dimension, text]) =>
        text === null ? [] : [[dimension, readFilterValues(filterText.parse(text))]],
      ),
    )
  } catch (error) {
    if (error instanceof InvalidRestText) return undefined
    throw error
  }
}

/** The named period, or else the period before `period`; undefined if there is no such period. */
function toComparedPeriod(
  { comparedFrom, comparedTo }: ToolArguments,
  period: Period,
  calendar: Calendar,
): Period | undefined {
  if (comparedFrom === null && comparedTo === null) return period.before?.()
  return toPeriod(comparedFrom, comparedTo, calendar)
}

function toPeriod(from: string | null, to: string | null, calendar: Calendar): Period {
  if (from === null && to === null) return calendar.allTime
  const parseDay = (text: string) => {
    const [year = 1, month = 1, day = 1] = text.split('-').map(Number)
    return calendar.day({ year, month, day })
  }
  const first = from === null ? null : parseDay(from)
  const last = to === null ? null : parseDay(to)
  if (first && from === to) return first
  const isOver = last?.to != null && last.to < calendar.end
  return calendar.between(first?.from ?? null, isOver ? last.to : null)
}

const codePatterns: Readonly<Partial<Record<Dimension, RegExp>>> = {
  country: /^[A-Z]{2}$/,
  region: /^[A-Z]{2}-[A-Z0-9]{1,3}$/,
}

/**
 * Whether every filter value is a code, a known name, or part of the question. The answer repeats its filters, so this
 * check keeps a model from adding its own text to the answer. The schema accepts only the values of an enum.
 */
function areGrounded(filters: Filters, question: string): boolean {
  const lowercaseQuestion = question.toLowerCase()
  return Object.entries(filters).every(([dimension, { values }]) =>
    values.every((value) => {
      const enumType = dimensionEnums[dimension as Dimension]
      if (enumType) return enumType[toEnumName(value)] !== undefined
      if (value === 'Unknown' || codePatterns[dimension as Dimension]?.test(value)) return true
      // A model may name a site as people do not: with `www.`
      const name = value.replace(/^www\./i, '')
      return knownFilterValues.has(`${dimension} ${name}`) || lowercaseQuestion.includes(name.toLowerCase())
    }),
  )
}
