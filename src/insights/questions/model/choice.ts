import { z } from 'zod'
import type { Calendar, Period } from '../calendar.ts'
import { dimensions, mostRows, operations, type Plan, units } from '../plan.ts'
import { areGrounded } from './grounded.ts'

/** From a year of four digits, as instants are written with. */
const day = z.iso
  .date()
  .refine((text) => text >= '1000')
  .nullable()
/** Text the database could keep, and nothing that only a terminal reads. */
const text = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u)
const sought = text.nullable()

/**
 * What a model may choose: one operation and its arguments, or `none`. It names no account, and a link only by the words
 * of the question, for which a link of the caller has yet to be found.
 */
const choice = z.strictObject({
  operation: z.enum([...operations, 'none']).describe(
    `totals: how many clicks and visitors. breakdown: by the dimension. timeseries: over time. topLinks: links by clicks.
compare: a period with another one. linkDetails: what is known of one link. none: the question is about something else.`,
  ),
  dimension: z.enum(dimensions).nullable().describe('Of a breakdown, else null.'),
  unit: z.enum(units).nullable().describe('Of a timeseries: how long its stretches are, else null.'),
  order: z.enum(['most', 'fewest']).nullable().describe('Rows by their clicks; null for a series as it came.'),
  limit: z.int().min(1).max(mostRows).nullable().describe('How many rows are asked for; null when it is not said.'),
  measure: z.enum(['clicks', 'visitors']),
  link: text.nullable().describe('The one link in the words of the question; null for all links.'),
  from: day.describe('First day, such as 2026-11-16; null for the beginning.'),
  to: day.describe('Last day, which is part of it; null for now.'),
  comparedFrom: day.describe('Of a compare with a period that is named: its first day, else null.'),
  comparedTo: day.describe('Its last day, else null.'),
  includeBots: z.boolean().describe('True only when robots are asked for.'),
  filters: z
    .strictObject({
      country: sought.describe('ISO 3166-1 codes, such as DE,AT.'),
      region: sought.describe('ISO 3166-2 codes.'),
      device: sought.describe('Desktop, Mobile, Tablet or TV.'),
      browser: sought.describe('Such as Firefox.'),
      os: sought.describe('Such as Android, iOS, Windows, macOS or Linux.'),
      referrer: sought.describe('Hosts, such as t.co, or Direct.'),
      utmSource: sought,
      utmMedium: sought,
      utmCampaign: sought,
      trigger: sought.describe('link, qr, bio or api.'),
    })
    .describe('Null for each that is not asked for. Commas separate values; a leading - excludes them.'),
})

type Choice = z.infer<typeof choice>

/** The form of a choice as the tools of a model have it. */
export const choiceSchema: Record<string, unknown> = withoutBounds(
  z.toJSONSchema(choice, { target: 'draft-7' }),
) as Record<string, unknown>

/** Strict schemas know no bounds of texts and patterns; what comes is held to them all the same. */
function withoutBounds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutBounds)
  if (typeof schema !== 'object' || schema === null) return schema
  const kept = Object.entries(schema).filter(([name]) => !/^(\$schema|pattern|minLength|maxLength|format)$/.test(name))
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutBounds(each)]))
}

/** The plan a model chose; nothing for what is none. */
export function planFrom(given: string, question: string, calendar: Calendar): Plan | undefined {
  const { data, success } = choice.safeParse(parsed(given))
  if (!success || data.operation === 'none') return undefined
  const { operation, dimension, order, limit, measure, includeBots } = data
  if (operation === 'breakdown' && dimension === null) return undefined
  if (operation === 'linkDetails' && data.link === null) return undefined
  if (operation === 'topLinks' && (data.link !== null || order === 'fewest')) return undefined
  const filters = filtersOf(data.filters)
  if (!areGrounded(filters, question)) return undefined
  const period = periodOf(data.from, data.to, calendar)
  const other = data.comparedFrom ?? data.comparedTo
  const comparedTo =
    operation !== 'compare' ? null : other ? periodOf(data.comparedFrom, data.comparedTo, calendar) : period.before?.()
  if (comparedTo === undefined) return undefined
  return {
    ...{ operation, measure, includeBots, comparedTo, period },
    timezone: calendar.zone,
    link: data.link === null ? null : { text: data.link },
    filters,
    dimension: operation === 'breakdown' ? dimension : null,
    unit: operation === 'timeseries' ? (data.unit ?? 'auto') : 'auto',
    order: operation === 'timeseries' ? order : (order ?? 'most'),
    limit: limit ?? (operation === 'timeseries' ? mostRows : 10),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function filtersOf(filters: Choice['filters']): Plan['filters'] {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null)) as Plan['filters']
}

function periodOf(from: string | null, to: string | null, calendar: Calendar): Period {
  if (from === null && to === null) return calendar.always
  const day = (text: string) => {
    const [year = 1, month = 1, date = 1] = text.split('-').map(Number)
    return calendar.day({ year, month, day: date })
  }
  const [first, last] = [from === null ? null : day(from), to === null ? null : day(to)]
  if (first && from === to) return first
  const isOver = last?.to != null && last.to < calendar.end
  return calendar.between(first?.from ?? null, isOver ? last.to : null)
}
