import { html } from 'ghtml'
import { renderBadge } from '../../../../platform/web/icons.ts'
import type { Language, Translations } from '../../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../../platform/web/page.ts'

export interface PasswordPageOptions {
  /** The visitor has just sent a wrong password. */
  readonly isWrong: boolean
  /** Too many wrong passwords were sent. It overrides `isWrong`, so that the page says nothing about the last one. */
  readonly isThrottled?: boolean
}

const english = {
  title: 'This link needs a password',
  /** Page title after a wrong password. */
  again: 'Try again: this link needs a password',
  how: 'Enter the password you were given with the link. If you have none, ask whoever shared it with you.',
  label: 'Password',
  open: 'Open the link',
  wrong: 'That password does not fit this link. Check it and try again.',
  throttled: 'That was too many tries. Please wait a few minutes, then try again.',
}

const words: Translations<typeof english> = {
  en: english,
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
 * The form for the password of a link. It posts the field `password` to the address of the page. Status 200; 401 when the
 * password was wrong, 429 when throttled.
 */
export function passwordPage(lang: Language, { isWrong, isThrottled = false }: PasswordPageOptions): Page {
  const localized = words[lang]
  const errorMessage = isThrottled ? localized.throttled : isWrong ? localized.wrong : undefined
  return renderPage({
    status: isThrottled ? 429 : isWrong ? 401 : 200,
    lang,
    title: errorMessage ? localized.again : localized.title,
    // Chromium applies `form-action` to all redirects after the POST, so it must allow any destination. A 307 would send
    // the password to the destination, so the POST is answered with 303.
    csp: { 'form-action': "'self' http: https:" },
    body: html`!${renderBadge('lock')}
<h1>${localized.title}</h1>
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
  // `autocomplete` is off, because browsers would save the password of the link as the password of the visitor's
  // account at this service. With `autofocus`, a screen reader reads the error that `aria-describedby` names.
  return html`<input id="password" name="password" type="password" autocomplete="off" autocapitalize="none" spellcheck="false" required autofocus!${isInvalid ? ' aria-invalid="true" aria-describedby="alarm"' : ''}>`
}
