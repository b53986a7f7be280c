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
  accept: pageTypes.join(', '),
  // The limit is for the read bytes, and a compressed page could become a thousand times longer.
  'accept-encoding': 'identity',
  'user-agent': 'Tack-Unfurl/1 (bot; reads the title and the image of a page for the preview of a link)',
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
    const deadlineMs = performance.now() + timeoutMs
    let url = await this.checkAddress(address)
    for (let redirectCount = 0; redirectCount <= maxRedirects; redirectCount++) {
      const remainingMs = Math.ceil(deadlineMs - performance.now())
      if (remainingMs <= 0) throw createTimeout()
      const options = { accountId, targetKind: 'page', timeoutMs: remainingMs, maxBodyBytes } as const
      const response = await this.httpClient.send({ url, method: 'GET', headers: requestHeaders, ...options })
      const { status } = response
      if (status === null) {
        if (response.isAllowed && performance.now() >= deadlineMs) throw createTimeout()
        throw new PageUnreachable(response.isAllowed ? 'gave no answer' : `was ${response.error}`)
      }
      if (!redirectStatuses.includes(status)) return { url, html: readPage(status, response) }
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

function readPage(status: number, { headers: responseHeaders, bodyBytes }: OutboundResponse): string {
  if (status < 200 || status >= 300) throw new PageUnreachable(`answered ${status}`)
  const contentType = String(responseHeaders['content-type'] ?? '')
  const [mediaType = ''] = contentType.split(';')
  if (!pageTypes.includes(mediaType.trim().toLowerCase())) throw new PageNotReadable('is not of the type text/html')
  const encoding = String(responseHeaders['content-encoding'] ?? 'identity')
  if (encoding.trim().toLowerCase() !== 'identity') throw new PageNotReadable('is compressed, which was not asked for')
  return decodePage(bodyBytes, contentType)
}
