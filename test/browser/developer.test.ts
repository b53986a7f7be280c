import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ListeningApp, secrets } from '../oauth/service.ts'
import { sharedListening } from '../support/mail-app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { hardestOf, oneOfEach } from '../support/size.ts'
import { inBrowser, launch, looks, screens } from './chromium.ts'
import { seriousFindings } from './findings.ts'
import { openTab } from './graphiql.ts'
import { faintTexts, sidewaysPx } from './looks.ts'
import { Watch } from './watch.ts'

/** Zod, within Scalar, asks whether `eval` is allowed, is refused, and goes on without (docs/decisions). */
const harmless = /eval/

inBrowser('the developer pages in a browser', () => {
  let test: ListeningApp
  let browser: Browser
  let account: SeededAccount
  beforeAll(async () => {
    test = await sharedListening()
    browser = await launch()
    account = await test.seed.account()
  })
  afterAll(async () => {
    await browser?.close()
    await test?.close()
  })

  /** Opens a page that may ask this service alone for anything, and complain of nothing. */
  async function open(path: string, options: BrowserContextOptions, steps: (page: Page) => Promise<void>) {
    const context: BrowserContext = await browser.newContext(options)
    context.setDefaultTimeout(60_000)
    const watch = await Watch.over(context)
    try {
      const page = await context.newPage()
      await page.goto(test.base + path)
      await steps(page)
      const complaints = watch.complaints.filter((text) => !harmless.test(text))
      watch.complaints.splice(0, watch.complaints.length, ...complaints)
      watch.expectQuiet([test.base])
    } finally {
      await context.close()
    }
  }

  it('GraphiQL runs its first example without a credential, and the one of links with it', async () => {
    const { title } = await test.seed.link(account)
    secrets.note(null, { authorization: `Bearer ${account.token}` })
    await open('/graphql', screens.desktop, async (page) => {
      const play = page.locator('.graphiql-execute-button')
      const answer = page.locator('.graphiql-response')
      await play.click()
      await answer.getByText('totalClicks').first().waitFor()
      await page.screenshot({ path: 'test-output/graphiql-1-numbers.png' })
      await openTab(page, 'Links')
      await play.click()
      await answer.getByText('INVALID_TOKEN').or(answer.getByText('UNAUTHENTICATED')).first().waitFor()
      const headers = page.locator('.graphiql-editor-tool')
      await headers.getByText('Authorization').click()
      await page.keyboard.press('End')
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.insertText(account.token)
      await play.click()
      await answer.getByText(title).first().waitFor()
      await page.screenshot({ path: 'test-output/graphiql-2-links.png' })
    })
  })

  const credentials = [
    ['an API key', async () => (await test.seed.key(account)).key],
    ['a login', () => Promise.resolve(account.token)],
  ] as const
  it.each(oneOfEach(credentials, () => 'a bearer token'))(
    'the reference runs an operation with %s from its credential box',
    async (_what, credential) => {
      const token = await credential()
      const { title } = await test.seed.link(account)
      await open('/docs#tag/urls/GET/urls', screens.desktop, async (page) => {
        await page.getByPlaceholder('Token').first().fill(token)
        await page.getByRole('button', { name: /test request\s*\(get \/urls\)/i }).click()
        await page.getByRole('button', { name: /^send/i }).first().click()
        await page.getByText('200 OK').first().waitFor()
        await page.getByText(title).first().waitFor()
        await page.screenshot({ path: 'test-output/docs-urls.png' })
      })
    },
  )

  it('the reference runs its example of shortening as it stands', async () => {
    await open('/docs#tag/urls/POST/free-urls/shorten', screens.desktop, async (page) => {
      await page.getByRole('button', { name: /test request\s*\(post \/free-urls\/shorten\)/i }).click()
      await page.getByRole('button', { name: /^send/i }).first().click()
      await page.getByText('201 Created').first().waitFor()
    })
  })

  const sizes = [
    ['phone-light', { ...screens.phone, colorScheme: 'light' }],
    ['desktop-dark', { ...screens.desktop, colorScheme: 'dark' }],
  ] as const
  it.each(hardestOf(sizes))('the reference and its quick start can be read on %s', async (name, options) => {
    await open('/docs', options, async (page) => {
      await page.getByRole('heading', { name: 'Read clicks' }).waitFor()
      await page.getByRole('heading', { name: 'Tack', exact: true }).waitFor()
      await page.screenshot({ path: `test-output/docs-${name}.png` })
      expect(await sidewaysPx(page)).toBe(0)
      expect(await seriousFindings(page)).toEqual([])
    })
  })

  it.each(looks)('the error table can be read on $name, and a code of it be linked to', async ({ name, options }) => {
    await open('/docs/errors#SLUG_TAKEN', options, async (page) => {
      await page.screenshot({ path: `test-output/errors-${name}.png` })
      expect(await page.locator(':target').innerText()).toContain('SLUG_TAKEN')
      expect(await page.locator('#SLUG_TAKEN').isVisible()).toBe(true)
      expect(await faintTexts(page)).toEqual([])
      expect(await sidewaysPx(page)).toBe(0)
      expect(await seriousFindings(page)).toEqual([])
    })
  })
})
