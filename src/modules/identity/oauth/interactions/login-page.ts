import { html } from 'ghtml'
import { formPolicy } from '../../../../platform/web/form-tokens.ts'
import type { Language, Translations } from '../../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../../platform/web/page.ts'
import {
  credentialTexts,
  type LoginError,
  loginErrorStatuses,
  passwordPage,
  renderLoginFields,
} from '../../accounts/index.ts'

const english = {
  tab: 'Log in',
  /** Tab title after a rejected login. */
  retryTab: 'Try again: log in',
  title: 'Log in to go on',
  /** The argument and the result are HTML fragments. */
  reason: (app: string) => html`The application !${app} requests access to your account. Log in to see the details.`,
  cancel: 'Cancel',
}

const reasonTexts: Translations<typeof english> = {
  en: english,
  de: {
    tab: 'Anmelden',
    retryTab: 'Noch einmal: Anmelden',
    title: 'Melden Sie sich an, um fortzufahren',
    reason: (app) =>
      html`Die Anwendung !${app} möchte auf Ihr Konto zugreifen. Melden Sie sich an, um zu sehen, worum sie bittet.`,
    cancel: 'Abbrechen',
  },
  fr: {
    tab: 'Connexion',
    retryTab: 'Nouvel essai\u00a0: connexion',
    title: 'Connectez-vous pour continuer',
    reason: (app) =>
      html`L’application !${app} souhaite accéder à votre compte. Connectez-vous pour voir ce qu’elle demande.`,
    cancel: 'Annuler',
  },
  es: {
    tab: 'Iniciar sesión',
    retryTab: 'Inténtelo de nuevo: iniciar sesión',
    title: 'Inicie sesión para continuar',
    reason: (app) => html`La aplicación !${app} quiere acceder a su cuenta. Inicie sesión para ver qué solicita.`,
    cancel: 'Cancelar',
  },
}

/** With the words of the fields. */
export const loginTexts = {
  en: { ...credentialTexts.en, ...reasonTexts.en },
  de: { ...credentialTexts.de, ...reasonTexts.de },
  fr: { ...credentialTexts.fr, ...reasonTexts.fr },
  es: { ...credentialTexts.es, ...reasonTexts.es },
} satisfies Translations<object>

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
  const texts = loginTexts[lang]
  return renderPage({
    status: loginError ? loginErrorStatuses[loginError] : 200,
    lang,
    title: loginError ? texts.retryTab : texts.tab,
    csp: formPolicy,
    ...passwordPage,
    body: html`<h1>${texts.title}</h1>
<p>!${texts.reason(html`<strong dir="auto">${appName}</strong>`)}</p>
!${allowsPasswords ? '' : html`<p>${texts.noPasswords}</p>!${otherWays}`}
<form method="post">
<input type="hidden" name="token" value="${token}">
!${allowsPasswords ? html`!${renderLoginFields(lang, { email, loginError })}<button name="act" value="login">${texts.logIn}</button>` : ''}
<button class="secondary" name="act" value="deny" formnovalidate>${texts.cancel}</button>
</form>
!${
      allowsPasswords
        ? html`!${otherWays}
<p class="next link"><a href="${registerUrl}">${texts.register}</a></p>
<p class="link"><a href="${forgotUrl}">${texts.forgot}</a></p>`
        : ''
    }`,
  })
}
