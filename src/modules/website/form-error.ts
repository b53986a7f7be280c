import type { ServiceError } from '../../platform/shared/service-error.ts'
import type { Language } from '../../platform/web/language.ts'
import { type FormErrorTexts, formErrorTexts } from './form-error-texts.ts'
import type { FormError } from './home-page.ts'

type Field = FormError['field']

/** A refusal of the operation in the words of the page. */
export function toFormError(serviceError: ServiceError, lang: Language): FormError {
  const texts = formErrorTexts[lang]
  const { field, message } = explain(serviceError, texts, lang)
  return { status: serviceError.status, field, message, headers: serviceError.headers }
}

/** A request that was not let as far as the operation. */
export function requestError(status: number, message: string): FormError {
  return { status, field: null, message }
}

function explain(serviceError: ServiceError, texts: FormErrorTexts, lang: Language): { field: Field; message: string } {
  const detail = serviceError.details?.[0]
  switch (serviceError.code) {
    case 'INVALID_PARAMS':
      return detail?.field === 'customCode'
        ? { field: 'customCode', message: texts.invalidCode }
        : { field: 'longUrl', message: texts.address }
    case 'DESTINATION_LOOP':
      return { field: 'longUrl', message: texts.loop }
    case 'DESTINATION_NOT_ALLOWED':
      return { field: 'longUrl', message: texts.notAllowed }
    case 'DESTINATION_BLOCKED':
      return { field: 'longUrl', message: texts.blocked }
    case 'SLUG_RESERVED':
    case 'SLUG_NOT_ALLOWED':
      return { field: 'customCode', message: texts.reservedCode }
    case 'SLUG_TAKEN':
      return { field: 'customCode', message: texts.takenCode(suggestionsOf(detail)) }
    case 'RATE_LIMITED':
      return { field: null, message: texts.rateLimited(formatWait(Number(serviceError.headers['retry-after']), lang)) }
    default:
      return { field: null, message: texts.unavailable }
  }
}

function suggestionsOf(detail: Readonly<Record<string, unknown>> | undefined): string[] {
  return Array.isArray(detail?.suggestions) ? detail.suggestions.map(String) : []
}

/** Seconds up to a minute and a half, then minutes, rounded up: who comes back then is not too early. */
function formatWait(seconds: number, lang: Language): string {
  const [value, unit] = seconds <= 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}
