import { html } from 'ghtml'
import { copyScript } from '../../../platform/web/copy-script.ts'
import { renderBadge } from '../../../platform/web/icons.ts'
import { formatInstant, type Language } from '../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../platform/web/page.ts'
import { translator } from '../../../platform/web/texts.ts'
import { createdLinkStyle } from './created-link-style.ts'

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
  const t = translator(lang)
  const until = formatInstant(lang, expiresAt)
  return renderPage({
    status: 200,
    title: `${t('page.createdLink.heading')} – Tack`,
    lang,
    style: createdLinkStyle,
    script: copyScript,
    body: html`<div class="result">
<div>
!${renderBadge('check')}
<h1>${t('page.createdLink.heading')}</h1>
<label for="shortUrl">${t('page.createdLink.address')}</label>
<output class="address" id="shortUrl" dir="ltr">${shortUrl}</output>
<button id="copy" type="button" data-source="shortUrl" data-focus="yes" data-copied="${t('page.createdLink.copied')}" data-selected="${t('page.createdLink.selected')}" hidden>${t('page.createdLink.copy')}</button>
<p class="hint" id="status" role="status">${t('page.createdLink.tap')}</p>
<a class="button secondary" href="${shortUrl}">${t('page.createdLink.open')}</a>
<p class="hint" id="works">${t('page.createdLink.works', { until })}</p>
</div>
<div class="code">
<img src="${code}/qr.svg" alt="${t('page.createdLink.picture', { address: shortUrl })}" width="240" height="240">
<p class="link"><a href="${shortUrl}/qr">${t('page.createdLink.qr')}</a></p>
</div>
</div>
<ul class="links next">
<li><a href="${shortUrl}+">${t('page.createdLink.preview')}</a></li>
<li><a href="?">${t('page.createdLink.another')}</a></li>
</ul>`,
  })
}
