import { html } from 'ghtml'
import type { Language, Translations } from '../../../../platform/web/language.ts'

const english = {
  name: 'Name',
  email: 'E-mail address',
  password: 'Password',
  newPassword: 'New password',
  passwordHint: '8 to 128 characters.',
  show: 'Show',
  hide: 'Hide',
  /** How strong a new password is, from refused to strong. */
  strengths: ['Too short.', 'Easy to guess: choose another one.', 'Good. A longer one is better.', 'Strong.'],
  logIn: 'Log in',
  register: 'Create an account',
  forgot: 'Forgot your password?',
  wrongPassword: 'The password is not right. Check it and try again.',
  wrong: 'The e-mail address or the password is not right. Check both and try again.',
  throttled: 'Too many attempts. Please wait a few minutes and try again.',
  /** The argument is the name of an identity provider. */
  logInWith: (name: string) => `Log in with ${name}`,
  expired: 'The login took too long. Please log in again.',
  suspended: 'This account is suspended. Please contact the operator of this service.',
  noPasswords: 'Passwords are switched off here. Log in with your organisation.',
}

/** The words of the fields for names, addresses and passwords, here and on the pages of OAuth. */
export const credentialTexts: Translations<typeof english> = {
  en: english,
  de: {
    name: 'Name',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    newPassword: 'Neues Passwort',
    passwordHint: '8 bis 128 Zeichen.',
    show: 'Zeigen',
    hide: 'Verbergen',
    strengths: ['Zu kurz.', 'Leicht zu erraten: Wählen Sie ein anderes.', 'Gut. Ein längeres ist besser.', 'Stark.'],
    logIn: 'Anmelden',
    register: 'Konto anlegen',
    forgot: 'Passwort vergessen?',
    wrongPassword: 'Das Passwort stimmt nicht. Prüfen Sie es und versuchen Sie es noch einmal.',
    wrong: 'Die E-Mail-Adresse oder das Passwort stimmt nicht. Prüfen Sie beides und versuchen Sie es noch einmal.',
    throttled: 'Das waren zu viele Versuche. Bitte warten Sie einige Minuten und versuchen Sie es dann noch einmal.',
    logInWith: (name) => `Mit ${name} anmelden`,
    suspended: 'Dieses Konto ist gesperrt. Bitte wenden Sie sich an den Betreiber dieses Dienstes.',
    expired: 'Die Anmeldung hat zu lange gedauert. Bitte melden Sie sich noch einmal an.',
    noPasswords: 'Passwörter sind hier abgeschaltet. Melden Sie sich mit Ihrer Organisation an.',
  },
  fr: {
    name: 'Nom',
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    newPassword: 'Nouveau mot de passe',
    passwordHint: 'De 8 à 128 caractères.',
    show: 'Afficher',
    hide: 'Masquer',
    strengths: [
      'Trop court.',
      'Facile à deviner\u00a0: choisissez-en un autre.',
      'Bon. Plus long, c’est mieux.',
      'Solide.',
    ],
    logIn: 'Se connecter',
    register: 'Créer un compte',
    forgot: 'Mot de passe oublié\u202f?',
    wrongPassword: 'Le mot de passe est incorrect. Vérifiez-le et réessayez.',
    wrong: 'L’adresse e-mail ou le mot de passe est incorrect. Vérifiez les deux et réessayez.',
    throttled: 'Trop de tentatives ont échoué. Veuillez patienter quelques minutes, puis réessayer.',
    logInWith: (name) => `Se connecter avec ${name}`,
    suspended: 'Ce compte est suspendu. Veuillez contacter l’exploitant de ce service.',
    expired: 'La connexion a pris trop de temps. Veuillez vous connecter de nouveau.',
    noPasswords: 'Les mots de passe sont désactivés ici. Connectez-vous avec votre organisation.',
  },
  es: {
    name: 'Nombre',
    email: 'Correo electrónico',
    password: 'Contraseña',
    newPassword: 'Contraseña nueva',
    passwordHint: 'De 8 a 128 caracteres.',
    show: 'Mostrar',
    hide: 'Ocultar',
    strengths: ['Demasiado corta.', 'Fácil de adivinar: elija otra.', 'Buena. Una más larga es mejor.', 'Segura.'],
    logIn: 'Iniciar sesión',
    register: 'Crear una cuenta',
    forgot: '¿Ha olvidado su contraseña?',
    wrongPassword: 'La contraseña no es correcta. Compruébela e inténtelo de nuevo.',
    wrong: 'El correo electrónico o la contraseña no son correctos. Compruebe ambos e inténtelo de nuevo.',
    throttled: 'Ha habido demasiados intentos. Espere unos minutos y vuelva a intentarlo.',
    logInWith: (name) => `Iniciar sesión con ${name}`,
    suspended: 'Esta cuenta está suspendida. Póngase en contacto con el operador de este servicio.',
    expired: 'El inicio de sesión ha tardado demasiado. Vuelva a iniciar sesión.',
    noPasswords: 'Aquí las contraseñas están desactivadas. Inicie sesión con su organización.',
  },
}

/** Why the last login was rejected. */
export type LoginError = 'wrong' | 'wrongPassword' | 'throttled' | 'expired' | 'suspended'

