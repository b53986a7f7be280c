import { z } from 'zod'
import type { Calendar, Period } from '../calendar.ts'
import { type Dimension, dimensions, type Filters, maxRows, operations, type Plan, units } from '../question-plan.ts'
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

/** The arguments of the tool. They contain no account, and a link only in the words of the question. */
const toolArgumentsSchema = z.strictObject({
  operation: z.enum([...operations, 'none']).describe(
    `totals: how many clicks and visitors. breakdown: by the dimension. timeseries: over time. topLinks: links by clicks.
compare: a period with another one. linkDetails: what is known of one link. none: the question is about something else.`,
  ),
  dimension: z.enum(dimensions).nullable().describe('Of a breakdown, else null.'),
  unit: z.enum(units).nullable().describe('Of a timeseries: how long its stretches are, else null.'),
  order: z.enum(['most', 'fewest']).nullable().describe('Rows by their clicks; null for a series as it came.'),
  limit: z.int().min(1).max(maxRows).nullable().describe('How many rows are asked for; null when it is not said.'),
  measure: z.enum(['clicks', 'visitors']),
  link: textSchema.nullable().describe('The one link in the words of the question; null for all links.'),
  from: dateSchema.describe('First day, such as 2026-11-16; null for the beginning.'),
  to: dateSchema.describe('Last day, which is part of it; null for now.'),
  comparedFrom: dateSchema.describe('Of a compare with a period that is named: its first day, else null.'),
  comparedTo: dateSchema.describe('Its last day, else null.'),
  includeBots: z.boolean().describe('True only when robots are asked for.'),
  filters: z
    .strictObject({
      country: filterValueSchema.describe('ISO 3166-1 codes, such as DE,AT.'),
      region: filterValueSchema.describe('ISO 3166-2 codes.'),
      device: filterValueSchema.describe('Desktop, Mobile, Tablet or TV.'),
      browser: filterValueSchema.describe('Such as Firefox.'),
      os: filterValueSchema.describe('Such as Android, iOS, Windows, macOS or Linux.'),
      referrer: filterValueSchema.describe('Hosts, such as t.co, or Direct.'),
      utmSource: filterValueSchema,
      utmMedium: filterValueSchema,
      utmCampaign: filterValueSchema,
      trigger: filterValueSchema.describe('link, qr, bio or api.'),
    })
    .describe('Null for each that is not asked for. Commas separate values; a leading - excludes them.'),
})

type ToolArguments = z.infer<typeof toolArgumentsSchema>

/** The JSON schema of the tool's arguments. */
export const toolJsonSchema: Record<string, unknown> = stripConstraints(
  z.toJSONSchema(toolArgumentsSchema, { target: 'draft-7' }),
) as Record<string, unknown>

/** Strict mode supports no text lengths and patterns. They are checked when the arguments are parsed. */
function stripConstraints(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(stripConstraints)
  if (typeof schema !== 'object' || schema === null) return schema
  const allowedEntries = Object.entries(schema).filter(
    ([name]) => !/^(\$schema|pattern|minLength|maxLength|format)$/.test(name),
  )
  return Object.fromEntries(allowedEntries.map(([name, value]) => [name, stripConstraints(value)]))
}

/** Returns the plan in the model's arguments; undefined if they are not a valid plan. */
export function parsePlan(toolArguments: string, question: string, calendar: Calendar): Plan | undefined {
  const { data, success } = toolArgumentsSchema.safeParse(parseJson(toolArguments))
  if (!success || data.operation === 'none') return undefined
  const { operation, dimension, order, limit, measure, includeBots } = data
  if (operation === 'breakdown' && dimension === null) return undefined
  if (operation === 'linkDetails' && data.link === null) return undefined
  if (operation === 'topLinks' && (data.link !== null || order === 'fewest')) return undefined
  const filters = toFilters(data.filters)
  if (!areGrounded(filters, question)) return undefined
  const period = toPeriod(data.from, data.to, calendar)
  const comparedTo = operation === 'compare' ? toComparedPeriod(data, period, calendar) : null
  if (comparedTo === undefined) return undefined
  return {
    operation,
    measure,
    includeBots,
    comparedTo,
    period,
    timezone: calendar.zone,
    link: data.link === null ? null : { text: data.link },
    filters,
    dimension: operation === 'breakdown' ? dimension : null,
    unit: operation === 'timeseries' ? (data.unit ?? 'auto') : 'auto',
    order: operation === 'timeseries' ? order : (order ?? 'most'),
    limit: limit ?? (operation === 'timeseries' ? maxRows : 10),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toFilters(filters: ToolArguments['filters']): Plan['filters'] {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null)) as Plan['filters']
}

/** The named period, or else the one before `period`; undefined if there is none. */
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
 * prevents a model from adding text of its own to the answer.
 */
function areGrounded(filters: Filters, question: string): boolean {
  const lowercaseQuestion = question.toLowerCase()
  return Object.entries(filters).every(([dimension, text]) =>
    text.split(',').every((part) => {
      const value = part.trim().replace(/^-/, '')
      if (value === 'Unknown' || codePatterns[dimension as Dimension]?.test(value)) return true
      return knownFilterValues.has(`${dimension} ${value}`) || lowercaseQuestion.includes(value.toLowerCase())
    }),
  )
}
