import { html } from 'ghtml'
import type { Language, Translations } from '../../../../platform/web/language.ts'
import { hashSource, type Page, renderPage } from '../../../../platform/web/page.ts'
import {
  type ActivePixel,
  buildPixelScript,
  isPixelId,
  pixelHosts,
  providerNames,
} from '../../../publishing/pixels/index.ts'

/** How long a visitor waits at most. */
const maxWaitMs = 1_000

/** Providers report a visit after their script has loaded; without requests for this time they are done. */
const quietMs = 200

/** The same policy as for a redirect of a link without privacy mode. Links in privacy mode have no pixels. */
const referrerPolicy = { 'referrer-policy': 'no-referrer-when-downgrade' }

interface PixelWords {
  readonly tab: string
  /** Takes and returns an HTML fragment. */
  readonly opening: (host: string) => string
  readonly why: (providers: string) => string
  readonly go: string
}

const pixelWords: Translations<PixelWords> = {
  en: {
    tab: 'Opening the link',
    opening: (host) => html`Opening !${host}`,
    why: (providers) => `The owner of this link measures visits with ${providers}. It takes at most a second.`,
    go: 'Continue',
  },
  de: {
    tab: 'Der Link wird geöffnet',
    opening: (host) => html`!${host} wird geöffnet`,
    why: (providers) => `Wem dieser Link gehört, misst Besuche mit ${providers}. Das dauert höchstens eine Sekunde.`,
    go: 'Weiter',
  },
  fr: {
    tab: 'Ouverture du lien',
    opening: (host) => html`Ouverture de !${host}`,
    why: (providers) =>
      `Le propriétaire de ce lien mesure les visites avec ${providers}. Cela prend une seconde au plus.`,
    go: 'Continuer',
  },
  es: {
    tab: 'Abriendo el enlace',
    opening: (host) => html`Abriendo !${host}`,
    why: (providers) =>
      `El propietario de este enlace mide las visitas con ${providers}. Tarda un segundo como máximo.`,
    go: 'Continuar',
  },
}

export interface PixelPageOptions {
  readonly pixels: readonly ActivePixel[]
  readonly destination: string
}

/**
 * Status 200: the page on which pixels run, and which goes on to the destination. Its policy names only the hosts of
 * these providers. The script is allowed by its hash, because a provider's script could pass a nonce on to other
 * scripts. Throws a `TypeError` for a destination that is not http or https.
 */
export function pixelPage(lang: Language, { pixels, destination }: PixelPageOptions): Page {
  const { tab, opening, why, go } = pixelWords[lang]
  const address = parseDestination(destination)
  const safePixels = selectPixels(pixels)
  const script = buildPixelScript({ pixels: safePixels, destination: address.href, maxWaitMs, quietMs })
  const hosts = (directive: 'script' | 'img' | 'connect') => [
    ...new Set(safePixels.flatMap(({ pixelType }) => pixelHosts[pixelType][directive])),
  ]
  return renderPage({
    status: 200,
    lang,
    title: tab,
    headers: referrerPolicy,
    csp: {
      'script-src': [hashSource(script), ...hosts('script')].join(' '),
      'img-src': ["'self'", ...hosts('img')].join(' '),
      'connect-src': hosts('connect').join(' ') || "'none'",
    },
    head: html`
<noscript><meta http-equiv="refresh" content="0; url=${address.href}"></noscript>`,
    body: html`<h1>!${opening(renderHost(address))}</h1>
<p>${why(listProviders(safePixels, lang))}</p>
<a class="button" href="${address.href}">${go}</a>
<script>!${script}</script>`,
  })
}

interface ConsentWords {
  readonly title: string
  /** Takes and returns HTML fragments. */
  readonly leads: (host: string) => string
  readonly why: (providers: string) => string
  readonly either: string
  /** A link to the page where an answer can be changed. */
  readonly change: string
  readonly allow: string
  readonly refuse: string
  readonly skip: string
}

