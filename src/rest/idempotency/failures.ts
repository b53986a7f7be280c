import { refusal } from '../../base/failure.ts'

export class IdempotencyConflict extends refusal({
  code: 'IDEMPOTENCY_CONFLICT',
  status: 409,
  when: 'The Idempotency-Key was used with another body, or its first request is still running.',
  resolution: 'Repeat the same body, or use a new key.',
}) {
  static otherBody(): IdempotencyConflict {
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
