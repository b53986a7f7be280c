import { domainToUnicode } from 'node:url'
import { html } from 'ghtml'
import { renderBadge } from '../../../../platform/web/icons.ts'
import { formatDay, type Language } from '../../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../../platform/web/page.ts'
import { markup, translator } from '../../../../platform/web/texts.ts'
import { renderContact } from './blocked-page.ts'

/** What a visitor may see of a link before opening it. */
export type LinkPreview =
  | { readonly kind: 'locked' }
  | { readonly kind: 'withheld'; readonly title: string; readonly createdAt: Date }
  | { readonly kind: 'open'; readonly title: string; readonly createdAt: Date; readonly destination: string }

export interface PreviewPageOptions {
  readonly linkPreview: LinkPreview
  /** The path that opens the link. */
  readonly address: string
  readonly code: string
  /** The operator's e-mail or web address for reports, or null when none is configured. */
  readonly contact: string | null
}

/** Status 200: the title, destination and age of a link. */
export function previewPage(lang: Language, { linkPreview, address, code, contact }: PreviewPageOptions): Page {
  const t = translator(lang)
  return renderPage({
    status: 200,
    lang,
    title: t('page.preview.tab'),
    body: html`!${renderDetails(linkPreview, lang)}
<a class="button" href="${address}">${t('page.preview.open')}</a>
<p class="next">${t('page.preview.service')}</p>
<p class="link"><a href="/report?link=${code}">${t('page.preview.reportLink')}</a></p>
!${contact === null ? '' : html`<p>!${t.html('page.preview.report', { contact: markup(renderContact(contact, `${t('page.preview.reportLink')}: ${code}`)) })}</p>`}`,
  })
}

function renderDetails(linkPreview: LinkPreview, lang: Language): string {
  const t = translator(lang)
  if (linkPreview.kind === 'locked') {
    return html`!${renderBadge('lock')}
<h1>${t('page.preview.locked')}</h1>
<p class="notice">${t('page.preview.whyLocked')}</p>`
  }
  const created = html`<div><dt>${t('page.preview.created')}</dt><dd>!${renderDay(linkPreview.createdAt, lang)}</dd></div>`
  if (linkPreview.kind === 'withheld') {
    return html`!${renderBadge('eye')}
<h1 dir="auto">${linkPreview.title}</h1>
<p class="notice">${t('page.preview.whyWithheld')}</p>
<dl class="facts">
!${created}
</dl>`
  }
  const { title, destination } = linkPreview
  const { host, hostname } = new URL(destination)
  return html`!${renderBadge('eye')}
<h1>!${t.html('page.preview.leads', { host: markup(html`<span class="name" dir="ltr">${host}</span>`) })}</h1>
!${isInternational(hostname) ? html`<p class="notice warning">${t('page.preview.lookalike')}</p>` : ''}
<dl class="facts">
<div><dt>${t('page.preview.title')}</dt><dd dir="auto">${title}</dd></div>
!${isInternational(hostname) ? html`<div><dt>${t('page.preview.spelled')}</dt><dd dir="auto">${domainToUnicode(hostname)}</dd></div>` : ''}
<div><dt>${t('page.preview.destination')}</dt><dd dir="ltr">!${renderAddress(destination, host)}</dd></div>
!${created}
</dl>`
}

/** Whether the host has letters beyond ASCII. Such a host is shown in Punycode, which imitates no other name. */
function isInternational(hostname: string): boolean {
  return /(^|\.)xn--/.test(hostname)
}

/** An address whose host stands out, because long paths are made to look like hosts (an HTML fragment). */
function renderAddress(address: string, host: string): string {
  const start = address.indexOf(host)
  if (start < 0) return html`${address}`
  return html`${address.slice(0, start)}<strong>${host}</strong>${address.slice(start + host.length)}`
}

/** The time zone of the visitor is unknown, so the day is in UTC and is marked as such. */
function renderDay(instant: Date, lang: Language): string {
  const day = formatDay(lang, instant)
  return html`<time datetime="${instant.toISOString()}">${day}</time> (UTC)`
}