export const loginErrorStatuses: Readonly<Record<LoginError, number>> = {
  wrong: 401,
  wrongPassword: 401,
  throttled: 429,
  expired: 401,
  suspended: 403,
}

/** The reason in the answer of a login that was refused. */
export function loginErrorOf({ status }: { readonly status: number }): LoginError {
  if (status === 429) return 'throttled'
  return status === loginErrorStatuses.suspended ? 'suspended' : 'wrong'
}

interface PasswordField {
  readonly loginError?: LoginError | undefined
  readonly hasFocus: boolean
}

interface LoginFields extends Pick<PasswordField, 'loginError'> {
  /** Initial value of the e-mail field. */
  readonly email: string
}

/**
 * The fields of a login. After a rejected login the focus is on the password, and screen readers announce the error
 * with it.
 */
export function renderLoginFields(lang: Language, { email, loginError }: LoginFields): string {
  const isEmpty = email === ''
  return html`<label for="email">${credentialTexts[lang].email}</label>
<input id="email" name="email" type="email" autocomplete="username" maxlength="254" required value="${email}"!${isEmpty ? ' autofocus' : ''}>
!${renderPasswordField(lang, { loginError, hasFocus: !isEmpty })}`
}

/** The field for the password that an account has, and why the last one was rejected. */
export function renderPasswordField(lang: Language, { loginError, hasFocus }: PasswordField): string {
  const texts = credentialTexts[lang]
  const errorAttributes = loginError ? ' aria-invalid="true" aria-describedby="alarm"' : ''
  const focus = hasFocus ? ' autofocus' : ''
  return html`<label for="password">${texts.password}</label>
!${renderPasswordInput(lang, html`id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required!${focus}!${errorAttributes}`)}
!${loginError && renderAlarm(texts[loginError])}`
}

/** The field for the password of the account with this address, asked for once more. `error` is of `toOwnerError`. */
export function renderOwnPassword(
  lang: Language,
  email: string,
  error: FormError | undefined,
  { hasFocus = false } = {},
): string {
  const loginError = error?.field === 'password' ? 'wrongPassword' : undefined
  return html`<input type="hidden" name="username" value="${email}" autocomplete="username">
!${renderPasswordField(lang, { loginError, hasFocus: hasFocus || loginError !== undefined })}`
}

/** A field for a password. Its button appears when scripts run (`passwordPage`). */
function renderPasswordInput(lang: Language, attributes: string): string {
  const { show, hide } = credentialTexts[lang]
  return html`<div class="password"><input !${attributes}><button type="button" data-show="${show}" data-hide="${hide}" hidden>${show}</button></div>`
}

export function renderAlarm(message: string): string {
  return html`<p class="alarm" id="alarm" role="alert">${message}</p>`
}

/** What was wrong with a form: a message in the language of the page, and its field, if it belongs to one. */
export interface FormError {
  readonly status: number
  readonly field: string | null
  readonly message: string
  readonly headers?: Readonly<Record<string, string>> | undefined
}

interface FieldOptions {
  readonly name: string
  /** The language of the button on a password. */
  readonly passwordLang?: Language
  readonly label: string
  /** Attributes of the input besides those that every field has, escaped. */
  readonly attributes: string
  readonly hint?: string
  readonly error?: FormError | undefined
}

/** A required text field with its label, and the error and the hint that describe it. */
export function renderField({ name, label, attributes, hint, error, passwordLang }: FieldOptions): string {
  const isWrong = error?.field === name
  const describedBy = [...(isWrong ? ['alarm'] : []), ...(hint ? [`${name}-hint`] : [])].join(' ')
  const described = describedBy && html` aria-describedby="${describedBy}"`
  const all = html`id="${name}" name="${name}" required !${attributes}!${described}!${isWrong ? ' aria-invalid="true" autofocus' : ''}`
  return html`<label for="${name}">${label}</label>
!${passwordLang ? renderPasswordInput(passwordLang, all) : `<input ${all}>`}
!${isWrong ? renderAlarm(error.message) : ''}
!${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''}`
}

/** A field for a new password, with its strength. */
export function renderNewPassword(lang: Language, label: string, error: FormError | undefined): string {
  const { passwordHint: hint, strengths } = credentialTexts[lang]
  const attributes = 'type="password" autocomplete="new-password" minlength="8" maxlength="128"'
  return html`!${renderField({ name: 'password', label, attributes, hint, error, passwordLang: lang })}
<p class="strength" id="strength" role="status" data-levels="${strengths.join('|')}" hidden></p>`
}

/** The values that a person entered into the registration form. The password is not written back. */
export interface RegistrationForm {
  readonly name: string
  readonly email: string
}

/** The fields of a registration, with the error that belongs to no field. */
export function renderRegistrationFields(lang: Language, form: RegistrationForm, error?: FormError): string {
  const texts = credentialTexts[lang]
  const field = (options: Omit<FieldOptions, 'error'>) => renderField({ ...options, error })
  return html`!${field({ name: 'name', label: texts.name, attributes: html`autocomplete="name" maxlength="100" value="${form.name}"` })}
!${field({ name: 'email', label: texts.email, attributes: html`type="email" autocomplete="username" maxlength="254" value="${form.email}"` })}
!${renderNewPassword(lang, texts.password, error)}
!${error && error.field === null ? renderAlarm(error.message) : ''}`
}
