import { html } from 'ghtml'
import type { Language } from '../../../../platform/web/language.ts'
import { hashSource, type Page, renderPage } from '../../../../platform/web/page.ts'
import { markup, translator } from '../../../../platform/web/texts.ts'
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
  const t = translator(lang)
  const address = parseDestination(destination)
  const safePixels = selectPixels(pixels)
  const script = buildPixelScript({ pixels: safePixels, destination: address.href, maxWaitMs, quietMs })
  const hosts = (directive: 'script' | 'img' | 'connect') => [
    ...new Set(safePixels.flatMap(({ pixelType }) => pixelHosts[pixelType][directive])),
  ]
  return renderPage({
    status: 200,
    lang,
    title: t('page.pixels.tab'),
    headers: referrerPolicy,
    csp: {
      'script-src': [hashSource(script), ...hosts('script')].join(' '),
      'img-src': ["'self'", ...hosts('img')].join(' '),
      'connect-src': hosts('connect').join(' ') || "'none'",
    },
    head: html`
<noscript><meta http-equiv="refresh" content="0; url=${address.href}"></noscript>`,
    body: html`<h1>!${t.html('page.pixels.opening', { host: markup(renderHost(address)) })}</h1>
<p>${t('page.pixels.why', { providers: listProviders(safePixels, lang) })}</p>
<a class="button" href="${address.href}">${t('page.pixels.go')}</a>
<script>!${script}</script>`,
  })
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
  const t = translator(lang)
  const address = parseDestination(destination)
  return renderPage({
    status: 200,
    lang,
    title: t('page.pixelConsent.title'),
    headers: { ...referrerPolicy, ...(isSample && { 'x-frame-options': 'SAMEORIGIN' }) },
    csp: {
      // The answer `refused` redirects to the destination, and Chromium applies `form-action` to every redirect.
      'form-action': "'self' http: https:",
      ...(isSample && { 'frame-ancestors': "'self'" }),
    },
    // A frame without the permission for windows opens none.
    ...(isSample && { head: '<base target="_blank">' }),
    body: html`<h1>${t('page.pixelConsent.title')}</h1>
<p>!${t.html('page.pixelConsent.leads', { host: markup(renderHost(address)) })} ${t('page.pixelConsent.why', { providers: listProviders(selectPixels(pixels), lang) })}</p>
<p>${t('page.pixelConsent.either')} <a href="${action}">${t('page.pixelConsent.change')}</a></p>
<form method="post" action="${action}">
<input type="hidden" name="visit" value="${token}">
<button name="answer" value="refused">${t('page.pixelConsent.refuse')}</button>
<button name="answer" value="allowed">${t('page.pixelConsent.allow')}</button>
</form>
<p class="next"><a href="${address.href}">${t('page.pixelConsent.skip')}</a></p>`,
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
