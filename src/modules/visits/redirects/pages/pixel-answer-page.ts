import { html } from 'ghtml'
import type { Language } from '../../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../../platform/web/page.ts'
import { translator } from '../../../../platform/web/texts.ts'
import type { PixelAnswer } from '../pixels/pixel-pages.ts'

/** Status 200: what the visitor said to pixels, and a form that changes it. It posts `answer` to the address of the page. */
export function pixelAnswerPage(lang: Language, answer: PixelAnswer | undefined): Page {
  const t = translator(lang)
  return renderPage({
    status: 200,
    lang,
    title: t('page.pixelAnswer.title'),
    csp: { 'form-action': "'self'" },
    body: html`<h1>${t('page.pixelAnswer.title')}</h1>
<p>${t('page.pixelAnswer.why')}</p>
<p class="notice">${t(`page.pixelAnswer.state.${answer ?? 'none'}`)}</p>
<form method="post">
<button name="answer" value="refused">${t('page.pixelAnswer.refuse')}</button>
<button name="answer" value="allowed">${t('page.pixelAnswer.allow')}</button>
</form>`,
  })
}
