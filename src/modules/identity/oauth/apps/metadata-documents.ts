import { LRUCache } from 'lru-cache'
import { errors } from 'oidc-provider'
import { apiKeyScopes } from '../../../../platform/auth/scopes.ts'
import type { OutboundResponse, SafeHttpClient } from '../../../../platform/http-client/safe-http-client.ts'
import { NetworkRateLimiter } from '../../../../platform/rate-limiting/network-rate-limiter.ts'
import type { RateLimitSwitch } from '../../../../platform/rate-limiting/rate-limit.ts'
import { toPlainText } from '../../../../platform/shared/text/human-text.ts'
import { type Clock, secondMs } from '../../../../platform/shared/time.ts'
import { findRedirectUriIssue } from './redirect-uri-rules.ts'

const timeoutMs = 5_000
const maxDocumentBytes = 32 * 1024

/** The documents that are fetched in a minute, for requests of one network and in all. Cached ones do not count. */
const maxFetchesPerNetwork = 10
const maxFetches = 60

/** How long a document that could not be used is not fetched again. */
const failureMs = 30 * secondMs

const maxNameLength = 64
const maxRedirectUris = 20

/** In seconds. Longer than an authorization takes, so that its document is fetched once. */
export const documentLifetime = { min: 15 * 60, max: 24 * 3600 }

interface MetadataDocumentDependencies {
  readonly httpClient: Pick<SafeHttpClient, 'send'>
  readonly clock: Clock
  readonly rateLimits: RateLimitSwitch
}

/**
 * Fetches the metadata documents of applications whose `client_id` is the address of one (draft-ietf-oauth-client-id-metadata-document).
 * A stranger's request makes the service call an address of the stranger's choice, so it is limited, guarded and cached; the
 * provider fetches no document twice at once.
 */
export class MetadataDocuments {
  private readonly ofNetworks: NetworkRateLimiter
  private readonly ofAll: NetworkRateLimiter
  private readonly failures: LRUCache<string, string>

  constructor(private readonly dependencies: MetadataDocumentDependencies) {
    const { clock, rateLimits } = dependencies
    this.ofNetworks = new NetworkRateLimiter(clock, rateLimits, maxFetchesPerNetwork)
    this.ofAll = new NetworkRateLimiter(clock, rateLimits, maxFetches)
    const now = () => clock.now().getTime()
    this.failures = new LRUCache({ max: 1_000, ttl: failureMs, perf: { now } })
  }

  /**
   * Counts a fetch for a request from this address, which is undefined for a step of an authorization that was allowed before.
   * Throws `temporarily_unavailable` beyond the limits.
   */
  assertAllowed(url: string, address: string | undefined): void {
    // It is not fetched.
    if (this.failures.has(url)) return
    const exceeded = (address !== undefined && this.ofNetworks.consume(address)) || this.ofAll.consume('127.0.0.1')
    if (!exceeded) return
    throw new errors.CustomOIDCProviderError(
      'temporarily_unavailable',
      `too many unknown applications; try again in ${exceeded.resetSeconds} seconds`,
    )
  }

  /** Fetches a document and returns what counts of it, in the form that the provider reads. */
  async fetch(url: string): Promise<Response> {
    const known = this.failures.get(url)
    if (known !== undefined) throw new Error(known)
    const response = await this.dependencies.httpClient.send({
      url,
      // All documents share one part of the name lookups.
      accountId: 'oauth clients',
      method: 'GET',
      headers: { accept: 'application/json' },
      timeoutMs,
      maxBodyBytes: maxDocumentBytes + 1,
    })
    try {
      return toMetadataResponse(response)
    } catch (error) {
      this.failures.set(url, (error as Error).message)
      throw error
    }
  }
}

function toMetadataResponse(response: OutboundResponse): Response {
  const { status, error, bodyBytes, body, headers } = response
  if (status === null) throw new Error(error ?? 'no answer')
  if (status !== 200) throw new Error(`status ${status}`)
  if (bodyBytes.length > maxDocumentBytes) throw new Error('the document is too long')
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(String(headers['content-type'])))
    throw new Error('the document is no JSON')
  const cacheControl = headers['cache-control']
  return Response.json(readDocument(JSON.parse(body)), {
    headers: typeof cacheControl === 'string' ? { 'cache-control': cacheControl } : {},
  })
}

/**
 * What counts of a document. Everything else is ignored (RFC 7591, 2), but what contradicts a public application: it cannot
 * keep a secret, and a signature is not verified here. `client_id` is compared with the address by the provider.
 */
function readDocument(document: unknown): Record<string, unknown> {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) throw new Error('no JSON object')
  const given = document as Readonly<Record<string, unknown>>
  if ('client_secret' in given || 'client_secret_expires_at' in given) throw new Error('the document has a secret')
  return { client_id: given.client_id, ...readPublicClient(given) }
}

/** The metadata of a public application (RFC 7591, 2). Throws for one that cannot be public. */
export function readPublicClient(given: Readonly<Record<string, unknown>>) {
  const { client_name: name, redirect_uris: uris, token_endpoint_auth_method: method = 'none' } = given
  if (method !== 'none') throw new Error('token_endpoint_auth_method must be none')
  const redirectUris = Array.isArray(uris) ? uris.filter((each) => typeof each === 'string') : []
  if (redirectUris.length === 0 || redirectUris.length > maxRedirectUris)
    throw new Error(`redirect_uris must have 1 to ${maxRedirectUris} addresses`)
  const issue = redirectUris.map((uri) => findRedirectUriIssue(uri, { isPublic: true })).find((each) => each !== null)
  if (issue) throw new Error(`a redirect URI ${issue}`)
  return {
    ...(typeof name === 'string' && name.trim() !== '' && { client_name: readName(name) }),
    redirect_uris: redirectUris,
    scope: [...apiKeyScopes].join(' '),
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token'],
    application_type: 'native',
    token_endpoint_auth_method: 'none',
  }
}

/** A name in one line, without characters that change how the text around it is read. */
function readName(name: string): string {
  return toPlainText(name).replace(/\s+/g, ' ').trim().slice(0, maxNameLength)
}
