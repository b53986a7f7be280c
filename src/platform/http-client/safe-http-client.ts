import { Agent, type Dispatcher, request } from 'undici'
import {
  createGuardedConnector,
  type ResolveHost,
  resolveAllowedAddresses,
  resolveWithSystem,
} from './guarded-connector.ts'
import { AddressNotAllowed, type AllowedHosts, bareHost, parseOutboundUrl, type TargetKind } from './outbound-url.ts'

export interface OutboundRequest {
  readonly url: string
  readonly method: 'GET' | 'HEAD' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** A receiver unless said otherwise. */
  readonly targetKind?: TargetKind
  /** From the resolving of the name to the last byte, where that is not the usual time. */
  readonly timeoutMs?: number
}

/** What came of a call: an answer with its status, or the reason why there was none. */
export interface OutboundResponse {
  readonly status: number | null
  /** In words the owner of the address may read; null when there was an answer. */
  readonly error: string | null
  /** False when the address is one the service does not call, which says nothing of the host. */
  readonly isAllowed: boolean
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The first KiB of the answer. */
  readonly body: string
  readonly durationMs: number
}

export interface SafeHttpClientOptions {
  readonly allowedHosts: AllowedHosts
  readonly resolveHost?: ResolveHost
  /** From the resolving of the name to the last byte. */
  readonly timeoutMs?: number
}

const maxBodyBytes = 1024

/**
 * The one way by which the service calls hosts that others name. Every call resolves, judges and connects anew; redirects
 * are answers like others and are never followed; no proxy of the environment is used (docs/decisions/outward.md).
 */
export class SafeHttpClient {
  readonly #agent: Agent
  readonly #allowedHosts: AllowedHosts
  readonly #resolveHost: ResolveHost
  readonly #timeoutMs: number

  constructor({ allowedHosts, resolveHost = resolveWithSystem, timeoutMs = 15_000 }: SafeHttpClientOptions) {
    this.#allowedHosts = allowedHosts
    this.#resolveHost = resolveHost
    this.#timeoutMs = timeoutMs
    // Without pipelining a connection is closed after its answer: one that is kept would not be judged again.
    this.#agent = new Agent({
      connect: createGuardedConnector(allowedHosts, resolveHost),
      pipelining: 0,
      maxHeaderSize: 16_384,
    })
  }

  /**
   * Reads an address that is to be called later, and refuses it now when its host is known to be private. A name that
   * does not resolve yet is taken: it is judged with every call. Throws `NotCalled`.
   */
  async validateUrl(text: string): Promise<string> {
    const url = parseOutboundUrl(text, this.#allowedHosts)
    if (this.#allowedHosts === 'public') {
      await resolveAllowedAddresses(bareHost(url), this.#allowedHosts, this.#resolveHost).catch((error: unknown) => {
        if (error instanceof AddressNotAllowed) throw error
      })
    }
    return url.href
  }

  /** Never rejects: that a host does not answer is as much an outcome as its answer. */
  async send(outbound: OutboundRequest): Promise<OutboundResponse> {
    const startedAtMs = performance.now()
    const elapsedMs = () => Math.round(performance.now() - startedAtMs)
    const { method, headers, body = null, targetKind, timeoutMs = this.#timeoutMs } = outbound
    try {
      const { href } = parseOutboundUrl(outbound.url, this.#allowedHosts, targetKind)
      const signal = AbortSignal.timeout(timeoutMs)
      const pending = request(href, { method, headers, body, signal, dispatcher: this.#agent })
      const response = await Promise.race([pending, rejectOnAbort(signal)])
      const text = await readBeginning(response.body)
      return {
        ...{ status: response.statusCode, error: null, isAllowed: true },
        ...{ headers: response.headers, body: text, durationMs: elapsedMs() },
      }
    } catch (error) {
      const isAllowed = !(error instanceof AddressNotAllowed)
      return {
        ...{ status: null, error: describeError(error, timeoutMs), isAllowed },
        ...{ headers: {}, body: '', durationMs: elapsedMs() },
      }
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }
}

/** Rejects in time. A request heeds its signal only once it is connected, and a name or a handshake may hang before. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function describeError(error: unknown, timeoutMs: number): string {
  if (error instanceof AddressNotAllowed) return `not called: the address ${error.message}`
  const { name, code } = error as { name?: string; code?: string }
  if (name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`
  // The code names what happened on the network and nothing of ours; messages tell addresses.
  return `no answer: ${code ?? 'the connection failed'}`
}

/** What an answer begins with. A receiver that goes on, or stops in the middle, has answered all the same. */
async function readBeginning(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= maxBodyBytes) break
    }
  } catch {
    // Its status has been said.
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBodyBytes))
  return text.replaceAll('\0', '\ufffd')
}
