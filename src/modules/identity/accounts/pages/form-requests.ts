import type { FastifyRequest } from 'fastify'
import { parse } from 'graphql'
import { AccountSuspended } from '../../../../platform/auth/auth.errors.ts'
import { toServiceError } from '../../../../platform/graphql/error-formatting.ts'
import type { FormMutations } from '../../../../platform/graphql/form-mutations.ts'
import { InvalidParams, RateLimited } from '../../../../platform/shared/general.errors.ts'
import { requestLanguage } from '../../../../platform/web/language.ts'
import { translator } from '../../../../platform/web/texts.ts'
import { waitSentence } from '../../../../platform/web/wait-sentence.ts'
import { EmailTaken, InvalidCredentials, MailLinkInvalid } from '../account.errors.ts'
import { PasskeyProblem } from '../passkeys/passkey-problem.ts'
import { SecondFactorInvalid } from '../second-factors/second-factor.errors.ts'
import type { SecondFactorProof } from '../second-factors/sign-in.service.ts'
import type { FormError, RegistrationForm } from './credential-fields.ts'
import { isStepUpRequired } from './page-visit.ts'

/**
 * The text of a field; empty for a missing field, and for a field that was sent twice, which Fastify parses as a list.
 */
export function readField(request: FastifyRequest, name: string): string {
  const value = (request.body as Record<string, unknown> | null | undefined)?.[name]
  return typeof value === 'string' ? value : ''
}

/** The input fields that pages have, by their names in the GraphQL schema. */
const fieldsByInput: Readonly<Record<string, 'name' | 'email' | 'password' | 'code'>> = {
  name: 'name',
  email: 'email',
  password: 'password',
  newPassword: 'password',
  code: 'code',
}

/** Converts an error of a mutation to a message of the page, and logs it if the service is at fault. */
export function toFormError(request: FastifyRequest, error: unknown): FormError {
  const lang = requestLanguage(request)
  const t = translator(lang)
  if (error instanceof PasskeyProblem) {
    const { message, kind, cause } = error
    if (kind === 'refused') request.log.warn({ reason: (cause as Error | undefined)?.message }, message)
    return { status: kind === 'refused' ? 401 : 409, field: null, message: t(`page.passkey.${kind}`) }
  }
  const serviceError = toServiceError(error)
  const { status, headers } = serviceError
  if (status >= 500) request.log.error({ err: serviceError.cause ?? serviceError }, serviceError.message)
  if (serviceError instanceof EmailTaken)
    return { status, field: 'email', message: t('page.account.errors.emailTaken') }
  if (serviceError instanceof AccountSuspended) return { status, field: null, message: t('page.credentials.suspended') }
  if (serviceError instanceof SecondFactorInvalid)
    return { status, field: 'code', message: t('page.account.errors.code') }
  if (serviceError instanceof RateLimited)
    return { status, headers, field: null, message: waitSentence(lang, serviceError.retryAfterSeconds) }
  const field = serviceError instanceof InvalidParams && fieldsByInput[serviceError.details?.[0]?.field ?? '']
  return field
    ? { status, field, message: t(`page.account.errors.${field}`) }
    : { status, headers, field: null, message: t('page.account.errors.unavailable') }
}

/** The same for a page with `renderOwnPassword`: the password is the present one, and not a new one that could be better. */
export function toOwnerError(request: FastifyRequest, error: unknown): FormError {
  if (isStepUpRequired(error)) throw error
  const formError = toFormError(request, error)
  const isPassword = formError.field === 'password' || toServiceError(error) instanceof InvalidCredentials
  const t = translator(requestLanguage(request))
  return isPassword ? { ...formError, field: 'password', message: t('page.credentials.wrongPassword') } : formError
}

/** Converts an error for which the page has no form to show it in. */
export function toPageError(request: FastifyRequest, error: unknown): FormError {
  if (error instanceof AccountSuspended) return toFormError(request, error)
  // Fastify throws errors with a status below 500 for unreadable forms.
  const { statusCode = 500 } = (error ?? {}) as { statusCode?: number }
  const isUnreadable = !(error instanceof RateLimited) && statusCode < 500
  const formError = toFormError(request, isUnreadable ? InvalidParams.forField('form', 'must be readable') : error)
  return { ...formError, ...(formError.status !== 429 && { message: '' }) }
}

/** Whether an error says that the link of a mail is not valid. */
export function isInvalidLink(error: unknown): boolean {
  const serviceError = toServiceError(error)
  return serviceError instanceof MailLinkInvalid || serviceError.details?.[0]?.field === 'token'
}

const registerDocument = parse('mutation ($input: RegisterInput!) { register(input: $input) { token user { id } } }')

/** The result of a registration form: the new account with its session, or an error. */
export interface RegistrationResult {
  readonly form: RegistrationForm
  readonly error?: FormError
  readonly registered?: { readonly id: string; readonly session: string }
}

/** Registers by a form with the fields of `renderRegistrationFields`. */
export async function registerByForm(
  formMutations: FormMutations,
  request: FastifyRequest,
): Promise<RegistrationResult> {
  const form = { name: readField(request, 'name'), email: readField(request, 'email').trim() }
  const input = { ...form, password: readField(request, 'password') }
  try {
    const data = await formMutations.run(request.context, registerDocument, { input })
    const { token, user } = (data as { register: { token: string; user: { id: string } } }).register
    return { form, registered: { id: user.id, session: token } }
  } catch (error) {
    return { form, error: toFormError(request, error) }
  }
}

/** The password as a variable, if the form has its field. */
export function readPassword(request: FastifyRequest): { readonly password?: string } {
  const hasPassword = (request.body as Record<string, unknown> | null | undefined)?.password !== undefined
  return hasPassword ? { password: readField(request, 'password') } : {}
}

/** The second factor in a form: a code, or the answer of a browser to `renderPasskeyForm`. */
export function readProof(request: FastifyRequest): SecondFactorProof {
  const credential = readField(request, 'credential')
  return credential ? { credential, browser: readField(request, 'token') } : { code: readField(request, 'code') }
}

/** The same, or the password in a form that has its field. */
export function readOwnerProof(request: FastifyRequest): SecondFactorProof | { readonly password: string } {
  const { password } = readPassword(request)
  return password === undefined ? readProof(request) : { password: password.slice(0, 1024) }
}
