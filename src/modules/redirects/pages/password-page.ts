import { html } from 'ghtml'
import type { Language, Translations } from '../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../platform/web/page.ts'

export interface PasswordPageOptions {
  /** The visitor has just sent a password that does not fit. */
  readonly isWrong: boolean
  /** Too many passwords were sent; wins over `wrong`, so that the answer says nothing about the last one. */
  readonly isThrottled?: boolean
}

interface Words {
  readonly title: string
  /** For the tab, after a refusal. */
  readonly again: string
  readonly how: string
  readonly label: string
  readonly open: string
  readonly wrong: string
  readonly throttled: string
}

const words: Translations<Words> = {
  en: {
    title: 'This link needs a password',
    again: 'Try again: this link needs a password',
    how: 'Enter the password you were given with the link. If you have none, ask whoever shared it with you.',
    label: 'Password',
    open: 'Open the link',
    wrong: 'That password does not fit this link. Check it and try again.',
    throttled: 'That was too many tries. Please wait a few minutes, then try again.',
  },
  de: {
    title: 'Dieser Link ist durch ein Passwort geschützt',
    again: 'Noch einmal: Dieser Link ist durch ein Passwort geschützt',
    how: 'Geben Sie das Passwort ein, das Sie mit dem Link erhalten haben. Wenn Sie keines haben, fragen Sie die Person, von der Sie den Link haben.',
    label: 'Passwort',
    open: 'Link öffnen',
    wrong: 'Dieses Passwort passt nicht zu diesem Link. Prüfen Sie es und versuchen Sie es noch einmal.',
    throttled: 'Das waren zu viele Versuche. Bitte warten Sie einige Minuten und versuchen Sie es dann noch einmal.',
  },
  fr: {
    title: 'Ce lien est protégé par un mot de passe',
    again: 'Nouvel essai\u00a0: ce lien est protégé par un mot de passe',
    how: 'Saisissez le mot de passe que vous avez reçu avec le lien. Si vous n’en avez pas, demandez-le à la personne qui vous a transmis le lien.',
    label: 'Mot de passe',
    open: 'Ouvrir le lien',
    wrong: 'Ce mot de passe ne correspond pas à ce lien. Vérifiez-le et réessayez.',
    throttled: 'Trop de tentatives ont échoué. Veuillez patienter quelques minutes, puis réessayer.',
  },
  es: {
    title: 'Este enlace está protegido con contraseña',
    again: 'Inténtelo de nuevo: este enlace está protegido con contraseña',
    how: 'Introduzca la contraseña que recibió con el enlace. Si no tiene ninguna, pídasela a quien le envió el enlace.',
    label: 'Contraseña',
    open: 'Abrir el enlace',
    wrong: 'Esa contraseña no corresponde a este enlace. Compruébela e inténtelo de nuevo.',
    throttled: 'Ha habido demasiados intentos. Espere unos minutos y vuelva a intentarlo.',
  },
}

/**
 * Asks for the password of a protected link and posts it, as the form field `password`, to the address it was served
 * from. Status 200, 401 when wrong, 429 when throttled.
 */
export function passwordPage(lang: Language, { isWrong, isThrottled = false }: PasswordPageOptions): Page {
  const localized = words[lang]
  const errorMessage = isThrottled ? localized.throttled : isWrong ? localized.wrong : undefined
  return renderPage({
    status: isThrottled ? 429 : isWrong ? 401 : 200,
    lang,
    title: errorMessage ? localized.again : localized.title,
    // Chromium applies this to every redirect that follows the post, and that chain ends at the destination, or wherever
    // the destination sends the visitor next. It also lets a 307 carry the password there, so the post is answered 303.
    csp: { 'form-action': "'self' http: https:" },
    body: html`<h1>${localized.title}</h1>
<p>${localized.how}</p>
<form method="post">
<label for="password">${localized.label}</label>
!${passwordInput(errorMessage !== undefined)}
!${errorMessage && html`<p class="alarm" id="alarm" role="alert">${errorMessage}</p>`}
<button>${localized.open}</button>
</form>`,
  })
}

function passwordInput(isInvalid: boolean): string {
  // The password belongs to the link, so a browser that kept it would mix it up with the visitor's own account here.
  // Focus comes first to the one thing to do, and with it a screen reader reads out what went wrong.
  return html`<input id="password" name="password" type="password" autocomplete="off" autocapitalize="none" spellcheck="false" required autofocus!${isInvalid ? ' aria-invalid="true" aria-describedby="alarm"' : ''}>`
}
