import { html } from 'ghtml'
import { renderBadge } from '../../../../platform/web/icons.ts'
import type { Language } from '../../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../../platform/web/page.ts'
import type { SharedStats, SharedStatsCount } from '../public/shared-stats.types.ts'
import { renderBarList } from './bar-list.ts'
import { statsPageStyle } from './stats-page-style.ts'
import { type Notice, statsPageTexts } from './stats-page-texts.ts'
import { renderTimeLine } from './time-line.ts'
import { type NameOf, nameOfCountry, nameOfDevice, nameOfReferrer, nameOfValue } from './value-names.ts'
import { renderWorldMap } from './world-map.ts'

export interface StatsPageOptions {
  /** Whether countries come from the file of DB-IP, which wants to be named. */
  readonly hasBundledCountries: boolean
}

/** The page with shared statistics. It has its plots inside, no script, and nothing that identifies a link. */
export function renderStatsPage(lang: Language, stats: SharedStats, { hasBundledCountries }: StatsPageOptions): Page {
  const texts = statsPageTexts[lang]
  const heading = texts.heading[stats.subject]
  return renderPage({
    status: 200,
    lang,
    title: stats.title ?? heading,
    style: statsPageStyle,
    body: html`<header>
!${stats.title === null ? '' : html`<p class="kind">${heading}</p>`}
<h1 dir="auto">${stats.title ?? heading}</h1>
<p>${describePeriod(lang, stats)}</p>
</header>
!${renderTotals(lang, stats)}
!${stats.totalClicks === 0 ? html`<p class="panel">${texts.empty}</p>` : renderPlots(lang, stats)}`,
    footer: html`<footer class="notes">!${listNotes(lang, stats).map((note) => html`<p>${note}</p>`)}
!${hasBundledCountries && hasValues(stats.countries) ? html`<p><a href="https://db-ip.com" rel="noreferrer">${texts.countrySource}</a></p>` : ''}</footer>`,
  })
}

/** The days of the period in its time zone, and when it was counted. */
function describePeriod(lang: Language, { from, to, timezone: timeZone, timeseries, computedAt }: SharedStats): string {
  const texts = statsPageTexts[lang]
  const first = from ?? timeseries[0]?.timestamp
  // The period does not include its end.
  const last = new Date(Math.min((to ?? computedAt).getTime() - 1, computedAt.getTime()))
  const days = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone })
  const period = first && first <= last ? days.formatRange(first, last) : texts.allTime
  const time = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return `${period} · ${texts.asOf(time.format(computedAt))} (${timeZone})`
}

function renderTotals(lang: Language, { totalClicks, uniqueVisitors, countries }: SharedStats): string {
  const texts = statsPageTexts[lang]
  const count = new Intl.NumberFormat(lang)
  const named = countries.filter(({ name }) => /^[A-Z]{2}$/.test(name)).length
  const facts = [
    [texts.clicks, totalClicks],
    ...(uniqueVisitors === null ? [] : [[texts.visitors, uniqueVisitors] as const]),
    ...(named === 0 ? [] : [[texts.countries, named] as const]),
  ] as const
  return html`<section class="panel" aria-label="${texts.totals}"><dl class="numbers">
!${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${count.format(value)}</dd></div>`)}
</dl></section>`
}

function renderPlots(lang: Language, stats: SharedStats): string {
  const texts = statsPageTexts[lang]
  const { totalClicks, links } = stats
  const list = (title: string, rows: readonly SharedStatsCount[], nameOf: NameOf = nameOfValue) =>
    hasValues(rows) ? renderPanel(title, renderBarList({ lang, rows, totalClicks, nameOf })) : ''
  const linkRows = links?.map(({ title, clicks }) => ({ name: title, clicks })) ?? []
  return html`!${renderPanel(texts.timeline, renderTimeLine(lang, stats))}
!${renderPlaces(lang, stats)}
!${list(texts.links, linkRows, (_lang, name) => name)}
<div class="lists">
!${list(texts.referrers, stats.referrers, nameOfReferrer)}
!${list(texts.devices, stats.devices, nameOfDevice)}
!${list(texts.browsers, stats.browsers)}
!${list(texts.systems, stats.operatingSystems)}
</div>`
}

/** A list with only a rest is left out, because it says nothing. */
function hasValues(rows: readonly SharedStatsCount[]): boolean {
  return rows.some(({ name }) => name !== 'Other')
}

/** A map beside the list of countries; only the list when no location is known. */
function renderPlaces(lang: Language, stats: SharedStats): string {
  const texts = statsPageTexts[lang]
  const { countries, totalClicks } = stats
  const list = renderBarList({ lang, rows: countries, totalClicks, nameOf: nameOfCountry })
  const map = renderWorldMap(lang, stats)
  if (map === '') return hasValues(countries) ? renderPanel(texts.byCountry, list) : ''
  return renderPanel(
    texts.map,
    html`<div class="pair">!${map}
!${list}</div>`,
  )
}

function renderPanel(title: string, body: string): string {
  return html`<section class="panel"><h2>${title}</h2>
!${body}</section>`
}

function listNotes(lang: Language, { uniqueVisitors, uniqueVisitorsPartial }: SharedStats): readonly string[] {
  const { notes, partialVisitors } = statsPageTexts[lang]
  return uniqueVisitors !== null && uniqueVisitorsPartial ? [...notes, partialVisitors] : notes
}

/** Status 404, for an address that was never given out. */
export function missingStatsPage(lang: Language): Page {
  return renderNotice(lang, 404, statsPageTexts[lang].missing)
}

/** Status 410, for a page that has expired or was closed. */
export function goneStatsPage(lang: Language): Page {
  return renderNotice(lang, 410, statsPageTexts[lang].gone)
}

function renderNotice(lang: Language, status: number, { title, why, next }: Notice): Page {
  return renderPage({
    status,
    lang,
    title,
    body: html`!${renderBadge('chart')}
<h1>${title}</h1>
<p>${why}</p>
<p class="next">${next}</p>`,
  })
}
