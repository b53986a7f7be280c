import type { ServiceError } from '../../../platform/shared/service-error.ts'
import type { Language } from '../../../platform/web/language.ts'
import { type Translator, translator } from '../../../platform/web/texts.ts'

/** An error of the form: a message in the language of the page, and the field it belongs to, if any. */
export interface FormError {
  readonly status: number
  readonly field: 'longUrl' | 'customCode' | null
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}

type Field = FormError['field']

/** Converts an error of the mutation to a message of the page. */
export function toFormError(serviceError: ServiceError, lang: Language): FormError {
  const { field, message } = describeError(serviceError, lang)
  return { status: serviceError.status, field, message, headers: serviceError.headers }
}

/** An error of a request that does not reach the mutation. */
export function createFormError(status: number, message: string): FormError {
  return { status, field: null, message }
}

function describeError(serviceError: ServiceError, lang: Language): { field: Field; message: string } {
  const t = translator(lang)
  const detail = serviceError.details?.[0]
  switch (serviceError.code) {
    case 'INVALID_PARAMS':
      return detail?.field === 'code'
        ? { field: 'customCode', message: t('page.formError.invalidCode') }
        : { field: 'longUrl', message: t('page.formError.address') }
    case 'DESTINATION_LOOP':
      return { field: 'longUrl', message: t('page.formError.loop') }
    case 'DESTINATION_NOT_ALLOWED':
      return { field: 'longUrl', message: t('page.formError.notAllowed') }
    case 'DESTINATION_BLOCKED':
      return { field: 'longUrl', message: t('page.formError.blocked') }
    case 'SLUG_RESERVED':
    case 'SLUG_NOT_ALLOWED':
      return { field: 'customCode', message: t('page.formError.reservedCode') }
    case 'SLUG_TAKEN':
      return { field: 'customCode', message: describeTakenCode(t, getSuggestions(detail)) }
    case 'RATE_LIMITED':
      return {
        field: null,
        message: t('page.formError.rateLimited', {
          duration: formatWait(Number(serviceError.headers['retry-after']), lang),
        }),
      }
    default:
      return { field: null, message: t('page.formError.unavailable') }
  }
}

function getSuggestions(detail: Readonly<Record<string, unknown>> | undefined): string[] {
  return Array.isArray(detail?.suggestions) ? detail.suggestions.map(String) : []
}

/** Seconds up to 90, then minutes, rounded up so that a retry is not too early. */
function formatWait(seconds: number, lang: Language): string {
  const [value, unit] = seconds <= 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}

/** `codes` are free ones. */
function describeTakenCode(t: Translator, codes: readonly string[]): string {
  if (codes.length === 0) return t('page.formError.takenCode')
  const last = codes.at(-1) ?? ''
  const all = codes.length === 1 ? last : t('page.formError.either', { codes: codes.slice(0, -1).join(', '), last })
  return `${t('page.formError.takenCode')} ${t('page.formError.freeCodes', { codes: all })}`
}