const consentWords: Translations<ConsentWords> = {
  en: {
    title: 'May your visit be measured?',
    leads: (host) => html`This link leads to !${host}.`,
    why: (providers) =>
      `Its owner would like to tell ${providers} that you open it. They set cookies and may use this for advertising.`,
    either: 'The link opens in either case. Your answer holds for all links of this service, for 6 months.',
    change: 'Change it at any time',
    allow: 'Allow',
    refuse: 'Refuse',
    skip: 'Open the link without an answer',
  },
  de: {
    title: 'Darf Ihr Besuch gemessen werden?',
    leads: (host) => html`Dieser Link führt zu !${host}.`,
    why: (providers) =>
      `Wem er gehört, möchte ${providers} mitteilen, dass Sie ihn öffnen. Dabei werden Cookies gesetzt, und die Angaben können für Werbung verwendet werden.`,
    either: 'Der Link öffnet sich in jedem Fall. Ihre Antwort gilt 6 Monate lang für alle Links dieses Dienstes.',
    change: 'Jederzeit ändern',
    allow: 'Erlauben',
    refuse: 'Ablehnen',
    skip: 'Den Link ohne Antwort öffnen',
  },
  fr: {
    title: 'Votre visite peut-elle être mesurée\u202f?',
    leads: (host) => html`Ce lien mène à !${host}.`,
    why: (providers) =>
      `Son propriétaire souhaite signaler à ${providers} que vous l’ouvrez. Des cookies sont alors déposés, et ces données peuvent servir à la publicité.`,
    either:
      'Le lien s’ouvre dans tous les cas. Votre réponse vaut pour tous les liens de ce service, pendant 6\u00a0mois.',
    change: 'La modifier à tout moment',
    allow: 'Autoriser',
    refuse: 'Refuser',
    skip: 'Ouvrir le lien sans répondre',
  },
  es: {
    title: '¿Permite que se mida su visita?',
    leads: (host) => html`Este enlace lleva a !${host}.`,
    why: (providers) =>
      `Su propietario desea comunicar a ${providers} que usted lo abre. Para ello se guardan cookies, y los datos pueden usarse para publicidad.`,
    either:
      'El enlace se abre en cualquier caso. Su respuesta vale para todos los enlaces de este servicio durante 6 meses.',
    change: 'Cambiarla en cualquier momento',
    allow: 'Permitir',
    refuse: 'Rechazar',
    skip: 'Abrir el enlace sin responder',
  },
}

export interface ConsentPageOptions extends PixelPageOptions {
  /** Where the form posts to. */
  readonly action: string
  /** The consent token of the visit. */
  readonly token: string
  /** Whether a page of the service may show it in a frame, in which its links and its form lead nowhere. */
  readonly isSample?: boolean
}

/**
 * Status 200: asks whether pixels may run. It loads nothing and has no script; the form posts `answer`, `allowed` or
 * `refused`, and the `visit`. A plain link leads to the destination without an answer.
 */
export function consentPage(lang: Language, options: ConsentPageOptions): Page {
  const { pixels, destination, action, token, isSample = false } = options
  const { title, leads, why, either, change, allow, refuse, skip } = consentWords[lang]
  const address = parseDestination(destination)
  return renderPage({
    status: 200,
    lang,
    title,
    headers: { ...referrerPolicy, ...(isSample && { 'x-frame-options': 'SAMEORIGIN' }) },
    csp: {
      // The answer `refused` redirects to the destination, and Chromium applies `form-action` to every redirect.
      'form-action': "'self' http: https:",
      ...(isSample && { 'frame-ancestors': "'self'" }),
    },
    // A frame without the permission for windows opens none.
    ...(isSample && { head: '<base target="_blank">' }),
    body: html`<h1>${title}</h1>
<p>!${leads(renderHost(address))} ${why(listProviders(selectPixels(pixels), lang))}</p>
<p>${either} <a href="${action}">${change}</a></p>
<form method="post" action="${action}">
<input type="hidden" name="visit" value="${token}">
<button name="answer" value="refused">${refuse}</button>
<button name="answer" value="allowed">${allow}</button>
</form>
<p class="next"><a href="${address.href}">${skip}</a></p>`,
  })
}

/** Each pixel once. Pixels whose id became invalid by a change in the database are left out. */
export function selectPixels(pixels: readonly ActivePixel[]): readonly ActivePixel[] {
  const byKey = new Map(pixels.map((pixel) => [`${pixel.pixelType} ${pixel.pixelId}`, pixel]))
  return [...byKey.values()].filter(({ pixelType, pixelId }) => isPixelId(pixelType, pixelId))
}

function listProviders(pixels: readonly ActivePixel[], lang: Language): string {
  const names = [...new Set(pixels.map(({ pixelType }) => providerNames[pixelType]))]
  return new Intl.ListFormat(lang).format(names)
}

function parseDestination(destination: string): URL {
  const address = new URL(destination)
  if (!/^https?:$/.test(address.protocol)) throw new TypeError('Only http and https addresses can be opened.')
  return address
}

function renderHost({ host }: URL): string {
  return html`<span class="name">${host}</span>`
}
