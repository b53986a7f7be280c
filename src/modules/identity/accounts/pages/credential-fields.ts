import { html } from 'ghtml'
import type { Language } from '../../../../platform/web/language.ts'
import { translator } from '../../../../platform/web/texts.ts'

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
  return html`<label for="email">${translator(lang)('page.credentials.email')}</label>
<input id="email" name="email" type="email" autocomplete="username" maxlength="254" required value="${email}"!${isEmpty ? ' autofocus' : ''}>
!${renderPasswordField(lang, { loginError, hasFocus: !isEmpty })}`
}

/** The field for the password that an account has, and why the last one was rejected. */
export function renderPasswordField(lang: Language, { loginError, hasFocus }: PasswordField): string {
  const t = translator(lang)
  const errorAttributes = loginError ? ' aria-invalid="true" aria-describedby="alarm"' : ''
  const focus = hasFocus ? ' autofocus' : ''
  return html`<label for="password">${t('page.credentials.password')}</label>
!${renderPasswordInput(lang, html`id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required!${focus}!${errorAttributes}`)}
!${loginError && renderAlarm(t(`page.credentials.${loginError}`))}`
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
  const t = translator(lang)
  return html`<div class="password"><input !${attributes}><button type="button" data-show="${t('page.credentials.show')}" data-hide="${t('page.credentials.hide')}" hidden>${t('page.credentials.show')}</button></div>`
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
  const t = translator(lang)
  const strengths = (['0', '1', '2', '3'] as const).map((each) => t(`page.credentials.strengths.${each}`))
  const attributes = 'type="password" autocomplete="new-password" minlength="8" maxlength="128"'
  return html`!${renderField({ name: 'password', label, attributes, hint: t('page.credentials.passwordHint'), error, passwordLang: lang })}
<p class="strength" id="strength" role="status" data-levels="${strengths.join('|')}" hidden></p>`
}

/** The values that a person entered into the registration form. The password is not written back. */
export interface RegistrationForm {
  readonly name: string
  readonly email: string
}

/** The fields of a registration, with the error that belongs to no field. */
export function renderRegistrationFields(lang: Language, form: RegistrationForm, error?: FormError): string {
  const t = translator(lang)
  const field = (options: Omit<FieldOptions, 'error'>) => renderField({ ...options, error })
  return html`!${field({ name: 'name', label: t('page.credentials.name'), attributes: html`autocomplete="name" maxlength="100" value="${form.name}"` })}
!${field({ name: 'email', label: t('page.credentials.email'), attributes: html`type="email" autocomplete="username" maxlength="254" value="${form.email}"` })}
!${renderNewPassword(lang, t('page.credentials.password'), error)}
!${error && error.field === null ? renderAlarm(error.message) : ''}`
}
