import { readFile, stat } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ListeningApp, startListening } from '../oauth/service.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as } from '../support/visitor.ts'
import { inBrowser, launch } from './chromium.ts'
import { openTab } from './graphiql.ts'
import { visit } from './visit.ts'

/** `npm run docs:images` names docs/images here. */
const folder = process.env.IMAGES_FOLDER ?? 'test-output'
const maxBytes = 150_000

const card = { width: 600, height: 822 }
const tool = { width: 1200, height: 690 }

/** Titles, aliases and how often each is opened. */
const links = [
  { title: 'Spring sale', customUrl: 'spring-sale', opened: 7 },
  { title: 'Launch day', customUrl: 'launch-day', opened: 4 },
  { title: 'Newsletter', customUrl: 'newsletter', opened: 2 },
]

inBrowser('the images of the README', () => {
  let test: ListeningApp
  let browser: Browser
  let account: SeededAccount
  beforeAll(async () => {
    test = await startListening({ SHORT_URL: 'https://tack.example' })
    browser = await launch()
    account = await test.seed.account({ email: 'ada@example.com' })
    for (const { opened, ...options } of links) {
      await test.seed.link(account, options)
      for (let count = 0; count < opened; count++) await test.rest.get(`/${options.customUrl}`, as('chrome'))
    }
    await test.sql('update statistics set deleted_link_clicks = 4821')
  })
  afterAll(async () => {
    await browser?.close()
    await test?.close()
  })

  const photograph = (
    viewport: { width: number; height: number },
    name: string,
    steps: (page: Page) => Promise<void>,
  ) =>
    visit(
      { browser, options: { viewport, deviceScaleFactor: 1.25, colorScheme: 'light' }, origins: [test.base] },
      async (page) => {
        await steps(page)
        const file = `${folder}/${name}.png`
        await page.screenshot({ path: file })
        expect((await stat(file)).size).toBeLessThan(maxBytes)
      },
    )

  it('show the home page', async () => {
    await photograph(card, 'home', async (page) => {
      await page.goto(test.base)
      await page.getByLabel('Long address').fill('https://example.com/spring-sale')
    })
  })

  it('show the page of a QR code', async () => {
    await photograph(card, 'qr-code', async (page) => {
      await page.goto(`${test.base}/spring-sale/qr`)
      await page.getByRole('img').waitFor()
    })
  })

  it('show GraphiQL with a query and its answer', async () => {
    await photograph(tool, 'graphiql', async (page) => {
      await page.goto(`${test.base}/graphql`)
      const play = page.locator('.graphiql-execute-button')
      const response = page.locator('.result-window')
      await openTab(page, 'LogIn')
      await play.click()
      await response.getByText('token').first().waitFor()
      await openTab(page, 'Links')
      await page.getByLabel('Hide editor tools').click()
      await play.click()
      // A word by itself, once the answer is coloured.
      await response.getByText('"Newsletter"', { exact: true }).waitFor()
    })
  })

  it('are in the README, and small', async () => {
    const readme = await readFile('README.md', 'utf8')
    for (const name of ['home', 'qr-code', 'graphiql']) {
      const path = `docs/images/${name}.png`
      expect(readme).toContain(path)
      expect((await stat(path)).size).toBeLessThan(maxBytes)
    }
  })
})
