import { defineIssue } from '../../../../platform/shared/field-issue.ts'
import { InvalidParams } from '../../../../platform/shared/general.errors.ts'
import { type ImportedRule, unreadableRules } from '../../../publishing/links/index.ts'
import { isAbsent } from './absent-values.ts'

const notAPercent = defineIssue('NOT_A_PERCENT', 'must be a whole number of percent')

/** The texts of a row from which rules are read. */
export interface RuleTexts {
  /** The rules of our own export as JSON. */
  readonly rules: string | null
  readonly iosUrl: string | null
  readonly androidUrl: string | null
  /** Destinations by countries, as JSON. */
  readonly geoUrls: string | null
  /** Destinations by countries, from columns such as `geo.DE`. */
  readonly geoColumns: readonly (readonly [country: string, destination: string])[]
  /** Variants with `url` and `percentage`, as JSON. */
  readonly variants: string | null
  readonly splitUrl: string | null
  readonly splitPercent: string | null
}

/**
 * Reads the rules of a link. Throws `InvalidParams` for texts that have no meaning: without its rules, a link would
 * lead elsewhere.
 */
export function readRules(texts: RuleTexts): ImportedRule[] {
  const geo = [...Object.entries(readObject(texts.geoUrls, 'geo') ?? {}), ...texts.geoColumns]
  return [
    ...(readList(texts.rules, 'rules') as ImportedRule[]),
    ...deviceRule('ios', texts.iosUrl),
    ...deviceRule('android', texts.androidUrl),
    ...geo.flatMap(([country, destination]) => geoRule(country, destination)),
    ...readVariants(texts.variants),
    ...readSplit(texts),
  ]
}

function deviceRule(device: string, destination: string | null): ImportedRule[] {
  return destination === null || isAbsent(destination) ? [] : [{ kind: 'device', device, destination }]
}

function geoRule(country: string, destination: unknown): ImportedRule[] {
  if (typeof destination !== 'string' || isAbsent(destination)) return []
  return [{ kind: 'geo', matchType: 'country', values: [country], destination }]
}

function readVariants(text: string | null): ImportedRule[] {
  return readList(text, 'testVariants').map((each, index) => {
    const { url, percentage } = (each ?? {}) as Readonly<Record<string, unknown>>
    return toVariant(`Variant ${index + 1}`, Number(percentage), String(url ?? ''))
  })
}

/** Short.io sends a part of the visitors to another address. */
function readSplit({ splitUrl, splitPercent }: RuleTexts): ImportedRule[] {
  if (splitUrl === null || isAbsent(splitUrl)) return []
  const percent = splitPercent === null || isAbsent(splitPercent) ? 50 : Number(splitPercent)
  if (percent === 0) return []
  const split = toVariant('Split', percent, splitUrl)
  return percent === 100 ? [split] : [{ kind: 'split', name: 'Original', weight: 100 - percent }, split]
}

function toVariant(name: string, percent: number, destination: string): ImportedRule {
  const isPercent = Number.isInteger(percent) && percent >= 1 && percent <= 100
  if (!isPercent) throw InvalidParams.forField('splitPercent', notAPercent())
  return { kind: 'split', name, weight: percent, destination }
}

function readList(text: string | null, field: string): unknown[] {
  const value = readJson(text, field)
  if (value === null) return []
  if (Array.isArray(value) && value.every((each) => typeof each === 'object' && each !== null)) return value
  throw InvalidParams.forField(field, unreadableRules({ need: 'be a list of objects' }))
}

function readObject(text: string | null, field: string): object | null {
  const value = readJson(text, field)
  if (value === null || (typeof value === 'object' && !Array.isArray(value))) return value as object | null
  throw InvalidParams.forField(field, unreadableRules({ need: 'be an object with a destination for each country' }))
}

function readJson(text: string | null, field: string): unknown {
  if (text === null || isAbsent(text)) return null
  try {
    return JSON.parse(text)
  } catch {
    throw InvalidParams.forField(field, unreadableRules({ need: 'be JSON' }))
  }
}
