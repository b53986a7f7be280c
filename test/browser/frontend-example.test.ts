import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ListeningApp, startListening } from '../oauth/service.ts'
import { freePort } from '../support/port.ts'
import type { SeededAccount } from '../support/seed.ts'
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
      test = await startListening()
      account = await test.seed.account({ name: 'Ada' })
      for (let number = 1; number <= 7; number++)
        await test.seed.link(account, { longUrl: `https://example.com/${number}`, title: `Page ${number}` })
      const tsx = createRequire(`${process.cwd()}/${folder}/`).resolve('tsx/cli')
      frontend = spawn(process.execPath, [tsx, 'frontend/serve.ts'], {
        cwd: folder,
        env: { PATH: process.env.PATH, PORT: String(await freePort()), TACK_URL: test.base, TACK_TOKEN: account.token },
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

    it('lists links with the clicks of each day, and pages forwards and backwards', async () => {
      await page.goto(address)
      await page.getByRole('heading', { name: 'Links of Ada' }).waitFor()
      expect(await titles()).toEqual(['Page 7', 'Page 6', 'Page 5', 'Page 4', 'Page 3'])
      expect(await page.getByRole('img', { name: /^Clicks of each day: / }).count()).toBe(5)
      await page.getByRole('button', { name: 'Next' }).click()
      await vi.waitFor(async () => expect(await titles()).toEqual(['Page 2', 'Page 1']))
      await page.getByRole('button', { name: 'Previous' }).click()
      await vi.waitFor(async () => expect(await titles()).toEqual(['Page 7', 'Page 6', 'Page 5', 'Page 4', 'Page 3']))
    })

    it('shows all problems of an input at once, and creates a link', async () => {
      await page.getByLabel('Destination').fill('ftp://example.com')
      await page.getByLabel('Alias').fill('!')
      await page.getByRole('button', { name: 'Shorten' }).click()
      const alert = page.getByRole('alert')
      await vi.waitFor(async () => expect(await alert.textContent()).toMatch(/destination must.+code must/))
      await page.getByLabel('Destination').fill('https://example.com/new')
      await page.getByLabel('Alias').fill('brand-new')
      await page.getByRole('button', { name: 'Shorten' }).click()
      await vi.waitFor(async () => expect((await titles())[0]).toBe('example.com/new'))
    })

    it('shows a new click while it is open', async () => {
      await fetch(`${test.base}/brand-new`, { redirect: 'manual', headers: { 'user-agent': agents.chrome } })
      await page.getByText('1 new clicks, the last one on example.com/new').waitFor()
      await page.getByRole('row', { name: 'example.com/new' }).getByRole('cell', { name: '1', exact: true }).waitFor()
    })

    it('shows the rest when one field fails', async () => {
      const { key } = await test.seed.key(account)
      const other = await browser.newPage(screens.desktop)
      await other.goto(address.replace(/token=.*/, `token=${key}`))
      await other.getByText('me: This operation does not accept API keys.').waitFor()
      expect(await other.locator('tbody tr').count()).toBe(5)
      await other.close()
    })
  })
})
