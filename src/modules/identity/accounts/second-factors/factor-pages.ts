import { html } from 'ghtml'
import { copyScript } from '../../../../platform/web/copy-script.ts'
import type { Language } from '../../../../platform/web/language.ts'
import type { Page } from '../../../../platform/web/page.ts'
import { compactStyle } from '../../../../platform/web/page-style.ts'
import { translator } from '../../../../platform/web/texts.ts'
import { renderFormPage } from '../pages/form-pages.ts'

const recoveryStyle = compactStyle(`
#codes { padding: 0; list-style: none; }
#codes code { white-space: nowrap; }
.keep { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.125rem 0 .5rem; }
.keep > * { flex: 1 1 auto; width: auto; margin: 0; }
#status:empty { display: none; }
@media print {
  .top, .keep, .button, .hint { display: none; }
  main { border: 0; box-shadow: none; }
}
`)

const printScript = `{
  const button = document.getElementById('print')
  button.hidden = false
  button.addEventListener('click', () => print())
}`

interface RecoveryCodesOptions {
  readonly codes: readonly string[]
  /** The account to which they belong. */
  readonly email: string
  readonly publicUrl: string
}

/** Shows new recovery codes, once. The download needs neither a script nor a second request, which would carry the codes again. */
export function recoveryCodesPage(lang: Language, { codes, email, publicUrl }: RecoveryCodesOptions): Page {
  const t = translator(lang)
  const owner = t('page.factor.recovery.of', { email, address: publicUrl })
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent([owner, '', ...codes, ''].join('\r\n'))}`
  return renderFormPage(lang, {
    title: t('page.factor.recovery.title'),
    style: recoveryStyle,
    script: `${copyScript}\n${printScript}`,
    body: html`<h1>${t('page.factor.recovery.title')}</h1>
<p>${t('page.factor.recovery.lead')}</p>
<ul id="codes">
!${codes.map((code) => html`<li><code>${code}</code></li>`)}
</ul>
<p class="fine">${owner}</p>
<div class="keep">
<button id="copy" type="button" class="secondary" data-source="codes" data-copied="${t('page.factor.recovery.copied')}" data-selected="${t('page.factor.recovery.selected')}" hidden>${t('page.factor.recovery.copy')}</button>
<a class="button secondary" href="${file}" download="tack-recovery-codes.txt">${t('page.factor.recovery.download')}</a>
<button id="print" type="button" class="secondary" hidden>${t('page.factor.recovery.print')}</button>
</div>
<p class="hint" id="status" role="status"></p>
<a class="button" href="security">${t('page.factor.recovery.done')}</a>`,
  })
}
