import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ListeningApp } from '../oauth/service.ts'
import { sharedListening } from '../support/mail-app.ts'
import { freePort } from '../support/port.ts'
import type { SeededAccount } from '../support/seed.ts'
import { settling } from '../support/settling.ts'
import { agents } from '../support/visitor.ts'
import { inBrowser, launch, screens } from './chromium.ts'

const folder = 'examples'
const isInstalled = existsSync(`${folder}/node_modules`)
const title = isInstalled
  ? 'the example of a frontend'
  : 'the example of a frontend: skipped, as its packages are not installed (npm ci --prefix examples)'

inBrowser(title, () => {
  describe.runIf(isInstalled)('in a browser', () => {
    let test: ListeningApp
    let account: SeededAccount
    let frontend: ChildProcess
    let browser: Browser
    let page: Page
    let address: string
    beforeAll(async () => {
      await promisify(execFile)('npm', ['run', 'generate'], { cwd: folder })
      test = await sharedListening()
      account = await test.seed.account({ name: 'Ada' })
      for (let number = 1; number <= 25; number++)
        await test.seed.link(account, { longUrl: `https://example.com/${number}`, title: `Page ${number}` })
      const tsx = createRequire(`${process.cwd()}/${folder}/`).resolve('tsx/cli')
      frontend = spawn(process.execPath, [tsx, 'frontend/serve.ts'], {
        cwd: folder,
        env: { PATH: process.env.PATH, PORT: String(await freePort()), TACK_URL: test.base },
        stdio: 'pipe',
      })
      let output = ''
      for (const stream of [frontend.stdout, frontend.stderr]) stream?.on('data', (piece) => (output += piece))
      await vi.waitFor(() => expect(output).toMatch(/Open http\S+\n/), { timeout: 30_000 })
      address = /Open (\S+)/.exec(output)?.[1] ?? ''
      browser = await launch()
      page = await browser.newPage(screens.desktop)
    }, 120_000)
    afterAll(async () => {
      await browser?.close()
      if (frontend) {
        frontend.kill()
        await once(frontend, 'close')
      }
      await test?.close()
    })

    const titles = () => page.locator('tbody a').allTextContents()
    const alertOf = (label: string) => page.locator('label', { hasText: label }).getByRole('alert').textContent()

    it('asks for a login', async () => {
      await page.goto(address)
      await page.getByLabel('E-mail').fill(account.email)
      await page.getByLabel('Password').fill('wrong horse battery')
      await page.getByRole('button', { name: 'Log in' }).click()
      await page.getByRole('alert').filter({ hasText: 'password' }).waitFor()
      await page.getByLabel('Password').fill(account.password)
      await page.getByRole('button', { name: 'Log in' }).click()
      await page.getByRole('heading', { name: 'Links of Ada' }).waitFor()
    })

    it('lists links with the clicks of each day, and loads more while they are scrolled', async () => {
      await vi.waitFor(async () => expect((await titles()).slice(0, 2)).toEqual(['Page 25', 'Page 24']), settling)
      const first = await titles()
      expect(first.length).toBeLessThan(25)
      expect(await page.getByRole('img', { name: /^Clicks of each day: / }).count()).toBe(first.length)
      await vi.waitFor(async () => {
        await page.mouse.wheel(0, 2000)
        expect(await titles()).toHaveLength(25)
      }, settling)
      expect((await titles()).at(-1)).toBe('Page 1')
      expect(new Set(await titles()).size).toBe(25)
    })

    it('shows all problems of an input at their fields, and creates a link', async () => {
      await page.getByLabel('Destination').fill('ftp://example.com')
      await page.getByLabel('Alias').fill('!')
      await page.getByRole('button', { name: 'Shorten' }).click()
      await vi.waitFor(async () => expect(await alertOf('Destination')).toMatch(/^must/), settling)
      expect(await alertOf('Alias')).toMatch(/^must/)
      await page.getByLabel('Destination').fill('https://example.com/new')
      await page.getByLabel('Alias').fill('brand-new')
      await page.getByRole('button', { name: 'Shorten' }).click()
      await vi.waitFor(async () => expect((await titles())[0]).toBe('example.com/new'), settling)
      expect(await alertOf('Destination')).toBe('')
    })

    it('shows a new click while it is open', async () => {
      await fetch(`${test.base}/brand-new`, { redirect: 'manual', headers: { 'user-agent': agents.chrome } })
      await page.getByText('1 new clicks, the last one on example.com/new').waitFor()
      await page.getByRole('row', { name: 'example.com/new' }).getByRole('cell', { name: '1', exact: true }).waitFor()
    })

    /** Opens the page again with another token, received some hours ago. */
    const reopen = async (token: string, hours = 0) => {
      await page.evaluate(
        ([text, time]) => {
          localStorage.setItem('token', text)
          localStorage.setItem('receivedAt', time)
        },
        [token, String(Date.now() - hours * 3_600_000)] as const,
      )
      await page.reload()
    }

    it('shows the rest when one field fails', async () => {
      const { key } = await test.seed.key(account)
      await reopen(key)
      await page.getByText('me: This operation does not accept API keys.').waitFor()
      expect(await page.locator('tbody tr').count()).toBeGreaterThan(5)
    })

    it('renews the token of a session that is used the next day', async () => {
      await reopen(account.token, 20)
      await page.getByRole('heading', { name: 'Links of Ada' }).waitFor()
      const renewed = await page.evaluate(() => localStorage.getItem('token'))
      expect(renewed).not.toBe(account.token)
      expect((await test.rest.get('/v1/auth/me', { token: `${renewed}` })).status).toBe(200)
    })

    it('shows the login when the session was ended elsewhere, and ends its own', async () => {
      await test.rest.post('/v1/auth/logout', {}, { token: account.token })
      await page.reload()
      await page.getByLabel('E-mail').fill(account.email)
      await page.getByLabel('Password').fill(account.password)
      await page.getByRole('button', { name: 'Log in' }).click()
      await page.getByRole('heading', { name: 'Links of Ada' }).waitFor()
      const token = await page.evaluate(() => localStorage.getItem('token'))
      await page.getByRole('button', { name: 'Log out' }).click()
      await page.getByLabel('Password').waitFor()
      expect((await test.rest.get('/v1/auth/me', { token: `${token}` })).status).toBe(401)
    })
  })
})
