import { mkdir, readFile, stat } from 'node:fs/promises'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DemoApi } from '../../src/demo/demo-api.ts'
import { createDemoContent } from '../../src/demo/demo-content.ts'
import { showcasePage } from '../bio-pages/showcase.ts'
import { type ListeningApp, startListening } from '../oauth/service.ts'
import type { SeededAccount } from '../support/seed.ts'
import { triesAll } from '../support/size.ts'
import { as } from '../support/visitor.ts'
import { inBrowser, launch } from './chromium.ts'
import { openTab } from './graphiql.ts'
import { visit } from './visit.ts'

/** `npm run docs:images` names docs/images here. */
const folder = process.env.IMAGES_FOLDER ?? 'test-output'
const isDocs = folder === 'docs/images'
const siteFolder = 'src/modules/frontend/website/images'
const maxBytes = 150_000

/** Each screen of the console in both themes. */
const themes = ['light', 'dark'] as const

const card = { width: 600, height: 822 }
/** As high for its width as a card, so that both stand beside each other. */
const phone = { width: 390, height: 534 }

const home = { width: 1200, height: 744 }
const tool = { width: 1200, height: 690 }
const wide = { width: 1280, height: 860 }

/** Titles, aliases and how often each is opened. */
const links = [
  { title: 'Spring sale', customUrl: 'spring-sale', opened: 7 },
  { title: 'Launch day', customUrl: 'launch-day', opened: 4 },
  { title: 'Newsletter', customUrl: 'spring-newsletter', opened: 2 },
]

// They are looked at by people, and the pages in them are tried by other files.
if (isDocs || triesAll) inBrowser('the images of the README', drawImages)

it('the images are in the README, and small', async () => {
  const readme = await readFile('README.md', 'utf8')
  for (const name of [...themes.map((theme) => `console-${theme}`), 'home', 'qr-code', 'bio-page', 'graphiql']) {
    const path = `docs/images/${name}.png`
    expect(readme).toContain(path)
    expect((await stat(path)).size).toBeLessThan(maxBytes)
  }
})

function drawImages(): void {
  let test: ListeningApp
  let browser: Browser
  let account: SeededAccount
  let demo: DemoApi
  beforeAll(async () => {
    await mkdir(folder, { recursive: true })
    test = await startListening({ SHORT_URL: 'https://tack.example' })
    browser = await launch()
    account = await test.seed.account({ email: 'ada@example.com' })
    demo = new DemoApi(test.app.server)
    for (const { opened, ...options } of links) {
      await test.seed.link(account, options)
      for (let count = 0; count < opened; count++) await test.rest.get(`/${options.customUrl}`, as('chrome'))
    }
  })
  afterAll(async () => {
    await browser?.close()
    await test?.close()
  })

  const photograph = (
    viewport: { width: number; height: number },
    name: string,
    steps: (page: Page) => Promise<void>,
    { deviceScaleFactor = 1.25, colorScheme = 'light' }: BrowserContextOptions = {},
  ) =>
    visit({ browser, options: { viewport, deviceScaleFactor, colorScheme }, origins: [test.base] }, async (page) => {
      await steps(page)
      const file = `${folder}/${name}.png`
      // With 256 colours a third of the bytes.
      await sharp(await page.screenshot())
        .png({ palette: true })
        .toFile(file)
      expect((await stat(file)).size).toBeLessThan(maxBytes)
      // The home page shows the console too.
      if (isDocs && name.startsWith('console'))
        await sharp(file).webp({ quality: 80 }).toFile(`${siteFolder}/${name}.webp`)
    })

  it('show the console in both themes', async () => {
    const { email, password } = demo
    await createDemoContent(test.app, demo)
    for (const colorScheme of themes)
      await photograph(
        wide,
        `console-${colorScheme}`,
        async (page) => {
          await page.goto(`${test.base}/account/login`)
          await page.locator('#email').fill(email)
          await page.locator('#password').fill(password)
          await page.getByRole('button', { name: 'Log in' }).click()
          await page.waitForURL(`${test.base}/app`)
          await page.goto(`${test.base}/app/statistics`)
          await page.getByText('Germany').first().waitFor()
          // The map is loaded after the figures.
          await page.locator('[class*=mapSpace]').waitFor({ state: 'detached' })
        },
        { colorScheme },
      )
  })

  it('show the home page', async () => {
    await photograph(home, 'home', async (page) => {
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

  it('show a bio page on a phone', async () => {
    await showcasePage(test, account, { slug: 'ada-lovelace', preset: 'ocean' })
    await photograph(
      phone,
      'bio-page',
      async (page) => {
        await page.goto(`${test.base}/p/ada-lovelace?no-track`)
      },
      { deviceScaleFactor: (card.width * 1.25) / phone.width },
    )
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
}
