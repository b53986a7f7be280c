/** One thing that is wrong with a request, and where. */
export interface ErrorDetail {
  /** The field of the body, or the parameter. */
  readonly field: string
  /** What is wrong with it, such as `must be a URL`. */
  readonly issue: string
}

/** What an answer says that is not a success. */
export interface TackErrorFields {
  /** The status of HTTP; 0 when the service did not answer. */
  readonly status: number
  /** What programs decide by, such as `SLUG_TAKEN`. `schema/errors.json` of the service lists them. */
  readonly code: string
  readonly message: string
  /** What to do next, for a person. */
  readonly resolution?: string | undefined
  readonly details?: readonly ErrorDetail[] | undefined
  /** Names the request in the log of the service. */
  readonly requestId?: string | undefined
  /** After how many seconds the same request may succeed. */
  readonly retryAfterSeconds?: number | undefined
}

/** A request that was refused or that got no answer, after the retries. */
export class TackError extends Error implements TackErrorFields {
  override readonly name = 'TackError'
  readonly status: number
  readonly code: string
  readonly resolution: string
  readonly details: readonly ErrorDetail[]
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(fields: TackErrorFields, options?: ErrorOptions) {
    super(fields.message, options)
    this.status = fields.status
    this.code = fields.code
    this.resolution = fields.resolution ?? ''
    this.details = fields.details ?? []
    this.requestId = fields.requestId
    this.retryAfterSeconds = fields.retryAfterSeconds
  }
}

/** Reads the error of an answer. An answer that is not from the service itself, but from a proxy, has no code. */
export async function readError(response: Response): Promise<TackError> {
  const { status, headers } = response
  const text = await response.text().catch(() => '')
  const error = parseError(text)
  return new TackError({
    status,
    code: 'HTTP_ERROR',
    message: `The service answered ${status}.`,
    ...error,
    requestId: error?.requestId ?? headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: readRetryAfter(headers),
  })
}

type ErrorBody = Pick<TackErrorFields, 'code' | 'message' | 'resolution' | 'details' | 'requestId'>

function parseError(text: string): ErrorBody | undefined {
  try {
    const { error } = JSON.parse(text) as { error?: ErrorBody }
    return typeof error?.code === 'string' && typeof error.message === 'string' ? error : undefined
  } catch {
    return undefined
  }
}

/** The seconds of `Retry-After`, which is a number or a date (RFC 9110, 10.2.3). */
export function readRetryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}
