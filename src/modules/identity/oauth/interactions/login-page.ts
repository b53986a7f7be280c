import { html } from 'ghtml'
import { formPolicy } from '../../../../platform/web/form-tokens.ts'
import type { Language } from '../../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../../platform/web/page.ts'
import { markup, translator } from '../../../../platform/web/texts.ts'
import { type LoginError, loginErrorStatuses, passwordPage, renderLoginFields } from '../../accounts/index.ts'

export interface LoginPageOptions {
  readonly appName: string
  readonly token: string
  /** The addresses of the pages that create an account, and that send a link for a new password. */
  readonly registerUrl: string
  readonly forgotUrl: string
  /** The buttons of passkeys and identity providers, escaped. */
  readonly otherWays: string
  readonly allowsPasswords: boolean
  /** Initial value of the e-mail field. */
  readonly email?: string
  /** Why the last attempt was rejected. */
  readonly loginError?: LoginError
}

/** First page of an authorization. Status 200, 401 after a wrong password, 429 after too many attempts. */
export function loginPage(
  lang: Language,
  { appName, token, email = '', loginError, registerUrl, forgotUrl, otherWays, allowsPasswords }: LoginPageOptions,
): Page {
  const t = translator(lang)
  return renderPage({
    status: loginError ? loginErrorStatuses[loginError] : 200,
    lang,
    title: loginError ? t('page.oauthLogin.retryTab') : t('page.oauthLogin.tab'),
    csp: formPolicy,
    ...passwordPage,
    body: html`<h1>${t('page.oauthLogin.title')}</h1>
<p>!${t.html('page.oauthLogin.reason', { app: markup(html`<strong dir="auto">${appName}</strong>`) })}</p>
!${allowsPasswords ? '' : html`<p>${t('page.credentials.noPasswords')}</p>!${otherWays}`}
<form method="post">
<input type="hidden" name="token" value="${token}">
!${allowsPasswords ? html`!${renderLoginFields(lang, { email, loginError })}<button name="act" value="login">${t('page.credentials.logIn')}</button>` : ''}
<button class="secondary" name="act" value="deny" formnovalidate>${t('page.oauthLogin.cancel')}</button>
</form>
!${
      allowsPasswords
        ? html`!${otherWays}
<p class="next link"><a href="${registerUrl}">${t('page.credentials.register')}</a></p>
<p class="link"><a href="${forgotUrl}">${t('page.credentials.forgot')}</a></p>`
        : ''
    }`,
  })
}
