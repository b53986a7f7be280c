import { html } from 'ghtml'
import { renderBadge } from '../../../../platform/web/icons.ts'
import type { Language } from '../../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../../platform/web/page.ts'
import { translator } from '../../../../platform/web/texts.ts'
import type { SharedStats, SharedStatsCount } from '../public/shared-stats.types.ts'
import { renderBarList } from './bar-list.ts'
import { statsPageStyle } from './stats-page-style.ts'
import { renderTimeLine } from './time-line.ts'
import { type NameOf, nameOfCountry, nameOfDevice, nameOfReferrer, nameOfValue } from './value-names.ts'
import { renderWorldMap } from './world-map.ts'

export interface StatsPageOptions {
  /** Whether countries come from the file of DB-IP, which wants to be named. */
  readonly hasBundledCountries: boolean
}

/** The page with shared statistics. It has its plots inside, no script, and nothing that identifies a link. */
export function renderStatsPage(lang: Language, stats: SharedStats, { hasBundledCountries }: StatsPageOptions): Page {
  const t = translator(lang)
  const heading = t(`page.stats.heading.${stats.subject}`)
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
!${stats.totalClicks === 0 ? html`<p class="panel">${t('page.stats.empty')}</p>` : renderPlots(lang, stats)}`,
    footer: html`<footer class="notes">!${listNotes(lang, stats).map((note) => html`<p>${note}</p>`)}
!${hasBundledCountries && hasValues(stats.countries) ? html`<p><a href="https://db-ip.com" rel="noreferrer">${t('page.stats.countrySource')}</a></p>` : ''}</footer>`,
  })
}

/** The days of the period in its time zone, and when it was counted. */
function describePeriod(lang: Language, { from, to, timezone: timeZone, timeseries, computedAt }: SharedStats): string {
  const t = translator(lang)
  const first = from ?? timeseries[0]?.timestamp
  // The period does not include its end.
  const last = new Date(Math.min((to ?? computedAt).getTime() - 1, computedAt.getTime()))
  const days = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone })
  const period = first && first <= last ? days.formatRange(first, last) : t('page.stats.allTime')
  const time = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return `${period} · ${t('page.stats.asOf', { time: time.format(computedAt) })} (${timeZone})`
}

function renderTotals(lang: Language, { totalClicks, uniqueVisitors, countries }: SharedStats): string {
  const t = translator(lang)
  const count = new Intl.NumberFormat(lang)
  const named = countries.filter(({ name }) => /^[A-Z]{2}$/.test(name)).length
  const facts = [
    [t('page.stats.clicks'), totalClicks],
    ...(uniqueVisitors === null ? [] : [[t('page.stats.visitors'), uniqueVisitors] as const]),
    ...(named === 0 ? [] : [[t('page.stats.countries'), named] as const]),
  ] as const
  return html`<section class="panel" aria-label="${t('page.stats.totals')}"><dl class="numbers">
!${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${count.format(value)}</dd></div>`)}
</dl></section>`
}

function renderPlots(lang: Language, stats: SharedStats): string {
  const t = translator(lang)
  const { totalClicks, links } = stats
  const list = (title: string, rows: readonly SharedStatsCount[], nameOf: NameOf = nameOfValue) =>
    hasValues(rows) ? renderPanel(title, renderBarList({ lang, rows, totalClicks, nameOf })) : ''
  const linkRows = links?.map(({ title, clicks }) => ({ name: title, clicks })) ?? []
  return html`!${renderPanel(t('page.stats.timeline'), renderTimeLine(lang, stats))}
!${renderPlaces(lang, stats)}
!${list(t('page.stats.links'), linkRows, (_lang, name) => name)}
<div class="lists">
!${list(t('page.stats.referrers'), stats.referrers, nameOfReferrer)}
!${list(t('page.stats.devices'), stats.devices, nameOfDevice)}
!${list(t('page.stats.browsers'), stats.browsers)}
!${list(t('page.stats.systems'), stats.operatingSystems)}
</div>`
}

/** A list with only a rest is left out, because it says nothing. */
function hasValues(rows: readonly SharedStatsCount[]): boolean {
  return rows.some(({ name }) => name !== 'Other')
}

/** A map beside the list of countries; only the list when no location is known. */
function renderPlaces(lang: Language, stats: SharedStats): string {
  const t = translator(lang)
  const { countries, totalClicks } = stats
  const list = renderBarList({ lang, rows: countries, totalClicks, nameOf: nameOfCountry })
  const map = renderWorldMap(lang, stats)
  if (map === '') return hasValues(countries) ? renderPanel(t('page.stats.byCountry'), list) : ''
  return renderPanel(
    t('page.stats.map'),
    html`<div class="pair">!${map}
!${list}</div>`,
  )
}

function renderPanel(title: string, body: string): string {
  return html`<section class="panel"><h2>${title}</h2>
!${body}</section>`
}

function listNotes(lang: Language, { uniqueVisitors, uniqueVisitorsPartial }: SharedStats): readonly string[] {
  const t = translator(lang)
  const notes = [t('page.stats.notes.1'), t('page.stats.notes.2')]
  return uniqueVisitors !== null && uniqueVisitorsPartial ? [...notes, t('page.stats.partialVisitors')] : notes
}

/** Status 404, for an address that was never given out. */
export function missingStatsPage(lang: Language): Page {
  return renderNotice(lang, 404, 'missing')
}

/** Status 410, for a page that has expired or was closed. */
export function goneStatsPage(lang: Language): Page {
  return renderNotice(lang, 410, 'gone')
}

function renderNotice(lang: Language, status: number, notice: 'missing' | 'gone'): Page {
  const t = translator(lang)
  const title = t(`page.stats.${notice}.title`)
  return renderPage({
    status,
    lang,
    title,
    body: html`!${renderBadge('chart')}
<h1>${title}</h1>
<p>${t(`page.stats.${notice}.why`)}</p>
<p class="next">${t(`page.stats.${notice}.next`)}</p>`,
  })
}
