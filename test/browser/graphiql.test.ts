import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { hardestOf } from '../support/size.ts'
import { as } from '../support/visitor.ts'
import { inBrowser, launch, screens } from './chromium.ts'
import { seriousFindings } from './findings.ts'
import { openTab, selectedTab } from './graphiql.ts'
import { sidewaysPx } from './looks.ts'
import { visit } from './visit.ts'

const phone = { ...screens.phone, viewport: { width: 390, height: 844 } }

inBrowser('GraphiQL', () => {
  let test: TestApp
  let browser: Browser
  let address: string
  beforeAll(async () => {
    test = await startApp()
    browser = await launch()
    address = await test.app.server.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await browser.close()
    await test.close()
  })

  const open = (options: BrowserContextOptions, steps: (page: Page) => Promise<void>) =>
    visit({ browser, options, origins: [new URL(address).origin] }, async (page) => {
      await page.goto(`${address}/graphql`)
      await steps(page)
    })
  const play = (page: Page) => page.locator('.graphiql-execute-button').click()
  const response = (page: Page) => page.locator('.result-window')

  it('runs a subscription with the token under Headers, and a query beside it', async () => {
    const account = await test.seed.account()
    const link = await test.seed.link(account)
    await open(screens.desktop, async (page) => {
      await openTab(page, 'Clicks')
      await page.getByRole('button', { name: 'Headers' }).click()
      const headers = page.locator('.graphiql-editor-tool .monaco-editor').last()
      await headers.click()
      // Behind `Bearer `, where the page says that the token goes.
      for (const key of ['ControlOrMeta+Home', 'ArrowDown', 'End', 'ArrowLeft']) await page.keyboard.press(key)
      await page.keyboard.insertText(account.token)
      await play(page)
      await vi.waitFor(
        async () => {
          await test.rest.get(`/${link.shortUrl}`, as('chrome'))
          expect(await response(page).innerText()).toContain(link.id)
        },
        { timeout: 20_000, interval: 500 },
      )
      // The same button ends what runs, and then begins what the next tab holds.
      await play(page)
      await openTab(page, 'Numbers')
      await play(page)
      await vi.waitFor(async () => expect(await response(page).innerText()).toContain('totalClicks'), {
        timeout: 10_000,
      })
    })
  })

  it('opens each tab with one click, and runs it at once', async () => {
    await open(screens.desktop, async (page) => {
      for (const name of ['LogIn', 'Links', 'Numbers', 'Shorten']) await openTab(page, name)
      await play(page)
      await response(page).getByText('expiresAt').waitFor()
    })
  })

  it('opens the document of its address beside its own tabs, and keeps what was edited', async () => {
    const params = new URLSearchParams({
      query: 'query Given($first: Int!) { urls(first: $first) { totalCount } }',
      variables: '{ "first": 7 }',
    })
    const { token } = await test.seed.account()
    await visit({ browser, options: screens.desktop, origins: [new URL(address).origin] }, async (page) => {
      for (const isFirst of [true, false]) {
        await page.goto(`${address}/graphql#${params}`)
        await selectedTab(page, 'Given').waitFor()
        expect(new URL(page.url()).hash).toBe('')
        await page.getByRole('button', { name: 'Variables' }).click()
        await page.locator('.graphiql-editor-tool').getByText('"first": 7').first().waitFor()
        // With the examples for a newcomer, and with the tabs of the last visit for others.
        await page.locator('.graphiql-tab-button', { hasText: 'Numbers' }).waitFor()
        if (isFirst) await page.goto('about:blank')
      }
      // It was filled in, and nothing was sent.
      expect(await response(page).innerText()).toBe('')
      await page.getByRole('button', { name: 'Headers' }).click()
      await page.locator('.graphiql-editor-tool .monaco-editor').last().click()
      for (const key of ['ControlOrMeta+Home', 'ArrowDown', 'End', 'ArrowLeft']) await page.keyboard.press(key)
      await page.keyboard.insertText(token)
      await play(page)
      await response(page).getByText('totalCount').waitFor()
    })
  })

  const sizes = [
    ['phone-light', { ...phone, colorScheme: 'light' }],
    ['desktop-dark', { ...screens.desktop, colorScheme: 'dark' }],
  ] as const
  it.each(hardestOf(sizes))('uses the token of Register for Links, on %s', async (name, options) => {
    // The example has one address, and each case registers.
    await test.sql("update account set email_key = id where email = 'ada@example.com'")
    await open(options, async (page) => {
      await openTab(page, 'Register')
      await play(page)
      await response(page).getByText('token').first().waitFor()
      await openTab(page, 'Links')
      await play(page)
      await response(page).getByText('totalCount').waitFor()
      await page.screenshot({ path: `test-output/graphiql-${name}.png` })
      expect(await sidewaysPx(page)).toBe(0)
      expect(await seriousFindings(page)).toEqual([])
      for (const part of ['query-editor', 'editor-tool', 'response', 'sidebar']) {
        expect(await shownPx(page.locator(`.graphiql-${part}`)), part).toBeGreaterThan(40)
      }
    })
  })
})

/** The smaller side of the part of an element that is on the screen. */
function shownPx(element: Locator): Promise<number> {
  return element.evaluate((shown) => {
    const { left, right, top, bottom } = shown.getBoundingClientRect()
    const width = Math.min(right, innerWidth) - Math.max(left, 0)
    const height = Math.min(bottom, innerHeight) - Math.max(top, 0)
    return Math.min(width, height)
  })
}
