import { html } from 'ghtml'
import type { Language } from '../../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../../platform/web/page.ts'
import { translator } from '../../../../platform/web/texts.ts'

export interface QrPageOptions {
  readonly code: string
  /** Base of short addresses. */
  readonly shortUrl: string
  /** Design options as a query string without its question mark; empty for the saved design. */
  readonly query: string
  /** The design has no light area around the code. */
  readonly needsLightSurface: boolean
}

/** Status 200: the QR code of a link, large enough to scan from a screen, and downloads of the image. */
export function qrPage(lang: Language, { code, shortUrl, query, needsLightSurface }: QrPageOptions): Page {
  const t = translator(lang)
  const address = `${shortUrl}/${code}`
  const buildPath = (format: string) => `/${code}/qr.${format}${query && `?${query}`}`
  return renderPage({
    status: 200,
    title: t('page.qr.title'),
    lang,
    body: html`<h1>${t('page.qr.title')}</h1>
<p>${t('page.qr.hint')} <strong>${address.replace(/^https?:\/\//, '')}</strong></p>
<img class="picture" src="${buildPath('svg')}" alt="${t('page.qr.picture', { address })}">
!${needsLightSurface ? html`<p>${t('page.qr.surface')}</p>` : ''}
<a class="button" href="${buildPath('svg')}" download="${code}.svg">${t('page.qr.svg')}</a>
<a class="button secondary" href="${buildPath('png')}" download="${code}.png">${t('page.qr.png')}</a>`,
  })
}
