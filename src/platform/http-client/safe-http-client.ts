import { isIP } from 'node:net'
import { type SecureContext, TLSSocket } from 'node:tls'
import { Agent, buildConnector, type Dispatcher, request } from 'undici'
import { Unavailable } from '../shared/general.errors.ts'
import { withSpan } from '../tracing/tracing.ts'
import { NameResolver, NameServersSilent, SystemNameServers } from './dns-lookup.ts'
import {
  AddressNotAllowed,
  type AllowedHosts,
  bareHost,
  isPublicAddress,
  parseOutboundUrl,
  type TargetKind,
} from './outbound-url.ts'
import { readCertificate, type ShownCertificate } from './shown-certificate.ts'

/** Resolves a host name to its addresses, in the order in which they are tried. */
export type ResolveHost = (host: string) => Promise<readonly string[]>

/** The addresses of a host, if all may be called. Throws `AddressNotAllowed` and the errors of `resolveHost`. */
export async function resolveAllowedAddresses(
  host: string,
  allowedHosts: AllowedHosts,
  resolveHost: ResolveHost,
): Promise<readonly string[]> {
  const addresses = isIP(host) ? [host] : await resolveHost(host)
  if (addresses.length === 0) throw new AddressNotAllowed('has a host without an address')
  if (allowedHosts === 'public' && !addresses.every(isPublicAddress))
    throw new AddressNotAllowed('must be a public host')
  return addresses
}

interface Trust {
  /** The authorities that are trusted, if they are not the usual ones. */
  readonly secureContext?: SecureContext | undefined
  /** Takes the certificate of the host. With it, one that is not trusted is accepted as well. */
  readonly onCertificate?: ((certificate: ShownCertificate) => void) | undefined
}

/** Connects to the checked address. Each connection resolves once: a second lookup could return another address. */
export function createGuardedConnector(
  allowedHosts: AllowedHosts,
  resolveHost: ResolveHost,
  { secureContext, onCertificate }: Trust = {},
): buildConnector.connector {
  const trust = { ...(secureContext && { secureContext }), ...(onCertificate && { rejectUnauthorized: false }) }
  const connect = buildConnector({ timeout: 10_000, allowH2: false, maxCachedSessions: 0, ...trust })
  return (options, callback) => {
    const host = bareHost(options)
    const onConnected: buildConnector.Callback = (...outcome) => {
      const certificate = outcome[1] instanceof TLSSocket ? readCertificate(outcome[1]) : null
      if (certificate) onCertificate?.(certificate)
      callback(...outcome)
    }
    resolveAllowedAddresses(host, allowedHosts, resolveHost).then(
      ([address = '']) =>
        connect({ ...options, hostname: address, ...(!isIP(host) && { servername: host }) }, onConnected),
      (error: Error) => callback(error, null),
    )
  }
}

export interface OutboundRequest {
  readonly url: string
  /** The account for which the request is sent, which has a share of the name lookups. */
  readonly accountId: string
  readonly method: 'GET' | 'HEAD' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** `receiver` by default. */
  readonly targetKind?: TargetKind
  /** Time limit from name lookup to the last byte. By default the limit of the client. */
  readonly timeoutMs?: number
  /** How much of the response body is read, 1 KiB by default. What comes after it is never downloaded. */
  readonly maxBodyBytes?: number
  /** Takes the certificate of the host, which need not be trusted. Not for a request with a secret. */
  readonly onCertificate?: Trust['onCertificate']
}

/** The outcome of a call: a response with its status, or the reason why there was none. */
export interface OutboundResponse {
  readonly status: number | null
  /** A text that the owner of the URL may read; null when there was a response. */
  readonly error: string | null
  /** False when the service does not call this address. This says nothing about the host. */
  readonly isAllowed: boolean
  /** False when the fault is on our side, such as name servers that do not answer. This says nothing about the host either. */
  readonly isConclusive: boolean
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The beginning of the response body, at most `maxBodyBytes`. */
  readonly bodyBytes: Buffer
  /** The same as UTF-8 text. */
  readonly body: string
  readonly durationMs: number
}

export interface SafeHttpClientOptions {
  readonly allowedHosts: AllowedHosts
  /** Resolves names for the accounts; by default with the name servers of the system. */
  readonly names?: Pick<NameResolver, 'resolveAddresses'>
  /** Default time limit from name lookup to the last byte. */
  readonly timeoutMs?: number
  /** The authorities that are trusted, if they are not the usual ones (`readSecureContext`). */
  readonly secureContext?: SecureContext
}

const defaultMaxBodyBytes = 1024

/**
 * Calls URLs that users provide. Every call resolves, checks and connects anew. Redirects are returned and not
 * followed, and proxy settings of the environment are ignored (docs/decisions/outbound-calls.md).
 */
export class SafeHttpClient {
  private readonly agents = new Set<Agent>()
  private readonly ownAllowedHosts: AllowedHosts
  private readonly ownNames: Pick<NameResolver, 'resolveAddresses'>
  private readonly ownTimeoutMs: number
  private readonly ownSecureContext: SecureContext | undefined

