import type { OutboundResponse, SafeHttpClient } from '../../../platform/http-client/safe-http-client.ts'
import { InvalidParams } from '../../../platform/shared/general.errors.ts'
import { decodePage } from './page-decoder.ts'
import { PageNotReadable, PageUnreachable } from './unfurl.errors.ts'

/** The text of a page, with the address after its redirects. */
export interface FetchedPage {
  readonly url: string
  readonly html: string
}

/** The time limit for all requests of one page together. */
const timeoutMs = 5_000

const maxRedirects = 3

/** Tags are at the beginning of a page, so the rest is not downloaded. */
const maxBodyBytes = 512 * 1024

const redirectStatuses: readonly (number | null)[] = [301, 302, 303, 307, 308]

const pageTypes: readonly string[] = ['text/html', 'application/xhtml+xml']

const requestHeaders = {
  // The limit is for the read bytes, and a compressed page could become a thousand times longer.
  'accept-encoding': 'identity',
  'user-agent': 'Tack-Unfurl/1 (bot; reads the title, the image and the icon of a page for a link to it)',
}

/**
 * Reads pages whose addresses callers name. `checkAddress` returns the address to call, also for each redirect, or
 * throws.
 */
export class PageFetcher {
  constructor(
    private readonly httpClient: SafeHttpClient,
    private readonly checkAddress: (address: string) => Promise<string>,
  ) {}

  /** Throws `PageUnreachable`, `PageNotReadable`, and the errors of `checkAddress`. */
  async fetch(address: string, accountId: string): Promise<FetchedPage> {
    const accept = pageTypes.join(', ')
    const { url, response } = await this.request(address, accountId, { accept, maxBodyBytes })
    return { url, html: readPage(response) }
  }

  /** The bytes of a file of any type, such as an icon. Throws like `fetch`, also for a larger file. */
  async fetchFile(address: string, accountId: string, { maxBytes }: { readonly maxBytes: number }): Promise<Buffer> {
    const limits = { accept: '*/*', maxBodyBytes: maxBytes + 1 }
    const { response } = await this.request(address, accountId, limits)
    assertSuccess(response)
    assertNotCompressed(response)
    if (response.bodyBytes.length > maxBytes) throw new PageNotReadable(`has more than ${maxBytes} bytes`)
    return response.bodyBytes
  }

  /** Follows redirects to the first other answer. */
  private async request(
    address: string,
    accountId: string,
    { accept, maxBodyBytes: maxBytes }: { readonly accept: string; readonly maxBodyBytes: number },
  ): Promise<{ url: string; response: OutboundResponse }> {
    const deadlineMs = performance.now() + timeoutMs
    let url = await this.checkAddress(address)
    for (let redirectCount = 0; redirectCount <= maxRedirects; redirectCount++) {
      const remainingMs = Math.ceil(deadlineMs - performance.now())
      if (remainingMs <= 0) throw createTimeout()
      const options = { accountId, targetKind: 'page', timeoutMs: remainingMs, maxBodyBytes: maxBytes } as const
      const headers = { ...requestHeaders, accept }
      const response = await this.httpClient.send({ url, method: 'GET', headers, ...options })
      const { status } = response
      if (status === null) {
        if (response.isAllowed && performance.now() >= deadlineMs) throw createTimeout()
        throw new PageUnreachable(response.isAllowed ? 'gave no answer' : `was ${response.error}`)
      }
      if (!redirectStatuses.includes(status)) return { url, response }
      url = await this.followRedirect(url, response.headers.location)
    }
    throw new PageUnreachable(`redirects more than ${maxRedirects} times`)
  }

  private async followRedirect(url: string, location: string | string[] | undefined): Promise<string> {
    const next = typeof location === 'string' ? URL.parse(location, url) : null
    if (!next) throw new PageUnreachable('redirects to no address')
    try {
      return await this.checkAddress(next.href)
    } catch (error) {
      // The caller did not write this address, but a redirect.
      if (error instanceof InvalidParams) throw new PageUnreachable('redirects to what is no web address')
      throw error
    }
  }
}

function createTimeout(): PageUnreachable {
  return new PageUnreachable(`gave no answer within ${timeoutMs / 1000} s`)
}

function readPage(response: OutboundResponse): string {
  assertSuccess(response)
  const contentType = String(response.headers['content-type'] ?? '')
  const [mediaType = ''] = contentType.split(';')
  if (!pageTypes.includes(mediaType.trim().toLowerCase())) throw new PageNotReadable('is not of the type text/html')
  assertNotCompressed(response)
  return decodePage(response.bodyBytes, contentType)
}

function assertSuccess({ status }: OutboundResponse): void {
  if (status === null || status < 200 || status >= 300) throw new PageUnreachable(`answered ${status}`)
}

function assertNotCompressed({ headers }: OutboundResponse): void {
  const encoding = String(headers['content-encoding'] ?? 'identity')
  if (encoding.trim().toLowerCase() !== 'identity') throw new PageNotReadable('is compressed, which was not asked for')
}
