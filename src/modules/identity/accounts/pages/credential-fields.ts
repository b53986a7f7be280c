import { html } from 'ghtml'
import type { Language, Translations } from '../../../../platform/web/language.ts'

const english = {
  name: 'Name',
  email: 'E-mail address',
  password: 'Password',
  newPassword: 'New password',
  passwordHint: '8 to 128 characters.',
  logIn: 'Log in',
  register: 'Create an account',
  forgot: 'Forgot your password?',
  wrong: 'The e-mail address or the password is not right. Check both and try again.',
  throttled: 'Too many attempts. Please wait a few minutes and try again.',
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
    logIn: 'Anmelden',
    register: 'Konto anlegen',
    forgot: 'Passwort vergessen?',
    wrong: 'Die E-Mail-Adresse oder das Passwort stimmt nicht. Prüfen Sie beides und versuchen Sie es noch einmal.',
    throttled: 'Das waren zu viele Versuche. Bitte warten Sie einige Minuten und versuchen Sie es dann noch einmal.',
  },
  fr: {
    name: 'Nom',
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    newPassword: 'Nouveau mot de passe',
    passwordHint: 'De 8 à 128 caractères.',
    logIn: 'Se connecter',
    register: 'Créer un compte',
    forgot: 'Mot de passe oublié\u202f?',
    wrong: 'L’adresse e-mail ou le mot de passe est incorrect. Vérifiez les deux et réessayez.',
    throttled: 'Trop de tentatives ont échoué. Veuillez patienter quelques minutes, puis réessayer.',
  },
  es: {
    name: 'Nombre',
    email: 'Correo electrónico',
    password: 'Contraseña',
    newPassword: 'Contraseña nueva',
    passwordHint: 'De 8 a 128 caracteres.',
    logIn: 'Iniciar sesión',
    register: 'Crear una cuenta',
    forgot: '¿Ha olvidado su contraseña?',
    wrong: 'El correo electrónico o la contraseña no son correctos. Compruebe ambos e inténtelo de nuevo.',
    throttled: 'Ha habido demasiados intentos. Espere unos minutos y vuelva a intentarlo.',
  },
}

/** Why the last login was rejected. */
export type LoginError = 'wrong' | 'throttled'

export const loginErrorStatuses: Readonly<Record<LoginError, number>> = { wrong: 401, throttled: 429 }

interface LoginFields {
  /** Initial value of the e-mail field. */
  readonly email: string
  readonly loginError?: LoginError | undefined
}

/**
 * The fields of a login. After a rejected login the focus is on the password, and screen readers announce the error
 * with it.
 */
export function renderLoginFields(lang: Language, { email, loginError }: LoginFields): string {
  const texts = credentialTexts[lang]
  const errorAttributes = loginError ? ' aria-invalid="true" aria-describedby="alarm"' : ''
  const focus = { email: email === '' ? ' autofocus' : '', password: email === '' ? '' : ' autofocus' }
  return html`<label for="email">${texts.email}</label>
<input id="email" name="email" type="email" autocomplete="username" maxlength="254" required value="${email}"!${focus.email}>
<label for="password">${texts.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required!${focus.password}!${errorAttributes}>
!${loginError && renderAlarm(texts[loginError])}`
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
  readonly label: string
  /** Attributes of the input besides those that every field has, escaped. */
  readonly attributes: string
  readonly hint?: string
  readonly error?: FormError | undefined
}

/** A required text field with its label, and the error and the hint that describe it. */
export function renderField({ name, label, attributes, hint, error }: FieldOptions): string {
  const isWrong = error?.field === name
  const describedBy = [...(isWrong ? ['alarm'] : []), ...(hint ? [`${name}-hint`] : [])].join(' ')
  const described = describedBy && html` aria-describedby="${describedBy}"`
  return html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" required !${attributes}!${described}!${isWrong ? ' aria-invalid="true" autofocus' : ''}>
!${isWrong ? renderAlarm(error.message) : ''}
!${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''}`
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
!${field({ name: 'password', label: texts.password, attributes: 'type="password" autocomplete="new-password" minlength="8" maxlength="128"', hint: texts.passwordHint })}
!${error && error.field === null ? renderAlarm(error.message) : ''}`
}
