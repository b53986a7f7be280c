import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ListeningApp, startListening } from '../oauth/service.ts'
import { linkWithPixels } from '../pixels/seed.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { agents } from '../support/visitor.ts'
import { inBrowser, launch, screens } from './chromium.ts'
import { Providers, providerHosts, reports } from './pixel-providers.ts'

const american = '8.8.8.8'
const german = '130.149.7.1'
const japanese = '133.11.0.1'
const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

inBrowser('one link with rules, pixels and a preview', () => {
  let test: ListeningApp
  let browser: Browser
  let providers: Providers
  let ada: SeededAccount
  let link: SeededLink
  beforeAll(async () => {
    test = await startListening({ ALLOW_PRIVATE_DESTINATIONS: 'true', TRUST_PROXY: '127.0.0.1' })
    providers = new Providers()
    await providers.listen()
    browser = await launch(...providerHosts.map((host) => `${host} 127.0.0.1:${providers.port}`))
    ada = await test.seed.account({ name: 'Ada' })
    link = await linkWithPixels(test, ada, ['x'], { longUrl: to('everybody'), ogTitle: 'Spring sale' })
    const rules: [string, object][] = [
      ['device-rules', { device: 'android', destination: to('android') }],
      ['geo-rules', { matchType: 'country', values: ['US'], destination: to('america') }],
      ['geo-rules', { matchType: 'country', values: ['JP'], action: 'block', blockMessage: 'Not yet in Japan.' }],
    ]
    for (const [path, body] of rules) {
      const { status } = await test.rest.post(`/v1/urls/${link.id}/${path}`, body, { token: ada.token })
      expect(status).toBe(201)
    }
  })
  afterAll(async () => {
    await browser?.close()
    await providers?.close()
    await test?.close()
  })

  const to = (name: string) => `${providers.destination}&to=${name}`

  /** Opens the link with an empty browser. */
  async function visitAs(userAgent: string, from: string, steps: (page: Page, status?: number) => Promise<void>) {
    const headers = { 'x-forwarded-for': from }
    const context = await browser.newContext({
      ...screens.desktop,
      userAgent,
      ignoreHTTPSErrors: true,
      extraHTTPHeaders: headers,
    })
    context.setDefaultTimeout(60_000)
    try {
      const page = await context.newPage()
      const answer = await page.goto(`${test.base}/${link.shortUrl}`, { waitUntil: 'commit' })
      await steps(page, answer?.status())
    } finally {
      await context.close()
    }
  }
  const pixelRequests = () => providers.seen.splice(0).filter((url) => url === reports.x[1]).length

  it('sends an Android phone in Germany to its app, after the visitor has refused pixels', async () => {
    await visitAs(agents.android, german, async (page) => {
      await page.getByRole('button', { name: 'Refuse' }).click()
      await page.waitForURL(to('android'))
    })
    expect(pixelRequests()).toBe(0)
  })

  it('sends a Mac in the US to the page for America, with pixels and without a question', async () => {
    await visitAs(mac, american, (page) => page.waitForURL(to('america')))
    await expect.poll(pixelRequests).toBe(1)
  })

  it('shows a person in Japan why the link is not available, without pixels', async () => {
    await visitAs(mac, japanese, async (page, status) => {
      expect(status).toBe(403)
      expect(await page.locator('main').innerText()).toContain('Not yet in Japan.')
    })
    expect(pixelRequests()).toBe(0)
  })

  it('shows a preview crawler its title, and redirects another bot as the rules say, without pixels', async () => {
    const get = (userAgent: string) =>
      fetch(`${test.base}/${link.shortUrl}`, {
        redirect: 'manual',
        headers: { 'user-agent': userAgent, 'x-forwarded-for': american },
      })
    const preview = await get(agents.slackbot)
    expect([preview.status, await preview.text()]).toEqual([
      200,
      expect.stringContaining('<meta property="og:title" content="Spring sale">'),
    ])
    const crawled = await get(agents.googlebot)
    expect([crawled.status, crawled.headers.get('location')]).toEqual([302, to('america')])
    expect(pixelRequests()).toBe(0)
  })

  it('counts the two people who were sent on, by rule', async () => {
    const { json } = await test.rest.get(`/v1/clicks/analytics/${link.id}`, { token: ada.token })
    expect(json).toMatchObject({ totalClicks: 2, botClicks: 2, ruleStats: [{ count: 1 }, { count: 1 }] })
  })
})
