import { Agent, type Dispatcher, request } from 'undici'
import { addressesOf, type FindAddresses, guardedConnector, systemAddresses } from './connector.ts'
import { bareHost, type Callee, NotCalled, type Reachable, readOutward } from './destination.ts'

export interface OutwardRequest {
  readonly url: string
  readonly method: 'GET' | 'HEAD' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** A receiver unless said otherwise. */
  readonly callee?: Callee
  /** From the resolving of the name to the last byte, where that is not the usual time. */
  readonly patienceMs?: number
}

/** What came of a call: an answer with its status, or the reason why there was none. */
export interface OutwardAnswer {
  readonly status: number | null
  /** In words the owner of the address may read; null when there was an answer. */
  readonly error: string | null
  /** False when the address is one the service does not call, which says nothing of the host. */
  readonly isCalled: boolean
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The first KiB of the answer. */
  readonly body: string
  readonly durationMs: number
}

export interface OutwardOptions {
  readonly reachable: Reachable
  readonly find?: FindAddresses
  /** From the resolving of the name to the last byte. */
  readonly patienceMs?: number
}

const keptBytes = 1024

/**
 * The one way by which the service calls hosts that others name. Every call resolves, judges and connects anew; redirects
 * are answers like others and are never followed; no proxy of the environment is used (docs/decisions/outward.md).
 */
export class Outward {
  readonly #agent: Agent
  readonly #reachable: Reachable
  readonly #find: FindAddresses
  readonly #patienceMs: number

  constructor({ reachable, find = systemAddresses, patienceMs = 15_000 }: OutwardOptions) {
    this.#reachable = reachable
    this.#find = find
    this.#patienceMs = patienceMs
    // Without pipelining a connection is closed after its answer: one that is kept would not be judged again.
    this.#agent = new Agent({ connect: guardedConnector(reachable, find), pipelining: 0, maxHeaderSize: 16_384 })
  }

  /**
   * Reads an address that is to be called later, and refuses it now when its host is known to be private. A name that
   * does not resolve yet is taken: it is judged with every call. Throws `NotCalled`.
   */
  async read(text: string): Promise<string> {
    const url = readOutward(text, this.#reachable)
    if (this.#reachable === 'public') {
      await addressesOf(bareHost(url), this.#reachable, this.#find).catch((error: unknown) => {
        if (error instanceof NotCalled) throw error
      })
    }
    return url.href
  }

  /** Never rejects: that a host does not answer is as much an outcome as its answer. */
  async call(wish: OutwardRequest): Promise<OutwardAnswer> {
    const started = performance.now()
    const took = () => Math.round(performance.now() - started)
    const { method, headers, body = null, callee, patienceMs = this.#patienceMs } = wish
    try {
      const { href } = readOutward(wish.url, this.#reachable, callee)
      const signal = AbortSignal.timeout(patienceMs)
      const asked = request(href, { method, headers, body, signal, dispatcher: this.#agent })
      const answer = await Promise.race([asked, lapseOf(signal)])
      const text = await beginningOf(answer.body)
      return {
        ...{ status: answer.statusCode, error: null, isCalled: true },
        ...{ headers: answer.headers, body: text, durationMs: took() },
      }
    } catch (error) {
      const isCalled = !(error instanceof NotCalled)
      return {
        ...{ status: null, error: reasonOf(error, patienceMs), isCalled },
        ...{ headers: {}, body: '', durationMs: took() },
      }
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }
}

/** Rejects in time. A request heeds its signal only once it is connected, and a name or a handshake may hang before. */
function lapseOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function reasonOf(error: unknown, patienceMs: number): string {
  if (error instanceof NotCalled) return `not called: the address ${error.message}`
  const { name, code } = error as { name?: string; code?: string }
  if (name === 'TimeoutError') return `no answer within ${patienceMs / 1000} s`
  // The code names what happened on the network and nothing of ours; messages tell addresses.
  return `no answer: ${code ?? 'the connection failed'}`
}

/** What an answer begins with. A receiver that goes on, or stops in the middle, has answered all the same. */
async function beginningOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const pieces: Buffer[] = []
  let length = 0
  try {
    for await (const piece of body as AsyncIterable<Buffer>) {
      pieces.push(piece)
      length += piece.length
      if (length >= keptBytes) break
    }
  } catch {
    // Its status has been said.
  }
  const text = new TextDecoder().decode(Buffer.concat(pieces).subarray(0, keptBytes))
  return text.replaceAll('\0', '\ufffd')
}
