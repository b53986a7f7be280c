import {
  type DestinationRules,
  parseDestination,
} from '../../../src/modules/publishing/links/rules/destination-rules.ts'
import { ServiceError } from '../../../src/platform/shared/service-error.ts'

export const owner: DestinationRules = {
  maxLength: 8192,
  ownAddresses: ['tack.to', 'api.tack.to', 'xn--tck-qla.example', '203.0.113.7', '[2001:db8::7]'].map(
    (host) => new URL(`https://${host}`),
  ),
  allowPrivate: false,
  isDomain: () => false,
  otherShorteners: 'allowed',
}
export const anonymous: DestinationRules = { ...owner, maxLength: 2048, otherShorteners: 'rejected' }
export const intranet: DestinationRules = { ...owner, allowPrivate: true }

export function read(text: string, rules = owner): string {
  return parseDestination('destination', text, rules)
}

export function errorOf(text: string, rules = owner): ServiceError {
  try {
    read(text, rules)
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
  throw new Error('The destination was accepted.')
}
