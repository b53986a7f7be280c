import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ListeningApp, startListening } from '../oauth/service.ts'
import { attach, linkWithPixels, type PixelTypeName, pixelOf } from '../pixels/seed.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { agents } from '../support/visitor.ts'
import { inBrowser, launch, looks, screens } from './chromium.ts'
import { look, tabStops } from './looks.ts'
import { allTypes, hostsOf, Providers, providerHosts, reports } from './pixel-providers.ts'

const american = '8.8.8.8'
const german = '130.149.7.1'

/** Runs in the browser, before the scripts of each page. */
function waitTenTimesLonger() {
  const { setTimeout } = window
  Object.assign(window, { setTimeout: (callback: () => void, ms = 0) => setTimeout(callback, 10 * ms) })
}

inBrowser('links with pixels in a browser', () => {
  let test: ListeningApp
  let browser: Browser
  let providers: Providers
  let ada: SeededAccount
  beforeAll(async () => {
    test = await startListening({ ALLOW_PRIVATE_DESTINATIONS: 'true', TRUST_PROXY: '127.0.0.1' })
    providers = new Providers()
    await providers.listen()
    browser = await launch(
      ...[...providerHosts, 'stranger.example'].map((host) => `${host} 127.0.0.1:${providers.port}`),
    )
  })
  // A workspace has at most 50 pixels.
  beforeEach(async () => {
    ada = await test.seed.account({ name: 'Ada' })
  })
  afterEach(() => {
    providers.seen.length = 0
    providers.hanging.clear()
  })
  afterAll(async () => {
    await browser?.close()
    await providers?.close()
    await test?.close()
  })

  const link = (...types: PixelTypeName[]) => linkWithPixels(test, ada, types, { longUrl: providers.destination })

  interface Visitor {
    readonly from?: string
    readonly options?: BrowserContextOptions
    readonly headers?: Record<string, string>
    /** A page waits a second for its providers; ten otherwise, because a busy machine may need longer to start a script. */
    readonly hasRealTime?: boolean
  }
  /** One person with an empty browser. Nothing may reach a host that no provider in use has. */
  async function visitAs(
    { from = american, options = screens.desktop, headers = {}, hasRealTime = false }: Visitor,
    steps: (page: Page, context: BrowserContext) => Promise<void>,
  ) {
    const context = await browser.newContext({
      userAgent: agents.chrome,
      ...options,
      ignoreHTTPSErrors: true,
      extraHTTPHeaders: { 'x-forwarded-for': from, ...headers },
    })
    context.setDefaultTimeout(60_000)
    if (!hasRealTime) await context.addInitScript(waitTenTimesLonger)
    try {
      await steps(await context.newPage(), context)
    } finally {
      await context.close()
    }
    expect(providers.seen.filter((url) => url.includes('stranger.example'))).toEqual([])
  }
  const address = ({ shortUrl }: SeededLink) => `${test.base}/${shortUrl}`
  const atShop = (page: Page) => page.waitForURL(providers.destination)
  const answerOf = async (context: BrowserContext) =>
    (await context.cookies(test.base)).find(({ name }) => name === 'tack_pixels')

  describe('for a visitor who is not asked', () => {
    // A link has at most five.
    const fives = [allTypes.slice(0, 5), allTypes.slice(5, 10), allTypes.slice(10)]
    it.each(fives)(
      '%s and the providers beside it load and report the visit, nothing else loads, and it is one click',
      async (...types) => {
        const { id, shortUrl } = await link(...types)
        await visitAs({}, async (page, context) => {
          const scripts: string[] = []
          context.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
          await page.goto(`${test.base}/${shortUrl}`)
          await atShop(page)
          expect(scripts.length).toBeGreaterThanOrEqual(types.length)
          expect(await answerOf(context)).toBeUndefined()
          // The page is not in the history.
          await page.goBack()
          expect(page.url()).toBe('about:blank')
        })
        for (const type of types) await expect.poll(() => providers.seen).toContain(reports[type][1])
        const hosts = new Set(types.flatMap(hostsOf))
        for (const url of providers.seen) expect(hosts).toContain(new URL(url).host)
        const { json } = await test.rest.get(`/v1/urls/${id}`, { token: ada.token })
        expect(json.currentClicks).toBe(1)
      },
    )

    it('a pixel that is switched off does not load', async () => {
      const { id, shortUrl } = await test.seed.link(ada, { longUrl: providers.destination })
      const [on, off] = [await pixelOf(test, ada, { pixelType: 'x' }), await pixelOf(test, ada)]
      await attach(test, ada, { id }, on, off)
      await test.rest.patch(`/v1/pixels/${off.id}`, { isActive: false }, { token: ada.token })
      await visitAs({}, async (page) => {
        await page.goto(`${test.base}/${shortUrl}`)
        await atShop(page)
      })
      expect(providers.seen).toContain('https://static.ads-twitter.com/uwt.js')
      expect(providers.seen.filter((url) => url.includes('facebook'))).toEqual([])
    })

    it('goes on after a second when a provider hangs, and sooner when all have answered', async () => {
      const one = await link('x', 'facebook')
      const timeOf = async () => {
        let durationMs = 0
        await visitAs({ hasRealTime: true }, async (page) => {
          await page.goto(address(one), { waitUntil: 'commit' })
          const start = performance.now()
          await atShop(page)
          durationMs = performance.now() - start
        })
        return durationMs
      }
      const quick = await timeOf()
      providers.hanging.add('connect.facebook.net')
      const slow = await timeOf()
      expect(slow).toBeGreaterThan(700)
      expect(slow).toBeLessThan(10_000)
      expect(quick).toBeLessThan(slow)
    })

    it('goes on when a provider cannot be reached', async () => {
      const { shortUrl } = await link('x')
      await visitAs({}, async (page, context) => {
        await context.route('**/uwt.js', (route) => route.abort('connectionrefused'))
        await page.goto(`${test.base}/${shortUrl}`)
        await atShop(page)
      })
      expect(providers.seen).toEqual([])
    })

    it('goes on without JavaScript, and nothing loads', async () => {
      const { shortUrl } = await link('facebook')
      await visitAs({ options: screens['phone without JavaScript'] }, async (page) => {
        await page.goto(`${test.base}/${shortUrl}`)
        await atShop(page)
      })
      expect(providers.seen).toEqual([])
    })
  })

  describe('for a visitor from Germany', () => {
    it('nothing loads while the question is not answered, and the plain link leads on', async () => {
      const one = await link('facebook', 'googleAnalytics')
      await visitAs({ from: german }, async (page, context) => {
        await page.goto(address(one))
        await page.getByRole('heading', { name: 'May your visit be measured?' }).waitFor()
        await page.waitForLoadState('networkidle')
        expect(page.url()).toBe(address(one))
        await page.getByRole('link', { name: 'Open the link without an answer' }).click()
        await atShop(page)
        expect(await answerOf(context)).toBeUndefined()
        await page.goto(address(one))
        await page.getByRole('button', { name: 'Refuse' }).waitFor()
      })
      expect(providers.seen).toEqual([])
    })

    it('nothing loads after "Refuse", now and at the next visit, which is redirected at once', async () => {
      const one = await link('facebook')
      await visitAs({ from: german }, async (page, context) => {
        await page.goto(address(one))
        await page.getByRole('button', { name: 'Refuse' }).click()
        await atShop(page)
        expect(await answerOf(context)).toMatchObject({ value: 'refused', httpOnly: true, sameSite: 'Lax', path: '/' })
        await page.goto(address(await link('x')))
        await atShop(page)
      })
      expect(providers.seen).toEqual([])
    })

    it('pixels load after "Allow", now and at the next visit without a question, for 180 days', async () => {
      const one = await link('facebook')
      await visitAs({ from: german }, async (page, context) => {
        await page.goto(address(one))
        await page.getByRole('button', { name: 'Allow' }).click()
        await atShop(page)
        await expect.poll(() => providers.seen).toContain(reports.facebook[1])
        const cookie = await answerOf(context)
        expect(cookie).toMatchObject({ value: 'allowed', httpOnly: true })
        const days = (Number(cookie?.expires) * 1000 - Date.now()) / 86_400_000
        expect(Math.round(days)).toBe(180)
        await page.goto(address(await link('x')))
        await atShop(page)
        await expect.poll(() => providers.seen).toContain(reports.x[1])
      })
    })

    it('the answer can be changed at any time', async () => {
      await visitAs({ from: german }, async (page, context) => {
        await page.goto(address(await link('facebook')))
        await page.getByRole('link', { name: 'Change it at any time' }).click()
        await page.getByText('You have not answered yet.').waitFor()
        await page.getByRole('button', { name: 'Allow' }).click()
        await page.getByText('You have allowed it.').waitFor()
        await page.getByRole('button', { name: 'Refuse' }).click()
        await page.getByText('You have refused it.').waitFor()
        expect(await answerOf(context)).toMatchObject({ value: 'refused' })
      })
      expect(providers.seen).toEqual([])
    })

    it('works without JavaScript, where nothing ever loads', async () => {
      const one = await link('facebook')
      const options = { ...screens['phone without JavaScript'], locale: 'de-DE' }
      for (const name of ['Erlauben', 'Ablehnen'])
        await visitAs({ from: german, options }, async (page) => {
          await page.goto(address(one))
          await page.getByRole('button', { name }).click()
          await atShop(page)
        })
      expect(providers.seen).toEqual([])
    })

    it('is reached by the keyboard alone', async () => {
      const one = await link('facebook')
      await visitAs({ from: german }, async (page) => {
        await page.goto(address(one))
        expect(await tabStops(page, 5)).toEqual([
          ...['Tack', 'Change it at any time', 'Refuse', 'Allow', 'Open the link without an answer'],
        ])
      })
    })
  })

  it.each([
    ['Global Privacy Control', { headers: { 'sec-gpc': '1' } }],
    ['a bot', { options: { ...screens.desktop, userAgent: agents.googlebot } }],
  ] satisfies [string, Visitor][])('nothing ever loads for %s', async (_who, visitor) => {
    const one = await link(...allTypes.slice(0, 5))
    await visitAs(visitor, async (page) => {
      await page.goto(address(one))
      expect(page.url()).toBe(providers.destination)
    })
    expect(providers.seen).toEqual([])
  })

  it.each(looks)('can be read on $name', async ({ name, lang, options }) => {
    const one = await link('facebook', 'googleAnalytics', 'tiktok', 'linkedin', 'bing')
    await visitAs({ from: german, options }, async (page) => {
      await page.goto(address(one))
      await look(page, `visitor-${name}-pixel-consent`, lang)
      await page.goto(`${test.base}/pixels/consent`)
      await look(page, `visitor-${name}-pixel-answer`, lang)
    })
    await visitAs({ options }, async (page, context) => {
      // A browser stays on the page before an answer without content.
      await context.route(providers.destination, (route) => route.fulfill({ status: 204 }))
      for (const host of providerHosts) providers.hanging.add(host)
      await page.goto(address(one), { waitUntil: 'domcontentloaded' })
      await look(page, `visitor-${name}-pixels`, lang)
    })
  })
})
