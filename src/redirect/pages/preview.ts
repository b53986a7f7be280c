import { html } from 'ghtml'
import type { Language } from '../../server/language.ts'
import { type Page, page } from '../../server/page.ts'
import { contactMarkup } from './contact.ts'
import { type PreviewWords, previewWords } from './preview.words.ts'

/** As much of a link as somebody may know who has not opened it. */
export type Previewed =
  | { readonly kind: 'locked' }
  | { readonly kind: 'withheld'; readonly title: string; readonly createdAt: Date }
  | { readonly kind: 'open'; readonly title: string; readonly createdAt: Date; readonly destination: string }

export interface PreviewPageOptions {
  readonly previewed: Previewed
  /** Where the link itself is opened, on this host. */
  readonly address: string
  /** The operator's e-mail or web address for reports, or null when none is configured. */
  readonly contact: string | null
}

/** Status 200: what a link is and where it leads, for somebody who would rather know before opening it. */
export function previewPage(lang: Language, { previewed, address, contact }: PreviewPageOptions): Page {
  const words = previewWords[lang]
  return page({
    status: 200,
    lang,
    title: words.tab,
    body: html`!${aboutMarkup(previewed, words, lang)}
<a class="button" href="${address}">${words.open}</a>
<p class="next">${words.service}</p>
!${contact === null ? '' : html`<p>!${words.report(contactMarkup(contact))}</p>`}`,
  })
}

function aboutMarkup(previewed: Previewed, words: PreviewWords, lang: Language): string {
  if (previewed.kind === 'locked') {
    return html`<h1>${words.locked}</h1>
<p class="notice">${words.whyLocked}</p>`
  }
  const created = html`<div><dt>${words.created}</dt><dd>!${dayMarkup(previewed.createdAt, lang)}</dd></div>`
  if (previewed.kind === 'withheld') {
    return html`<h1 dir="auto">${previewed.title}</h1>
<p class="notice">${words.whyWithheld}</p>
<dl class="facts">
!${created}
</dl>`
  }
  const { title, destination } = previewed
  return html`<h1>!${words.leads(html`<span class="name">${new URL(destination).host}</span>`)}</h1>
<dl class="facts">
<div><dt>${words.title}</dt><dd dir="auto">${title}</dd></div>
<div><dt>${words.destination}</dt><dd dir="ltr">${destination}</dd></div>
!${created}
</dl>`
}

/** Nobody knows where the visitor is, so the day is that of UTC and says so. */
function dayMarkup(instant: Date, lang: Language): string {
  const day = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(instant)
  return html`<time datetime="${instant.toISOString()}">${day}</time> (UTC)`
}
