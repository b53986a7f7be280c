import type { ServiceError } from '../shared/service-error.ts'

/** The error envelope of contract part 7, with `details` and `requestId` added. */
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

export function toErrorEnvelope(error: ServiceError, requestId: string, at: Date): ErrorEnvelope {
  const { code, message, resolution, details } = error
  return {
    error: { code, message, resolution, ...(details?.length && { details }), requestId },
    message,
    timestamp: at.toISOString(),
  }
}
