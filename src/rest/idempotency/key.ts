import { InvalidParams } from '../../base/failures.ts'
import type { RestRoute } from '../mark.ts'

export const keyHeader = 'idempotency-key'
export const replayedHeader = 'idempotency-replayed'

/** Whether an operation makes something that was not there before: only there can a repetition be one too many. */
export function creates({ method, status }: RestRoute): boolean {
  return method === 'POST' && status === 201
}

/** The key as it was sent, or undefined without one. Throws `InvalidParams` for what is no key. */
export function readKey(header: string | undefined): string | undefined {
  if (header === undefined || /^[ -~]{1,255}$/.test(header)) return header
  throw InvalidParams.of('Idempotency-Key', 'must be 1 to 255 printable ASCII characters')
}
