import type { ServiceError } from '../shared/service-error.ts'

/** The error envelope of contract part 7; `details` and `requestId` are additive. */
export interface ErrorEnvelope {
  readonly error: {
    readonly code: string
    readonly message: string
    readonly resolution: string
    readonly details?: ServiceError['details']
    readonly requestId: string
  }
  readonly message: string
  readonly timestamp: string
}

export function toErrorEnvelope(failure: ServiceError, requestId: string, at: Date): ErrorEnvelope {
  const { code, message, resolution, details } = failure
  return {
    error: { code, message, resolution, ...(details?.length && { details }), requestId },
    message,
    timestamp: at.toISOString(),
  }
}
