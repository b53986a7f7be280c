import { html } from 'ghtml'
import { renderBadge } from '../../../../platform/web/icons.ts'
import type { Language } from '../../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../../platform/web/page.ts'
import { translator } from '../../../../platform/web/texts.ts'
import type { RouteRule } from '../../../publishing/links/index.ts'
import { toMatchedRule } from '../../../publishing/targeting/index.ts'

/** Status 403: a rule of the link blocks visitors from this place. The page shows the owner's message as plain text. */
export function refusedPage(lang: Language, rule: RouteRule): Page {
  const t = translator(lang)
  return renderPage({
    status: 403,
    lang,
    title: t('page.refused.title'),
    body: html`!${renderBadge('globe')}
<h1>${t('page.refused.title')}</h1>
<p dir="auto">${toMatchedRule(rule)?.blockMessage ?? t('page.refused.why')}</p>
<p class="next">${t('page.refused.next')}</p>`,
  })
}
