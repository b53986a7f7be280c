import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { as } from '../support/visitor.ts'
import { inBrowser, launch, screens } from './chromium.ts'
import { openTab } from './graphiql.ts'
import { visit } from './visit.ts'

inBrowser('GraphiQL', () => {
  let test: TestApp
  let browser: Browser
  beforeAll(async () => {
    test = await startApp()
    browser = await launch()
  })
  afterAll(async () => {
    await browser.close()
    await test.close()
  })

  it('runs a subscription with the token under Headers, and a query beside it', async () => {
    const address = await test.app.server.listen({ port: 0, host: '127.0.0.1' })
    const account = await test.seed.account()
    const link = await test.seed.link(account)
    await visit({ browser, options: screens.desktop, origins: [new URL(address).origin] }, async (page) => {
      await page.goto(`${address}/graphql`)
      await openTab(page, 'Clicks')
      await page.getByRole('button', { name: 'Headers' }).click()
      const headers = page.locator('.graphiql-editor-tool .monaco-editor').last()
      await headers.click()
      // Behind `Bearer `, where the page says that the token goes.
      for (const key of ['ControlOrMeta+Home', 'ArrowDown', 'End', 'ArrowLeft']) await page.keyboard.press(key)
      await page.keyboard.insertText(account.token)
      await page.locator('.graphiql-execute-button').click()
      const response = page.locator('.result-window')
      await vi.waitFor(
        async () => {
          await test.rest.get(`/${link.shortUrl}`, as('chrome'))
          expect(await response.innerText()).toContain(link.id)
        },
        { timeout: 20_000, interval: 500 },
      )
      // The same button ends what runs, and then begins what the next tab holds.
      await page.locator('.graphiql-execute-button').click()
      await openTab(page, 'Numbers')
      await page.locator('.graphiql-execute-button').click()
      await vi.waitFor(async () => expect(await response.innerText()).toContain('totalClicks'), { timeout: 10_000 })
    })
  })
})
