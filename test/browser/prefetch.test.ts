import { once } from 'node:events'
import { createServer, request as forward, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Sites, startSites } from '../link-health/sites.ts'
import type { ListeningApp } from '../oauth/service.ts'
import { sharedListening } from '../support/mail-app.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { agents, counted } from '../support/visitor.ts'
import { inBrowser, launch, screens } from './chromium.ts'

/** How a page speaks of a link that its reader may follow (https://developer.mozilla.org/docs/Web/API/Speculation_Rules_API). */
const actions = ['prefetch', 'prerender'] as const

inBrowser('a browser that asks for links before its person does', () => {
  let test: ListeningApp
  let browser: Browser
  let sites: Sites
  let ada: SeededAccount
  /** Has the pages with rules under `/start`, and passes everything else on to the service. */
  let proxy: Server
  let origin: string
  /** What the browser has said about its early requests. */
  const purposes: string[] = []
  beforeAll(async () => {
    test = await sharedListening({ ALLOW_PRIVATE_DESTINATIONS: 'true' })
    browser = await launch('127.0.0.2', '127.0.0.3', '127.0.0.4')
    sites = await startSites('https')
    ada = await test.seed.account()
    proxy = createServer((request, response) => {
      const { url = '', headers, method } = request
      if (url.startsWith('/start')) {
        response.writeHead(200, { 'content-type': 'text/html' }).end(decodeURIComponent(url.slice('/start?'.length)))
        return
      }
      if (headers['sec-purpose']) purposes.push(String(headers['sec-purpose']))
      const passed = forward(`${test.base}${url}`, { method, headers: { ...headers, host: new URL(test.base).host } })
      passed.on('response', (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
      })
      request.pipe(passed)
    }).listen(0, '0.0.0.0')
    await once(proxy, 'listening')
    origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await browser?.close()
    proxy?.closeAllConnections()
    proxy?.close()
    await sites?.close()
    await test?.close()
  })

  /** Opens a page that announces the link, waits until the browser has asked for it, and follows it. */
  async function follow(
    { shortUrl }: SeededLink,
    { from, action, isCloaked }: { from: string; action: (typeof actions)[number]; isCloaked: boolean },
  ): Promise<string> {
    const address = `${origin}/${shortUrl}`
    const rules = JSON.stringify({ [action]: [{ urls: [address], eagerness: 'immediate' }] })
    const html = `<a href="${address}">the link</a><script type="speculationrules">${rules}</script>`
    const context = await browser.newContext({ ...screens.desktop, userAgent: agents.chrome, ignoreHTTPSErrors: true })
    context.setDefaultTimeout(60_000)
    const page = await context.newPage()
    const before = purposes.length
    await page.goto(`${from}/start?${encodeURIComponent(html)}`)
    await expect.poll(() => purposes.length).toBeGreaterThan(before)
    await page.getByRole('link').click()
    await (isCloaked ? page.frameLocator('iframe') : page).getByRole('heading', { name: 'The site' }).waitFor()
    const arrived = page.url()
    await context.close()
    return arrived
  }

  const places = () => ({ 'the same site': origin, 'another site': origin.replace('127.0.0.1', '127.0.0.2') })

  it.each([
    ['prefetch', 'the same site'],
    ['prefetch', 'another site'],
    ['prerender', 'the same site'],
  ] as const)('%s from %s: the person arrives and counts once, whatever the link is', async (action, place) => {
    const site = sites.open([200, { 'content-type': 'text/html', 'content-security-policy': 'frame-ancestors *' }])
    for (const options of [{}, { clickLimit: 1 }, { isCloaked: true }]) {
      const link = await test.seed.link(ada, { longUrl: site.url, ...options })
      const isCloaked = 'isCloaked' in options
      const arrived = await follow(link, { from: places()[place], action, isCloaked })
      expect(arrived).toBe(isCloaked ? `${origin}/${link.shortUrl}` : site.url)
      expect(await counted(test, link)).toEqual({ counter: 1, people: 1, robots: 0 })
    }
  })

  it('announces itself in both ways', () => {
    for (const action of actions) expect(purposes.join(' ')).toContain(action)
  })
})
