import { html } from 'ghtml'
import type { Language } from '../../../../platform/web/language.ts'
import { translator } from '../../../../platform/web/texts.ts'
import type { SharedStats, SharedStatsBucket } from '../public/shared-stats.types.ts'
import { toPercent } from './bar-list.ts'

/** In pixels. Widths are parts of the page, so that texts keep their size on a phone. */
const plot = { top: 12, baseline: 190, height: 216 } as const

/** The least number of bars from which the width of a bar is computed. */
const minSlots = 7

const maxLabels = 3

const hourMs = 3_600_000

/** The time line as bars: an SVG with a description, and the same as a table. */
export function renderTimeLine(lang: Language, { timeseries, timezone }: SharedStats): string {
  const t = translator(lang)
  const unit = findUnit(timeseries)
  const formats = createFormats(lang, timezone, unit)
  const count = new Intl.NumberFormat(lang)
  const highest = timeseries.reduce((a, b) => (b.clicks > a.clicks ? b : a))
  const ticks = chooseTicks(highest.clicks)
  const top = ticks.at(-1) ?? 1
  const toY = (clicks: number) => round(plot.baseline - (clicks / top) * (plot.baseline - plot.top))
  const slots = Math.max(timeseries.length, minSlots)
  const toX = (index: number) => (index + (slots - timeseries.length) / 2) / slots
  const bars = timeseries.flatMap(({ timestamp, clicks, isPartial }, index) => {
    if (clicks === 0) return []
    const y = toY(clicks)
    const title = `${formats.full.format(timestamp)}: ${count.format(clicks)}`
    return [
      html`<rect!${isPartial ? ' class="partial"' : ''} x="${toPercent(toX(index + 0.14))}" y="${y}" width="${toPercent(0.72 / slots)}" height="${round(plot.baseline - y)}" rx="2"><title>${title}</title></rect>`,
    ]
  })
  const lines = ticks.map((tick) => html`<line x2="100%" y1="${toY(tick)}" y2="${toY(tick)}"/>`)
  const labels = chooseLabels(timeseries.length, slots).map((index) => {
    const anchor = toX(index + 0.5) < 0.15 ? 'start' : toX(index + 0.5) > 0.85 ? 'end' : 'middle'
    const at = { start: toX(index), middle: toX(index + 0.5), end: toX(index + 1) }[anchor]
    return html`<text x="${toPercent(at)}" y="${plot.height - 5}" text-anchor="${anchor}">${formats.short.format((timeseries[index] as SharedStatsBucket).timestamp)}</text>`
  })
  const tickTexts = ticks.map((tick) => count.format(tick))
  const tickWidth = 10 + 7.5 * Math.max(...tickTexts.map(({ length }) => length))
  const scale = ticks.map(
    (tick, index) =>
      html`<text x="${tickWidth - 10}" y="${toY(tick) + 4}" text-anchor="end">${tickTexts[index] ?? ''}</text>`,
  )
  const summary = t('page.stats.timelineSummary', {
    highest: count.format(highest.clicks),
    when: formats.full.format(highest.timestamp),
  })
  return html`<div class="plot">
<svg width="${tickWidth}" height="${plot.height}" aria-hidden="true">!${scale.join('')}</svg>
<svg class="line" role="img" aria-labelledby="line-title line-text" width="100%" height="${plot.height}"><title id="line-title">${t('page.stats.timeline')}</title><desc id="line-text">${summary}</desc>!${lines.join('')}!${bars.join('')}<g aria-hidden="true">!${labels.join('')}</g></svg>
</div>
!${renderTable(lang, timeseries, formats.full)}`
}

function renderTable(lang: Language, buckets: readonly SharedStatsBucket[], format: Intl.DateTimeFormat): string {
  const t = translator(lang)
  const count = new Intl.NumberFormat(lang)
  const rows = buckets
    .filter(({ clicks }) => clicks > 0)
    .map(({ timestamp, clicks }) => html`<tr><td>${format.format(timestamp)}</td><td>${count.format(clicks)}</td></tr>`)
  return html`<details><summary>${t('page.stats.table')}</summary>
<table><thead><tr><th scope="col">${t('page.stats.time')}</th><th scope="col">${t('page.stats.clicks')}</th></tr></thead><tbody>
!${rows.join('\n')}
</tbody></table></details>`
}

type Unit = 'hour' | 'day' | 'week' | 'month'

/** The length of the buckets. Clock changes and short months make some buckets a little longer or shorter. */
function findUnit(buckets: readonly SharedStatsBucket[]): Unit {
  const starts = buckets.map(({ timestamp }) => timestamp.getTime())
  const hours = ((starts.at(-1) ?? 0) - (starts[0] ?? 0)) / Math.max(starts.length - 1, 1) / hourMs
  if (hours < 12) return 'hour'
  if (hours < 100) return 'day'
  return hours < 400 ? 'week' : 'month'
}

function createFormats(lang: Language, timeZone: string, unit: Unit) {
  const options: Record<Unit, readonly [short: Intl.DateTimeFormatOptions, full: Intl.DateTimeFormatOptions]> = {
    hour: [
      { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
      { dateStyle: 'medium', timeStyle: 'short' },
    ],
    day: [{ day: 'numeric', month: 'short' }, { dateStyle: 'medium' }],
    week: [{ day: 'numeric', month: 'short', year: 'numeric' }, { dateStyle: 'medium' }],
    month: [
      { month: 'short', year: 'numeric' },
      { month: 'long', year: 'numeric' },
    ],
  }
  const [short, full] = options[unit]
  return {
    short: new Intl.DateTimeFormat(lang, { ...short, timeZone }),
    full: new Intl.DateTimeFormat(lang, { ...full, timeZone }),
  }
}

/** From 0 to at least the highest value, in steps of 1, 2 or 5 of a power of ten. */
export function chooseTicks(highest: number): readonly number[] {
  const rough = Math.max(highest, 1) / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? 1)
  return Array.from({ length: Math.ceil(Math.max(highest, 1) / step) + 1 }, (_, index) => index * step)
}

/**
 * The first bucket, the last bucket and one between them, because a phone has no space for more labels below the bars.
 */
function chooseLabels(length: number, slots: number): readonly number[] {
  const labels = Math.floor((maxLabels * length) / slots)
  if (labels < 2) return [0]
  return Array.from({ length: labels }, (_, index) => Math.round((index * (length - 1)) / (labels - 1)))
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
