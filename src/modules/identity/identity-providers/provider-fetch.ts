import type { CustomFetch } from 'openid-client'
import type { SafeHttpClient } from '../../../platform/http-client/safe-http-client.ts'

/** The provider did not answer, or says that it cannot. */
export class ProviderUnreachable extends Error {
  override readonly name = 'ProviderUnreachable'
}

/** The provider said something that it may not say, such as a token for somebody else. The message names it, for the log. */
export class ProviderMistaken extends Error {
  override readonly name = 'ProviderMistaken'
}

const timeoutMs = 8_000
/** The keys of a provider, or its description, are a few KiB. Longer answers are cut and cannot be parsed. */
const maxBodyBytes = 256 * 1024

/** Lets `openid-client` call a provider through the guarded client. `owner` has a share of the name lookups. */
export function createProviderFetch(httpClient: Pick<SafeHttpClient, 'send'>, owner: string): CustomFetch {
  return async (url, { method, headers, body }) => {
    if (method !== 'GET' && method !== 'POST') throw new TypeError(`No provider is sent a ${method}.`)
    const text = body === null || body === undefined ? undefined : String(body)
    const response = await httpClient.send({
      url,
      accountId: owner,
      method,
      headers,
      ...(text !== undefined && { body: text }),
      timeoutMs,
      maxBodyBytes,
    })
    if (response.status === null) throw new ProviderUnreachable(response.error ?? 'no answer')
    if (response.status >= 500) throw new ProviderUnreachable(`status ${response.status}`)
    const isEmpty = [204, 304].includes(response.status)
    return new Response(isEmpty ? null : new Uint8Array(response.bodyBytes), {
      status: response.status,
      headers: toHeaders(response.headers),
    })
  }
}

function toHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  )
  return new Headers(pairs)
}