  constructor({ allowedHosts, names, timeoutMs = 15_000, secureContext }: SafeHttpClientOptions) {
    this.ownSecureContext = secureContext
    this.ownAllowedHosts = allowedHosts
    this.ownNames = names ?? new NameResolver(new SystemNameServers())
    this.ownTimeoutMs = timeoutMs
  }

  /**
   * Checks a URL that will be called later and returns it in its normal form. A name that does not resolve yet is
   * accepted, because every call checks it again. Throws `AddressNotAllowed`.
   */
  async validateUrl(text: string, accountId: string): Promise<string> {
    const url = parseOutboundUrl(text, this.ownAllowedHosts)
    if (this.ownAllowedHosts === 'public') {
      const resolveHost: ResolveHost = (host) => this.ownNames.resolveAddresses(host, accountId)
      await resolveAllowedAddresses(bareHost(url), this.ownAllowedHosts, resolveHost).catch((error: unknown) => {
        if (error instanceof AddressNotAllowed) throw error
      })
    }
    return url.href
  }

  /** The addresses of a host that may be called. Throws `AddressNotAllowed`, and what a lookup throws. */
  findAddresses(host: string, accountId: string): Promise<readonly string[]> {
    return resolveAllowedAddresses(host, this.ownAllowedHosts, (name) =>
      this.ownNames.resolveAddresses(name, accountId),
    )
  }

  /** Sends a request. Never rejects: a host that does not answer is an outcome like any response. */
  send(outbound: OutboundRequest): Promise<OutboundResponse> {
    const { method } = outbound
    // Without the address, which is an account's own and may contain credentials.
    const options = { name: method, kind: 'client', attributes: { 'http.request.method': method } } as const
    return withSpan(options, async (span) => {
      const response = await this.call(outbound)
      if (response.status === null) span?.fail('no answer')
      else span?.setAttributes({ 'http.response.status_code': response.status })
      return response
    })
  }

  private async call(outbound: OutboundRequest): Promise<OutboundResponse> {
    const startedAtMs = performance.now()
    const elapsedMs = () => Math.round(performance.now() - startedAtMs)
    const { method, headers, body = null, targetKind, accountId } = outbound
    const { timeoutMs = this.ownTimeoutMs, maxBodyBytes = defaultMaxBodyBytes } = outbound
    const signal = AbortSignal.timeout(timeoutMs)
    const resolveHost: ResolveHost = (host) => this.ownNames.resolveAddresses(host, accountId, signal)
    const agent = this.createAgent(resolveHost, outbound.onCertificate)
    try {
      const { href } = parseOutboundUrl(outbound.url, this.ownAllowedHosts, targetKind)
      const pending = request(href, { method, headers, body, signal, dispatcher: agent })
      const response = await Promise.race([pending, rejectOnAbort(signal)])
      const bodyBytes = await readBeginning(response.body, maxBodyBytes)
      return {
        status: response.statusCode,
        error: null,
        isAllowed: true,
        isConclusive: true,
        headers: response.headers,
        bodyBytes,
        body: toText(bodyBytes),
        durationMs: elapsedMs(),
      }
    } catch (error) {
      const isAllowed = !(error instanceof AddressNotAllowed)
      return {
        status: null,
        error: describeError(error, timeoutMs),
        isAllowed,
        isConclusive: !(error instanceof NameServersSilent || error instanceof Unavailable),
        headers: {},
        bodyBytes: Buffer.alloc(0),
        body: '',
        durationMs: elapsedMs(),
      }
    } finally {
      this.agents.delete(agent)
      await agent.destroy()
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.agents].map((agent) => agent.destroy()))
  }

  /** An agent for one call: a reused connection would skip the check, and each account has a share of the lookups. */
  private createAgent(resolveHost: ResolveHost, onCertificate: Trust['onCertificate']): Agent {
    const trust = { secureContext: this.ownSecureContext, onCertificate }
    const connect = createGuardedConnector(this.ownAllowedHosts, resolveHost, trust)
    const agent = new Agent({ connect, pipelining: 0, maxHeaderSize: 16_384 })
    this.agents.add(agent)
    return agent
  }
}

/** Rejects on abort. undici obeys the signal only after it has connected, and a lookup or handshake may hang before. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function describeError(error: unknown, timeoutMs: number): string {
  if (error instanceof AddressNotAllowed) return `not called: the address ${error.message}`
  const { name, code } = error as { name?: string; code?: string }
  if (name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`
  // The error code describes the network only; error messages contain addresses.
  return `no answer: ${code ?? 'the connection failed'}`
}

/** The beginning of the body. A receiver that sends more, or stops in the middle, has responded all the same. */
async function readBeginning(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= maxBytes) break
    }
  } catch {
    // The status has already arrived, so a broken body is no error.
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}

/** PostgreSQL, which stores some bodies, has no NUL. */
function toText(bytes: Buffer): string {
  return new TextDecoder().decode(bytes).replaceAll('\0', '\ufffd')
}
