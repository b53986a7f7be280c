import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { unavailablePage } from '../../src/modules/visits/redirects/pages/notice-pages.ts'
import { pageHeaders } from '../../src/platform/web/page.ts'
import { type ListeningApp, startListening } from '../oauth/service.ts'
import type { SeededAccount } from '../support/seed.ts'
import { agents, counted } from '../support/visitor.ts'
import { inBrowser, launch, looks, screens } from './chromium.ts'
import { look, tabStops } from './looks.ts'
import { ThirdParty } from './third-party.ts'
import { visit as visitWith } from './visit.ts'

/** Two networks that have had enough, and as many others as there are visits. */
const [hasty, forgetful] = ['198.51.100.1', '198.51.100.2']
let visitors = 0
const anyone = () => `203.0.113.${++visitors}`
const framed = 'https://shop.example.com'

inBrowser('the pages of visitors in a browser', () => {
  let test: ListeningApp
  let browser: Browser
  let garden: ThirdParty
  let ada: SeededAccount
  beforeAll(async () => {
    test = await startListening({
      ABUSE_CONTACT: 'abuse@tack.example',
      ALLOW_PRIVATE_DESTINATIONS: 'true',
      TRUST_PROXY: '127.0.0.1',
      RATE_LIMITS: 'on',
    })
    browser = await launch()
    garden = new ThirdParty()
    await garden.listen()
    ada = await test.seed.account({ name: 'Ada' })
    await seedLinks()
    for (let count = 0; count < 300; count++) await plainly('/nobody', hasty)
    for (let count = 0; count < 10; count++) await plainly('/locked', forgetful, new URLSearchParams({ password: 'x' }))
  })
  afterAll(async () => {
    await browser?.close()
    await garden?.close()
    await test?.close()
  })

  /** Each under the alias that says what it is. */
  const seedLinks = async () => {
    const link = (customUrl: string, options: object) => test.seed.link(ada, { customUrl, ...options })
    const title = 'The Quarterly Newsletter: Spring Sale & Garden Party'
    await link('open', { longUrl: `${framed}/spring/2026/garden-party?size=large&colour=green#tickets`, title })
    await link('locked', { longUrl: garden.home, password: 'sesame' })
    await link('limited', { longUrl: framed, clickLimit: 5, title })
    await link('shared', { longUrl: framed, ogTitle: title, ogDescription: 'Everything for half the price.' })
    await link('over', { longUrl: framed, expiresAt: new Date(test.clock.now().getTime() + 1).toISOString() })
    const used = await link('used', { longUrl: framed, clickLimit: 1 })
    await test.sql('update link set current_clicks = 1 where id = ?', [used.id])
    await link('cloaked', { longUrl: framed, isCloaked: true, title })
    const { id } = await link('blocked', { longUrl: framed })
    await test.sql(`update link set blocked_at = now(), block_cause = 'review' where id = ?`, [id])
    const listed = await link('listed', { longUrl: framed })
    await test.sql(`update link set blocked_at = now(), block_cause = 'destination' where id = ?`, [listed.id])
    test.clock.advance({ ms: 1 })
  }
  const plainly = (path: string, from: string, body?: URLSearchParams) =>
    fetch(test.base + path, { headers: { 'x-forwarded-for': from }, ...(body && { method: 'POST', body }) })

  interface FormInput {
    readonly from?: string
    readonly userAgent?: string
    readonly origins?: readonly string[]
  }
  const visit = (options: BrowserContextOptions, steps: (page: Page) => Promise<void>, input: FormInput = {}) => {
    const { from = anyone(), origins = [], userAgent } = input
    const more = { extraHTTPHeaders: { 'x-forwarded-for': from }, ...(userAgent && { userAgent }) }
    return visitWith({ browser, options: { ...options, ...more }, origins: [test.base, ...origins] }, steps)
  }

  it.each(looks)('can be read on $name', async ({ name, lang, options }) => {
    const see = async (page: Page, path: string, status: number) => {
      const answer = await page.goto(test.base + path)
      expect([path, answer?.status(), answer?.headers()['content-language']]).toEqual([path, status, lang])
    }
    const shoot = (page: Page, what: string) => look(page, `visitor-${name}-${what}`, lang)
    await visit(options, async (page) => {
      await see(page, '/locked', 200)
      await shoot(page, 'password')
      await page.locator('#password').fill('not the password')
      await page.locator('button').click()
      await page.getByRole('alert').waitFor()
      await shoot(page, 'password-wrong')
      for (const [path, status, what] of [
        ['/nobody', 404, 'missing'],
        ['/over', 410, 'expired'],
        ['/used', 410, 'used-up'],
        ['/blocked', 403, 'blocked'],
        ['/listed', 403, 'blocked-destination'],
        ['/open+', 200, 'preview'],
        ['/locked+', 200, 'preview-locked'],
        ['/limited+', 200, 'preview-limited'],
      ] as const) {
        await see(page, path, status)
        await shoot(page, what)
      }
      // The database is there all the same: this is the page, and not the way to it.
      const page503 = unavailablePage(lang)
      await page.route('**/open', (route) =>
        route.fulfill({ status: 503, headers: pageHeaders(page503), body: page503.body }),
      )
      await see(page, '/open', 503)
      await shoot(page, 'unavailable')
    })
    await visit(
      options,
      async (page) => {
        await page.goto(`${test.base}/locked`)
        await page.locator('#password').fill('sesame')
        await page.locator('button').click()
        await page.getByRole('alert').waitFor()
        await shoot(page, 'password-throttled')
      },
      { from: forgetful },
    )
    await visit(
      options,
      async (page) => {
        await see(page, '/nobody', 429)
        await shoot(page, 'too-many')
      },
      { from: hasty },
    )
    await visit(
      options,
      async (page) => {
        await see(page, '/limited', 200)
        await shoot(page, 'robot')
      },
      { userAgent: agents.googlebot },
    )
    await visit(
      options,
      async (page) => {
        await see(page, '/shared', 200)
        await shoot(page, 'preview-social')
      },
      { userAgent: agents.slackbot },
    )
    await visit(
      options,
      async (page) => {
        await page.route(`${framed}/**`, (route) =>
          route.fulfill({ contentType: 'text/html', body: '<h1>The shop</h1>' }),
        )
        await see(page, '/cloaked', 200)
        await page.frameLocator('iframe').getByRole('heading', { name: 'The shop' }).waitFor()
        await shoot(page, 'cloaked')
        // The way out, for a destination that shows nothing in a frame.
        await page.locator('a.out').click()
        await page.waitForURL(`${framed}/**`)
      },
      { origins: [framed] },
    )
  })

  it('ask for the password, refuse a wrong one and open with the right one by the keyboard alone', async () => {
    const keys = async (page: Page) => {
      await page.goto(`${test.base}/locked`)
      expect(await tabStops(page, 2)).toEqual(['Password', 'Open the link'])
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.type('open says me')
      await page.keyboard.press('Enter')
      const alarm = page.getByRole('alert')
      await alarm.waitFor()
      const field = page.getByLabel('Password')
      expect(await field.getAttribute('aria-describedby')).toBe(await alarm.getAttribute('id'))
      expect(await page.title()).toBe('Try again: this link needs a password')
      await page.waitForFunction(() => document.activeElement?.id === 'password')
      await page.keyboard.type('sesame')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'The garden' }).waitFor()
      expect(new URL(page.url()).origin).toBe(garden.home)
    }
    await visit(screens.desktop, keys, { origins: [garden.home] })
  })

  it('lead from a preview to the link by the keyboard alone, and count the one visit', async () => {
    const link = await test.seed.link(ada, { longUrl: garden.home })
    const keys = async (page: Page) => {
      await page.goto(`${test.base}/${link.shortUrl}+`)
      expect(await tabStops(page, 2)).toEqual(['Tack', 'Continue'])
      expect(await counted(test, link)).toMatchObject({ counter: 0, people: 0 })
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'The garden' }).waitFor()
    }
    await visit({ ...screens.desktop, userAgent: agents.chrome }, keys, { origins: [garden.home] })
    expect(await counted(test, link)).toMatchObject({ counter: 1, people: 1 })
  })

  it('show where the keyboard is, and move nothing for those who want no motion', async () => {
    await visit({ ...screens.desktop, reducedMotion: 'reduce' }, async (page) => {
      await page.goto(`${test.base}/open+`)
      const button = page.locator('a.button')
      const styleOf = (name: 'outlineStyle' | 'transitionDuration') =>
        button.evaluate((element, of) => getComputedStyle(element)[of], name)
      expect([await styleOf('outlineStyle'), await styleOf('transitionDuration')]).toEqual(['none', '0s'])
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      expect(await styleOf('outlineStyle')).toBe('solid')
    })
  })
})
