import { Failure } from '../../../src/base/failure.ts'
import { type DestinationRules, readDestination } from '../../../src/links/rules/destination.ts'

export const owner: DestinationRules = {
  maxLength: 8192,
  ownHosts: new Set(['tack.to', 'api.tack.to', 'xn--tck-qla.example', '203.0.113.7', '[2001:db8::7]']),
  allowPrivate: false,
  otherShorteners: 'allowed',
}
export const anonymous: DestinationRules = { ...owner, maxLength: 2048, otherShorteners: 'refused' }
export const intranet: DestinationRules = { ...owner, allowPrivate: true }

export function read(text: string, rules = owner): string {
  return readDestination('longUrl', text, rules)
}

export function refusalOf(text: string, rules = owner): Failure {
  try {
    read(text, rules)
  } catch (failure) {
    if (failure instanceof Failure) return failure
    throw failure
  }
  throw new Error('The destination was taken.')
}
