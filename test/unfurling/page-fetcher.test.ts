import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PageFetcher } from '../../src/modules/publishing/unfurling/page-fetcher.ts'
import { SafeHttpClient } from '../../src/platform/http-client/safe-http-client.ts'
import { type PageServer, redirectTo, startPageServer } from './page-server.ts'

let pages: PageServer
beforeAll(async () => {
  pages = await startPageServer()
})
afterAll(() => pages.close())

/** Only the first page is called as if it were public. */
function fetcherWith(resolveAddresses: () => Promise<string[]>): PageFetcher {
  const intranet = new SafeHttpClient({ allowedHosts: 'any' })
  const internet = new SafeHttpClient({ allowedHosts: 'public', names: { resolveAddresses } })
  const clients = [intranet]
  const send: SafeHttpClient['send'] = (request) => (clients.pop() ?? internet).send(request)
  return new PageFetcher({ send } as SafeHttpClient, async (address) => address)
}

describe('a page that redirects to', () => {
  const toLoopback = async () => ['127.0.0.1']
  it.each([
    ['loopback', () => `${pages.origin}/inside`],
    ['the metadata of a cloud', () => 'http://169.254.169.254/latest/meta-data/'],
    ['a private network', () => 'http://10.0.0.1/'],
    ['loopback in IPv6', () => 'http://[::ffff:127.0.0.1]/'],
    ['a name of a private network', () => 'http://printer.local/'],
    ['a public name whose address is private', () => 'http://rebound.example/'],
    ['a port on which databases listen', () => 'http://public.example:5432/'],
  ])('%s is not followed there', async (_, location) => {
    pages.add('/inside', '<title>Secret</title>')
    const first = pages.add('/away', redirectTo(location()))
    pages.requests.length = 0
    await expect(fetcherWith(toLoopback).fetch(first, 'acc_ada')).rejects.toMatchObject({
      code: 'PAGE_UNREACHABLE',
      message: expect.stringMatching(/^The page could not be read: it was not called: the address must be /),
    })
    expect(pages.requests.map(({ path }) => path)).toEqual(['/away'])
  })
})
