import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ListeningApp } from '../oauth/service.ts'
import { sharedListening } from '../support/mail-app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { settling } from '../support/settling.ts'
import { oneOfEach } from '../support/size.ts'
import { agents } from '../support/visitor.ts'
import { inBrowser, launch, screens } from './chromium.ts'
import { clients, consumers, servePages } from './client-pages.ts'
import { Watch } from './watch.ts'

const isInstalled = existsSync(`${consumers}/node_modules`)
const title = isInstalled
  ? 'pages on another origin, with the clients of others'
  : `pages with the clients of others: skipped, as they are not installed (npm ci --prefix ${consumers})`

/** Relay prints it for each mutation that should add a node and has none, because it was refused. */
const noNode = 'Warning: MutationHandlers: Expected target node to exist.'

const newest = ['Page 7', 'Page 6', 'Page 5', 'Page 4', 'Page 3']

inBrowser(title, () => {
  describe.runIf(isInstalled)('in a browser', () => {
    let test: ListeningApp
    let pages: Awaited<ReturnType<typeof servePages>>
    let browser: Browser
    beforeAll(async () => {
      await promisify(execFile)('npm', ['run', 'generate:relay'], { cwd: consumers })
      pages = await servePages()
      test = await sharedListening()
      browser = await launch()
    })
    afterAll(async () => {
      await browser?.close()
      await test?.close()
      await pages?.close()
    })

    // One schema serves them all, and `.ci/run` generates code for each.
    describe.each(oneOfEach(clients, () => 'any'))('%s', (client) => {
      let account: SeededAccount
      let context: BrowserContext
      let watch: Watch
      let page: Page
      const requests: Request[] = []
      beforeAll(async () => {
        account = await test.seed.account()
        for (let number = 1; number <= 7; number++)
          await test.seed.link(account, { longUrl: `https://example.com/${number}`, title: `Page ${number}` })
        context = await browser.newContext(screens.desktop)
        context.setDefaultTimeout(60_000)
        context.on('request', (request) => void requests.push(request))
        watch = await Watch.over(context)
        page = await context.newPage()
        await page.goto(`${pages.origin}/${client}#url=${test.base}/graphql&workspace=${account.workspaceId}`)
      })
      afterAll(() => context?.close())

      const titles = () => page.locator('li a').allTextContents()
      const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
      const heading = (text: string) => page.getByRole('heading', { name: text }).waitFor()
      const problem = (field: string) => page.locator(`#${field}-problem`).textContent()

      it('shows that a password is wrong, and logs in', async () => {
        await page.getByLabel('email').fill(account.email)
        await page.getByLabel('password').fill('wrong horse battery')
        await page.getByRole('button', { name: 'Log in' }).click()
        await vi.waitFor(async () => expect(await problem('password')).toMatch(/password/), settling)
        await page.getByLabel('password').fill(account.password)
        await page.getByRole('button', { name: 'Log in' }).click()
        await heading('7 links')
      })

      it('lists links, and loads a second page', async () => {
        await vi.waitFor(async () => expect(await titles()).toEqual(newest), settling)
        await page.getByRole('button', { name: 'More' }).click()
        await vi.waitFor(async () => expect(await titles()).toEqual([...newest, 'Page 2', 'Page 1']), settling)
        expect(await page.getByRole('button', { name: 'More' }).count()).toBe(0)
        // The default of urql for short queries.
        const byGet = requests.filter((request) => request.method() === 'GET' && request.url().includes('/graphql?'))
        expect(byGet.length > 0).toBe(client === 'urql')
      })

      it('shows problems at their fields, and a new link first', async () => {
        await page.getByLabel('destination').fill('ftp://example.com')
        await page.getByLabel('code').fill('!')
        await page.getByRole('button', { name: 'Create' }).click()
        await vi.waitFor(async () => expect(await problem('destination')).toMatch(/^must/), settling)
        expect(await problem('code')).toMatch(/^must/)
        await page.getByLabel('destination').fill('https://example.com/8')
        await page.getByLabel('code').fill('')
        await page.getByLabel('expiresAt').fill('2030-12-01T10:00')
        await page.getByRole('button', { name: 'Create' }).click()
        await vi.waitFor(async () => expect(await problem('expiresAt')).toMatch(/^must/), settling)
        expect(await problem('destination')).toBe('')
        await page.getByLabel('expiresAt').fill('2030-12-01T10:00:00Z')
        await page.getByRole('button', { name: 'Create' }).click()
        await heading('8 links')
        await vi.waitFor(
          async () => expect(await titles()).toEqual(['example.com/8', ...newest, 'Page 2', 'Page 1']),
          settling,
        )
      })

      it('shows a new title before the service has answered, and the old one again when it is refused', async () => {
        const held = Promise.withResolvers<void>()
        await page.route('**/graphql', async (route) => {
          await held.promise
          await route.continue()
        })
        const rename = async (from: string, to: string) => {
          page.once('dialog', (dialog) => void dialog.accept(to))
          await row(from).getByRole('button', { name: 'Rename' }).click()
        }
        const tooLong = 'x'.repeat(300)
        await rename('Page 6', tooLong)
        await row(tooLong).waitFor()
        held.resolve()
        await row('Page 6').waitFor()
        expect(await page.getByRole('alert').textContent()).toMatch(/^title must/)
        await page.unroute('**/graphql')
        await rename('Page 6', 'New title')
        await row('New title').waitFor()
        await vi.waitFor(async () => expect(await page.getByRole('alert').count()).toBe(0), settling)
        await row('New title').waitFor()
      })

      it('deletes a link, and shows the total right afterwards', async () => {
        await row('Page 2').getByRole('button', { name: 'Delete' }).click()
        await heading('7 links')
        await vi.waitFor(async () => expect(await titles()).not.toContain('Page 2'), settling)
        expect(await titles()).toHaveLength(7)
      })

      it('shows a click that happens while it is open', async () => {
        const address = await row('Page 1').getByRole('link').getAttribute('href')
        await fetch(`${address}`, { redirect: 'manual', headers: { 'user-agent': agents.chrome } })
        await page.getByText('1 new clicks').waitFor()
        await row('Page 1').getByText('1 clicks').waitFor()
      })

      it('uploads a file, and shows the image', async () => {
        const buffer = Buffer.from(
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
          'base64',
        )
        await page.getByLabel('Logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
        const logo = page.getByRole('img', { name: 'Logo' })
        await logo.waitFor()
        await vi.waitFor(
          async () =>
            expect(await logo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0),
          settling,
        )
      })

      it('renews a token of yesterday before its next request, and complains of nothing', async () => {
        const before = await page.evaluate(() => {
          localStorage.setItem('receivedAt', String(Date.now() - 20 * 3_600_000))
          return localStorage.getItem('token')
        })
        requests.length = 0
        await page.reload()
        await heading('7 links')
        const after = await page.evaluate(() => localStorage.getItem('token'))
        expect(after).not.toBe(before)
        const sent = requests.flatMap((request) => request.headers().authorization ?? [])
        expect(sent[0]).toBe(`Bearer ${before}`)
        expect(new Set(sent.slice(1))).toEqual(new Set([`Bearer ${after}`]))
        expect(watch.complaints.filter((complaint) => complaint !== noNode)).toEqual([])
      })
    })
  })
})
