import type { ServiceError } from '../../../platform/shared/service-error.ts'
import type { Language } from '../../../platform/web/language.ts'
import { translator } from '../../../platform/web/texts.ts'
import { waitSentence } from '../../../platform/web/wait-sentence.ts'
import type { ReportError, ReportField } from './report-page.ts'

const fields: Readonly<Record<string, ReportField>> = {
  shortUrlOrCode: 'link',
  reason: 'reason',
  details: 'details',
  email: 'email',
}

/** Converts an error of the mutation to a message of the page. */
export function toReportError({ status, code, details, headers }: ServiceError, lang: Language): ReportError {
  const t = translator(lang)
  if (code === 'RATE_LIMITED') {
    const wait = waitSentence(lang, Math.max(1, Number(headers['retry-after'])))
    return { status, field: null, message: `${t('page.reportError.rateLimited')} ${wait}`, headers }
  }
  const field = code === 'INVALID_PARAMS' ? fields[String(details?.[0]?.field)] : undefined
  return field
    ? { status, field, message: t(`page.reportError.${field}`) }
    : {
        status,
        field: null,
        message: status < 500 ? t('page.reportError.unreadable') : t('page.reportError.unavailable'),
        headers,
      }
}
