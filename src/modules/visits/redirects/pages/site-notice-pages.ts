import { html } from 'ghtml'
import type { Language } from '../../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../../platform/web/page.ts'
import { translator } from '../../../../platform/web/texts.ts'

interface SiteNotice {
  readonly title: string
  readonly why: string
  readonly next: string
}

/** Status 421: the host of the request is neither the service itself nor a verified domain (RFC 9110, 15.5.20). */
export function unknownHostPage(lang: Language): Page {
  const t = translator(lang)
  return siteNoticePage(lang, 421, {
    title: t('page.unknownHost.title'),
    why: t('page.unknownHost.why'),
    next: t('page.unknownHost.next'),
  })
}

/** Status 200: what the bare domain is for. */
export function domainRootPage(lang: Language, host: string): Page {
  const t = translator(lang)
  return siteNoticePage(lang, 200, { title: host, why: t('page.domainRoot.why'), next: t('page.domainRoot.next') })
}

function siteNoticePage(lang: Language, status: number, { title, why, next }: SiteNotice): Page {
  return renderPage({
    status,
    lang,
    title,
    body: html`<h1>${title}</h1>
<p>${why}</p>
<p class="next">${next}</p>`,
  })
}
