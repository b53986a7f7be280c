import { html } from 'ghtml'
import type { Language, Translations } from '../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../platform/web/page.ts'
import { formPolicy } from './interaction-form.ts'

const english = {
  tab: 'Log in',
  /** Tab title after a rejected login. */
  retryTab: 'Try again: log in',
  title: 'Log in to go on',
  /** The argument and the result are HTML fragments. */
  reason: (app: string) => html`The application !${app} requests access to your account. Log in to see the details.`,
  email: 'E-mail address',
  password: 'Password',
  logIn: 'Log in',
  cancel: 'Cancel',
  wrong: 'The e-mail address or the password is not right. Check both and try again.',
  throttled: 'Too many attempts. Please wait a few minutes and try again.',
}

export const loginTexts: Translations<typeof english> = {
  en: english,
  de: {
    tab: 'Anmelden',
    retryTab: 'Noch einmal: Anmelden',
    title: 'Melden Sie sich an, um fortzufahren',
    reason: (app) =>
      html`Die Anwendung !${app} möchte auf Ihr Konto zugreifen. Melden Sie sich an, um zu sehen, worum sie bittet.`,
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    logIn: 'Anmelden',
    cancel: 'Abbrechen',
    wrong: 'Die E-Mail-Adresse oder das Passwort stimmt nicht. Prüfen Sie beides und versuchen Sie es noch einmal.',
    throttled: 'Das waren zu viele Versuche. Bitte warten Sie einige Minuten und versuchen Sie es dann noch einmal.',
  },
  fr: {
    tab: 'Connexion',
    retryTab: 'Nouvel essai\u00a0: connexion',
    title: 'Connectez-vous pour continuer',
    reason: (app) =>
      html`L’application !${app} souhaite accéder à votre compte. Connectez-vous pour voir ce qu’elle demande.`,
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    logIn: 'Se connecter',
    cancel: 'Annuler',
    wrong: 'L’adresse e-mail ou le mot de passe est incorrect. Vérifiez les deux et réessayez.',
    throttled: 'Trop de tentatives ont échoué. Veuillez patienter quelques minutes, puis réessayer.',
  },
  es: {
    tab: 'Iniciar sesión',
    retryTab: 'Inténtelo de nuevo: iniciar sesión',
    title: 'Inicie sesión para continuar',
    reason: (app) => html`La aplicación !${app} quiere acceder a su cuenta. Inicie sesión para ver qué solicita.`,
    email: 'Correo electrónico',
    password: 'Contraseña',
    logIn: 'Iniciar sesión',
    cancel: 'Cancelar',
    wrong: 'El correo electrónico o la contraseña no son correctos. Compruebe ambos e inténtelo de nuevo.',
    throttled: 'Ha habido demasiados intentos. Espere unos minutos y vuelva a intentarlo.',
  },
}

export interface LoginPageOptions {
  readonly appName: string
  readonly token: string
  /** Initial value of the e-mail field. */
  readonly email?: string
  /** Why the last attempt was rejected. */
  readonly loginError?: LoginError
}

export type LoginError = 'wrong' | 'throttled'

const statuses: Readonly<Record<LoginError, number>> = { wrong: 401, throttled: 429 }

/** First page of an authorization. Status 200, 401 after a wrong password, 429 after too many attempts. */
export function loginPage(lang: Language, { appName, token, email = '', loginError }: LoginPageOptions): Page {
  const texts = loginTexts[lang]
  // After a rejected login the focus is on the password, and screen readers announce the error with it.
  const errorAttributes = loginError ? ' aria-invalid="true" aria-describedby="alarm"' : ''
  const focus = { email: email === '' ? ' autofocus' : '', password: email === '' ? '' : ' autofocus' }
  return renderPage({
    status: loginError ? statuses[loginError] : 200,
    lang,
    title: loginError ? texts.retryTab : texts.tab,
    csp: formPolicy,
    body: html`<h1>${texts.title}</h1>
<p>!${texts.reason(html`<strong dir="auto">${appName}</strong>`)}</p>
<form method="post">
<input type="hidden" name="token" value="${token}">
<label for="email">${texts.email}</label>
<input id="email" name="email" type="email" autocomplete="username" maxlength="254" required value="${email}"!${focus.email}>
<label for="password">${texts.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required!${focus.password}!${errorAttributes}>
!${loginError && html`<p class="alarm" id="alarm" role="alert">${texts[loginError]}</p>`}
<button name="act" value="login">${texts.logIn}</button>
<button class="secondary" name="act" value="deny" formnovalidate>${texts.cancel}</button>
</form>`,
  })
}
