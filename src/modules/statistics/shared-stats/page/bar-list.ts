import { html } from 'ghtml'
import type { Language } from '../../../../platform/web/language.ts'
import type { SharedStatsCount } from '../public/shared-stats.types.ts'
import type { NameOf } from './value-names.ts'

/** The most bars of a list. The rest is one more bar. */
const maxBars = 10

/** The value for the clicks that belong to no other value of a list. */
const restName = 'Other'

export interface BarListOptions {
  readonly lang: Language
  readonly rows: readonly SharedStatsCount[]
  readonly totalClicks: number
  readonly nameOf: NameOf
}

/**
 * A list of values with their clicks, their share of all clicks, and a bar that shows the share. The texts say
 * everything that the bars show. The longest bar has the full width. The bar of the rest is pale, because it stands for
 * no particular value.
 */
export function renderBarList({ lang, rows, totalClicks, nameOf }: BarListOptions): string {
  const bars = mergeRest(rows)
  const named = bars.filter(({ name }) => name !== restName)
  const longest = Math.max(...(named.length > 0 ? named : bars).map(({ clicks }) => clicks), 1)
  const count = new Intl.NumberFormat(lang)
  const percent = new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: 0 })
  const items = bars.map(({ name, clicks }) => {
    const share = percent.format(clicks / Math.max(totalClicks, 1))
    const width = toPercent(Math.min(clicks / longest, 1))
    const kind = name === restName ? ' rest' : ''
    return html`<li><span class="value" dir="auto">${nameOf(lang, name)}</span> <span class="count">${count.format(clicks)} <small>${share}</small></span><svg class="bar${kind}" aria-hidden="true"><rect class="track" width="100%" height="100%" rx="4"/><rect width="${width}" height="100%" rx="4"/></svg></li>`
  })
  return html`<ul class="bars">!${items.join('\n')}</ul>`
}

function mergeRest(rows: readonly SharedStatsCount[]): readonly SharedStatsCount[] {
  const named = rows.filter(({ name }) => name !== restName)
  const shown = named.slice(0, maxBars)
  const sum = (some: readonly SharedStatsCount[]) => some.reduce((total, { clicks }) => total + clicks, 0)
  const rest = sum(rows) - sum(shown)
  return rest > 0 ? [...shown, { name: restName, clicks: rest }] : shown
}

/** A share as a length in an SVG. */
export function toPercent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`
}
