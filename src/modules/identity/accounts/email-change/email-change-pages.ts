import { html } from 'ghtml'
import type { Language } from '../../../../platform/web/language.ts'
import type { Page } from '../../../../platform/web/page.ts'
import { translator } from '../../../../platform/web/texts.ts'
import { type FormPageOptions, renderFormPage, renderTextPage, renderToken } from '../pages/form-pages.ts'

/** Asks a person who is logged in to confirm the new address. */
export function confirmPage(form: FormPageOptions, linkToken: string, newEmail: string): Page {
  return buttonPage(form, 'confirm', { email: newEmail, linkToken })
}

/** Status 401. `loginPath` leads back to the link. */
export function needsLoginPage(lang: Language, loginPath: string): Page {
  const t = translator(lang)
  const page = { status: 401, title: t('page.emailChange.confirm.title'), lead: t('page.emailChange.needsLogin.lead') }
  return renderTextPage(
    lang,
    page,
    html`<a class="button" href="${loginPath}">${t('page.emailChange.needsLogin.logIn')}</a>`,
  )
}

/** `email` is what the browser sent, so the page only repeats it. */
export function newAddressPage(lang: Language, email: string): Page {
  const t = translator(lang)
  const address = email ? html`<p><strong>${email}</strong></p>` : ''
  return renderTextPage(
    lang,
    { status: 200, title: t('page.emailChange.changed.title'), lead: t('page.emailChange.changed.lead') },
    html`!${address}<a class="button" href="../app">${t('page.emailChange.changed.goOn')}</a>`,
  )
}

/** Status 400: the link to the new address after the end of the change. */
export function endedChangePage(lang: Language): Page {
  const t = translator(lang)
  return renderTextPage(
    lang,
    { status: 400, title: t('page.emailChange.ended.title'), lead: t('page.emailChange.ended.lead') },
    html`<a class="button" href="overview">${t('page.emailChange.ended.goOn')}</a>`,
  )
}

/** Asks a person whom a mail has told of a change, whether they want to stop it. */
export function stopPage(form: FormPageOptions, linkToken: string, email: string): Page {
  return buttonPage(form, 'stop', { email, linkToken })
}

/** The change has ended, by the button or before. `wayOn` leads to what protects the account. */
export function stoppedPage(lang: Language, wayOn: 'forgot' | 'security'): Page {
  const t = translator(lang)
  return renderTextPage(
    lang,
    { status: 200, title: t('page.emailChange.stopped.title'), lead: t('page.emailChange.stopped.lead') },
    html`<a class="button" href="${wayOn}">${t(`page.emailChange.stopped.${wayOn}`)}</a>`,
  )
}

/** Status 409: the link to the former address after the change. */
export function doneChangePage(lang: Language): Page {
  const t = translator(lang)
  return renderTextPage(
    lang,
    { status: 409, title: t('page.emailChange.done.title'), lead: t('page.emailChange.done.lead') },
    '',
  )
}

interface ButtonPageOptions {
  readonly email: string
  readonly linkToken: string
}

function buttonPage(
  { lang, token }: FormPageOptions,
  act: 'confirm' | 'stop',
  { email, linkToken }: ButtonPageOptions,
): Page {
  const t = translator(lang)
  const title = t(`page.emailChange.${act}.title`)
  return renderFormPage(lang, {
    title,
    body: html`<h1>${title}</h1>
<p><strong>${email}</strong></p>
<p>${t(`page.emailChange.${act}.lead`)}</p>
<form method="post">
!${renderToken(token)}
<input type="hidden" name="link" value="${linkToken}">
<input type="hidden" name="email" value="${email}">
<button>${t(`page.emailChange.${act}.button`)}</button>
</form>`,
  })
}
