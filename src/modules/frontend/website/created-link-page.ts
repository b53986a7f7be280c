import { html } from 'ghtml'
import { copyScript } from '../../../platform/web/copy-script.ts'
import { renderBadge } from '../../../platform/web/icons.ts'
import { formatInstant, type Language, type Translations } from '../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../platform/web/page.ts'
import { createdLinkStyle } from './created-link-style.ts'

const english = {
  heading: 'Your short link is ready',
  address: 'Short address',
  copy: 'Copy',
  copied: 'Copied',
  /** Text for browsers that do not let a page copy. */
  selected: 'The address is selected. Copy it now.',
  /** Text for visitors without scripts. */
  tap: 'Tap the address to select all of it.',
  /** `until` is a formatted date and time. */
  works: (until: string) => `It works until ${until}.`,
  open: 'Open the link',
  preview: 'See where it leads',
  picture: (address: string) => `QR code for ${address}`,
  qr: 'Download its QR code',
  another: 'Shorten another address',
}

export const createdLinkTexts: Translations<typeof english> = {
  en: english,
  de: {
    heading: 'Ihr kurzer Link ist fertig',
    address: 'Kurze Adresse',
    copy: 'Kopieren',
    copied: 'Kopiert',
    selected: 'Die Adresse ist markiert. Kopieren Sie sie jetzt.',
    tap: 'Tippen Sie auf die Adresse, um sie ganz zu markieren.',
    works: (until) => `Er gilt bis zum ${until}.`,
    open: 'Link öffnen',
    preview: 'Ansehen, wohin er führt',
    picture: (address) => `QR-Code für ${address}`,
    qr: 'QR-Code herunterladen',
    another: 'Noch eine Adresse kürzen',
  },
  fr: {
    heading: 'Votre lien court est prêt',
    address: 'Adresse courte',
    copy: 'Copier',
    copied: 'Copié',
    selected: 'L’adresse est sélectionnée. Copiez-la maintenant.',
    tap: 'Touchez l’adresse pour la sélectionner en entier.',
    works: (until) => `Il fonctionne jusqu’au ${until}.`,
    open: 'Ouvrir le lien',
    preview: 'Voir où il mène',
    picture: (address) => `Code QR de ${address}`,
    qr: 'Télécharger son code QR',
    another: 'Raccourcir une autre adresse',
  },
  es: {
    heading: 'Su enlace corto está listo',
    address: 'Dirección corta',
    copy: 'Copiar',
    copied: 'Copiada',
    selected: 'La dirección está seleccionada. Cópiela ahora.',
    tap: 'Toque la dirección para seleccionarla entera.',
    works: (until) => `Funciona hasta el ${until}.`,
    open: 'Abrir el enlace',
    preview: 'Ver adónde lleva',
    picture: (address) => `Código QR de ${address}`,
    qr: 'Descargar su código QR',
    another: 'Acortar otra dirección',
  },
}

export interface CreatedLinkPageOptions {
  readonly lang: Language
  readonly code: string
  readonly shortUrl: string
  readonly expiresAt: Date
}

/**
 * The page of a new link without an account: its short URL to copy, its QR code, its expiry, and its preview. The
 * button that copies appears when scripts run, and is allowed by the hash of its script. Without the button, one tap
 * selects the address.
 */
export function createdLinkPage({ lang, code, shortUrl, expiresAt }: CreatedLinkPageOptions): Page {
  const texts = createdLinkTexts[lang]
  const until = formatInstant(lang, expiresAt)
  return renderPage({
    status: 200,
    title: `${texts.heading} – Tack`,
    lang,
    style: createdLinkStyle,
    script: copyScript,
    body: html`<div class="result">
<div>
!${renderBadge('check')}
<h1>${texts.heading}</h1>
<label for="shortUrl">${texts.address}</label>
<output class="address" id="shortUrl" dir="ltr">${shortUrl}</output>
<button id="copy" type="button" data-source="shortUrl" data-focus="yes" data-copied="${texts.copied}" data-selected="${texts.selected}" hidden>${texts.copy}</button>
<p class="hint" id="status" role="status">${texts.tap}</p>
<a class="button secondary" href="${shortUrl}">${texts.open}</a>
<p class="hint" id="works">${texts.works(until)}</p>
</div>
<div class="code">
<img src="${code}/qr.svg" alt="${texts.picture(shortUrl)}" width="240" height="240">
<p class="link"><a href="${shortUrl}/qr">${texts.qr}</a></p>
</div>
</div>
<ul class="links next">
<li><a href="${shortUrl}+">${texts.preview}</a></li>
<li><a href="?">${texts.another}</a></li>
</ul>`,
  })
}
