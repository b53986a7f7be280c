import { html } from 'ghtml'
import type { Language, Translations } from '../../platform/web/language.ts'
import { type Page, renderPage } from '../../platform/web/page.ts'

const english = {
  heading: 'Your short link is ready',
  address: 'Short address',
  /** `until` is a formatted date and time. */
  works: (until: string) => `It works until ${until}.`,
  open: 'Open the link',
  preview: 'See where it leads',
  qr: 'Get its QR code',
  another: 'Shorten another address',
}

export const createdLinkTexts: Translations<typeof english> = {
  en: english,
  de: {
    heading: 'Ihr kurzer Link ist fertig',
    address: 'Kurze Adresse',
    works: (until) => `Er gilt bis zum ${until}.`,
    open: 'Link öffnen',
    preview: 'Ansehen, wohin er führt',
    qr: 'QR-Code dazu',
    another: 'Noch eine Adresse kürzen',
  },
  fr: {
    heading: 'Votre lien court est prêt',
    address: 'Adresse courte',
    works: (until) => `Il fonctionne jusqu’au ${until}.`,
    open: 'Ouvrir le lien',
    preview: 'Voir où il mène',
    qr: 'Obtenir son code QR',
    another: 'Raccourcir une autre adresse',
  },
  es: {
    heading: 'Su enlace corto está listo',
    address: 'Dirección corta',
    works: (until) => `Funciona hasta el ${until}.`,
    open: 'Abrir el enlace',
    preview: 'Ver adónde lleva',
    qr: 'Obtener su código QR',
    another: 'Acortar otra dirección',
  },
}

export interface CreatedLinkPageOptions {
  readonly lang: Language
  readonly shortUrl: string
  readonly expiresAt: Date
}

/** The page of a new link without an account: its short URL, its expiry, and links to preview and QR code. */
export function createdLinkPage({ lang, shortUrl, expiresAt }: CreatedLinkPageOptions): Page {
  const texts = createdLinkTexts[lang]
  const instant = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  const until = `${instant.format(expiresAt)} UTC`
  return renderPage({
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
