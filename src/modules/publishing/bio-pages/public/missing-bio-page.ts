import { html } from 'ghtml'
import type { Language } from '../../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../../platform/web/page.ts'
import { translator } from '../../../../platform/web/texts.ts'

/** Status 404. Unknown, deleted and unpublished pages get the same bytes, so that visitors cannot distinguish them. */
export function missingBioPage(lang: Language): Page {
  const t = translator(lang)
  return renderPage({
    status: 404,
    lang,
    title: t('page.missingBio.title'),
    body: html`<h1>${t('page.missingBio.title')}</h1>
<p>${t('page.missingBio.why')}</p>
<p class="next">${t('page.missingBio.next')}</p>`,
  })
}
