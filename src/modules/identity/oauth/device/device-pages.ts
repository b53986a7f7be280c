import { html } from 'ghtml'
import type { Language } from '../../../../platform/web/language.ts'
import type { Page } from '../../../../platform/web/page.ts'
import { markup, translator } from '../../../../platform/web/texts.ts'
import { type FormPageOptions, renderAlarm, renderFormPage, renderTextPage, renderToken } from '../../accounts/index.ts'

interface DeviceCodePageOptions {
  /** What the field has at first. */
  readonly userCode: string
  readonly isWrong?: boolean
}

/** Asks for the code that a program shows. Status 400 after a wrong one. */
export function deviceCodePage({ lang, token }: FormPageOptions, { userCode, isWrong }: DeviceCodePageOptions): Page {
  const t = translator(lang)
  const problem = isWrong ? ' aria-invalid="true" aria-describedby="alarm"' : ''
  return renderFormPage(lang, {
    status: isWrong ? 400 : 200,
    title: t('page.device.title'),
    body: html`<h1>${t('page.device.title')}</h1>
<p>${t('page.device.lead')}</p>
<form method="post">
!${renderToken(token)}
<label for="user_code">${t('page.device.code')}</label>
<input id="user_code" name="user_code" value="${userCode}" required maxlength="20" autocomplete="off" autocapitalize="characters" spellcheck="false" autofocus!${problem}>
!${isWrong ? renderAlarm(t('page.device.wrong')) : ''}
<button name="act" value="code">${t('page.device.next')}</button>
<button class="secondary" name="act" value="deny" formnovalidate>${t('page.oauthLogin.cancel')}</button>
</form>`,
  })
}

/** What the consent page says about the request of a device. */
export interface DeviceDetails {
  readonly network: string
  /** Whether the browser of the person uses another one. */
  readonly isOtherNetwork: boolean
  readonly ageSeconds: number
  readonly userCode: string
}

/** Who asks, from where, since when, and what could be wrong with it (HTML fragments). */
export function renderDeviceRequest(lang: Language, details: DeviceDetails): string {
  const t = translator(lang)
  const { network, isOtherNetwork, ageSeconds, userCode } = details
  const values = {
    network: markup(html`<strong>${network}</strong>`),
    time: formatAge(lang, ageSeconds),
    code: markup(html`<strong>${userCode}</strong>`),
  }
  return html`<p>!${t.html('page.device.request', values)}!${isOtherNetwork ? html` <strong>${t('page.device.otherNetwork')}</strong>` : ''}</p>
<p>${t('page.device.check')}</p>`
}

function formatAge(lang: Language, seconds: number): string {
  const [count, unit] = seconds < 60 ? ([seconds, 'second'] as const) : ([Math.floor(seconds / 60), 'minute'] as const)
  return new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(-count, unit)
}

/** The end: the program polls, so that nothing leads back to it. */
export function deviceDonePage(lang: Language, isAllowed: boolean): Page {
  const t = translator(lang)
  const [title, lead] = isAllowed
    ? [t('page.device.allowed'), t('page.device.goOn')]
    : [t('page.device.refused'), t('page.device.nothing')]
  return renderTextPage(lang, { status: 200, title, lead }, '')
}
