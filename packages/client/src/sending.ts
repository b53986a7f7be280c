import { readError, readRetryAfter, TackError } from './tack-error.ts'

export interface SendingOptions {
  /** An API key or an access token, or what returns one for each request. Without one, only public operations answer. */
  readonly token?: string | (() => string | Promise<string>) | undefined
  /** The workspace of all requests that name none. Default: the one of the key, or the personal one. */
  readonly workspaceId?: string | undefined
  /** How often a request is repeated: when the service says after how long, or when it does not answer. 3 unless told. */
  readonly maxRetries?: number | undefined
  /** No single wait is longer. A request that would have to wait longer fails at once. 60 unless told. */
  readonly maxWaitSeconds?: number | undefined
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
}

/** Sends a request and returns its successful answer. Throws `TackError`, and what the signal of the request says. */
export type Send = (request: Request) => Promise<Response>

export function createSend(options: SendingOptions): Send {
  const { maxRetries = 3, maxWaitSeconds = 60, fetch: sendOnce = (request: Request) => fetch(request) } = options
  return async function send(original) {
    const request = await prepare(original, options)
    for (let retries = 0; ; retries++) {
      const outcome = await sendOnce(request.clone()).catch((error: unknown) => {
        if (request.signal.aborted) throw error
        return noAnswer(error)
      })
      if (outcome instanceof Response && outcome.ok) return outcome
      const waitSeconds = waitBefore(outcome, retries)
      if (waitSeconds === undefined || retries >= maxRetries || waitSeconds > maxWaitSeconds)
        throw outcome instanceof Response ? await readError(outcome) : outcome
      if (outcome instanceof Response) await outcome.body?.cancel()
      await wait(waitSeconds, request.signal)
    }
  }
}

/** With a name for each creation, so that it can be repeated and creates nothing twice. */
async function prepare(original: Request, { token, workspaceId }: SendingOptions): Promise<Request> {
  const request = new Request(original)
  const { headers } = request
  const value = typeof token === 'function' ? await token() : token
  if (value !== undefined && !headers.has('authorization')) headers.set('authorization', `Bearer ${value}`)
  if (workspaceId !== undefined && !headers.has('x-workspace-id')) headers.set('x-workspace-id', workspaceId)
  if (request.method === 'POST' && !headers.has('idempotency-key')) headers.set('idempotency-key', crypto.randomUUID())
  return request
}

function noAnswer(cause: unknown): TackError {
  const resolution = 'Check the address of the service and the network.'
  return new TackError({ status: 0, code: 'NO_ANSWER', message: 'The service did not answer.', resolution }, { cause })
}

/** Longer each time, up to half a minute, and as long as the service says. Undefined when repeating does not help. */
function waitBefore(outcome: Response | TackError, retries: number): number | undefined {
  const patience = Math.min(2 ** retries / 2, 30)
  if (outcome instanceof TackError) return patience
  // 409: the first request with this Idempotency-Key is still running.
  const retryAfter = [409, 429, 503].includes(outcome.status) ? readRetryAfter(outcome.headers) : undefined
  return retryAfter === undefined ? undefined : Math.max(retryAfter, patience)
}

function wait(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, seconds * 1000)
    signal.addEventListener('abort', stop, { once: true })
  })
}
