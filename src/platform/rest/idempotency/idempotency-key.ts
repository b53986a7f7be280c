import { InvalidParams } from '../../shared/general.errors.ts'
import { defineError } from '../../shared/service-error.ts'
import type { RestRoute } from '../rest.decorator.ts'

export class IdempotencyConflict extends defineError({
  code: 'IDEMPOTENCY_CONFLICT',
  status: 409,
  when: 'The Idempotency-Key was used with another body, or its first request is still running.',
  resolution: 'Repeat the same body, or use a new key.',
}) {
  static differentBody(): IdempotencyConflict {
    return new IdempotencyConflict('This Idempotency-Key was used with another body.')
  }

  /** Also for a request that lost its own claim to another one: its changes were rolled back. */
  static stillRunning(): IdempotencyConflict {
    return new IdempotencyConflict('The first request with this Idempotency-Key is still running.', {
      resolution: 'Repeat the request after the number of seconds in the Retry-After header.',
      headers: { 'retry-after': '1' },
    })
  }
}

export const idempotencyKeyHeader = 'idempotency-key'
export const idempotencyReplayedHeader = 'idempotency-replayed'

/** Whether the operation creates something: only then does a repeated request do harm. */
export function isCreateRoute({ method, status, creates = false }: RestRoute): boolean {
  return method === 'POST' && (status === 201 || creates)
}

/** The key. Throws `InvalidParams` for an invalid one. */
export function checkIdempotencyKey(key: string): string {
  if (/^[ -~]{1,255}$/.test(key)) return key
  throw InvalidParams.forField('Idempotency-Key', 'must be 1 to 255 printable ASCII characters')
}
