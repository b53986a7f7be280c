import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { type PageServer, redirectTo, sendPage, startPageServer } from './page-server.ts'

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')

let test: TestApp
let ada: SeededAccount
let site: PageServer
beforeAll(async () => {
  test = await sharedApp({ ALLOW_PRIVATE_DESTINATIONS: 'true' })
})
beforeEach(async () => {
  ada = await test.seed.account()
  site = await startPageServer()
})
afterAll(() => test.close())

const serve = (path: string, bytes: Buffer, type = 'image/png') =>
  site.add(path, (response) => sendPage(response, bytes, type))

const countRequests = (path: string) => site.requests.filter((each) => each.path === path).length

async function iconOf({ token }: SeededAccount): Promise<string | null> {
  const { data } = await test.graph('{ urls(first: 1) { nodes { iconUrl } } }', { token })
  return data.urls.nodes[0].iconUrl
}

const link = (account = ada) => test.seed.link(account, { longUrl: `${site.origin}/exhibition` })

/** Waits until the icon was fetched. */
async function fetchedIcon(account = ada): Promise<string> {
  return vi.waitFor(async () => {
    const address = await iconOf(account)
    expect(address).not.toBeNull()
    return address as string
  }, 10_000)
}

async function open(address: string) {
  const { pathname } = new URL(address)
  return test.app.server.inject({ url: pathname })
}

describe('UrlItem.iconUrl', () => {
  it('is null until the icon was fetched, and then the address of a copy that caches keep', async () => {
    serve('/favicon.ico', png, 'image/x-icon')
    await link()
    expect(await iconOf(ada)).toBeNull()
    const answer = await open(await fetchedIcon())
    expect([answer.statusCode, answer.rawPayload.equals(png)]).toEqual([200, true])
    expect(answer.headers).toMatchObject({
      // By its bytes, not by what the site says.
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    })
    expect(countRequests('/favicon.ico')).toBe(1)
  })

  it('is the icon that the home page names, where there is no usual one, and never an SVG', async () => {
    site.add('/', '<link rel="icon" href="/icon.svg"><link rel="icon" href="/moved"><title>Museum</title>')
    serve('/icon.svg', svg, 'image/svg+xml')
    site.add('/moved', redirectTo('/icon.png'))
    serve('/icon.png', png)
    await link()
    expect((await open(await fetchedIcon())).rawPayload.equals(png)).toBe(true)
    expect(countRequests('/icon.svg')).toBe(0)
  })

  it.each([
    ['an SVG', svg],
    ['a page', Buffer.from('<title>Not found</title>')],
    ['a file of more than 32 KB', Buffer.concat([png, Buffer.alloc(32 * 1024)])],
  ])('stays null for a site that sends %s, which is asked again on the next day', async (_, bytes) => {
    serve('/favicon.ico', bytes)
    await link()
    await iconOf(ada)
    await vi.waitFor(async () => {
      const [row] = await test.sql('select file from site_icon where origin = ?', [site.origin])
      expect(row).toEqual({ file: null })
    }, 10_000)
    expect(await iconOf(ada)).toBeNull()
    expect(countRequests('/favicon.ico')).toBe(1)
    serve('/favicon.ico', png)
    await test.sql(`update site_icon set fetched_at = fetched_at - interval '25 hours' where origin = ?`, [site.origin])
    await fetchedIcon()
  })

  it('says nothing about the links of another account: the site is asked again for each', async () => {
    serve('/favicon.ico', png)
    const eve = await test.seed.account()
    await link()
    const address = await fetchedIcon()
    await link(eve)
    expect(await iconOf(eve)).toBeNull()
    expect(await fetchedIcon(eve)).not.toBe(address)
    expect(countRequests('/favicon.ico')).toBe(2)
  })
})

describe('GET /app/icons', () => {
  it.each([`${'0'.repeat(32)}.png`, `${'0'.repeat(32)}.svg`, 'x.png', '..%2f..%2fapp'])(
    'returns 404 for %s',
    async (file) => {
      expect((await test.app.server.inject({ url: `/app/icons/${file}` })).statusCode).toBe(404)
    },
  )
})
