import { html } from 'ghtml'
import type { Language } from '../../server/language.ts'
import { type Page, page } from '../../server/page.ts'
import { madeTexts } from './made.texts.ts'

export interface MadePageOptions {
  readonly lang: Language
  readonly shortUrl: string
  readonly expiresAt: Date
}

/** A link that was made without an account: its address to take along, how long it works, and what can be done with it. */
export function madePage({ lang, shortUrl, expiresAt }: MadePageOptions): Page {
  const texts = madeTexts[lang]
  const instant = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  const until = `${instant.format(expiresAt)} UTC`
  return page({
    status: 200,
    title: `${texts.heading} – Tack`,
    lang,
    body: html`<h1>${texts.heading}</h1>
<label for="shortUrl">${texts.address}</label>
<input id="shortUrl" value="${shortUrl}" readonly autofocus aria-describedby="works">
<p class="hint" id="works">${texts.works(until)}</p>
<a class="button" href="${shortUrl}">${texts.open}</a>
<ul>
<li><a href="${shortUrl}+">${texts.preview}</a></li>
<li><a href="${shortUrl}/qr">${texts.qr}</a></li>
</ul>
<p class="next"><a href="?">${texts.another}</a></p>`,
  })
}
