import type { ServiceError } from '../../../platform/shared/service-error.ts'
import { failure, type YourlsAnswer } from './yourls-answer.ts'

/** The fields of operations, as parameters of YOURLS. */
const parameterNames: Readonly<Record<string, string>> = {
  longUrl: 'url',
  customUrl: 'keyword',
  shortUrl: 'shorturl',
  title: 'title',
}

/** The error of an operation in the words and statuses by which clients of YOURLS decide. */
export function toFailure(error: ServiceError): YourlsAnswer {
  const { code, status, message, resolution } = error
  const [detail] = error.details ?? []
  if (status === 401 || status === 403) return failure(403, `${message} ${resolution}`)
  if (code === 'LINK_NOT_FOUND') return failure(404, 'Error: short URL not found')
  if (code === 'DESTINATION_LOOP') return failure(400, message, 'error:noloop')
  if (code.startsWith('DESTINATION_')) return failure(400, message, 'error:url')
  if (code.startsWith('SLUG_')) return failure(400, message, 'error:keyword')
  if (detail && Object.hasOwn(parameterNames, detail.field)) {
    const name = parameterNames[detail.field]
    const text = `${name} ${detail.issue}`
    return failure(400, text, name === 'keyword' ? 'error:keyword' : 'error:nourl')
  }
  return failure(status, `${message} ${resolution}`)
}
