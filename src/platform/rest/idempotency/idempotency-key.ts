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

  /** Also where the request of this caller was itself overtaken: nothing of it was kept. */
  static stillRunning(): IdempotencyConflict {
    return new IdempotencyConflict('The first request with this Idempotency-Key is still running.', {
      resolution: 'Repeat the request after the number of seconds in the Retry-After header.',
      headers: { 'retry-after': '1' },
    })
  }
}

export const idempotencyKeyHeader = 'idempotency-key'
export const idempotencyReplayedHeader = 'idempotency-replayed'

/** Whether an operation makes something that was not there before: only there can a repetition be one too many. */
export function isCreateRoute({ method, status }: RestRoute): boolean {
  return method === 'POST' && status === 201
}

/** The key as it was sent, or undefined without one. Throws `InvalidParams` for what is no key. */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || /^[ -~]{1,255}$/.test(header)) return header
  throw InvalidParams.forField('Idempotency-Key', 'must be 1 to 255 printable ASCII characters')
}
