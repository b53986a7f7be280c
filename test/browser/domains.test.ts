import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { domainOf } from '../domains/seed.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { inBrowser, launch, screens } from './chromium.ts'

inBrowser('two domains in a browser', () => {
  const hosts = ['go.first.example', 'go.second.example', 'nobody.example'] as const
  let test: TestApp
  let ada: SeededAccount
  let browser: Browser
  let port: string
  beforeAll(async () => {
    test = await startApp()
    port = new URL(await test.app.server.listen({ port: 0, host: '127.0.0.1' })).port
    ada = await test.seed.account()
    browser = await launch(...hosts)
  })
  afterAll(async () => {
    await browser.close()
    await test.close()
  })

  it('show their own links beside each other, and a page at a host that is none', async () => {
    const [first, second, nobody] = hosts
    for (const host of [first, second]) {
      const { id } = await domainOf(test, ada, { host })
      await test.seed.link(ada, {
        domainId: id,
        customUrl: 'sale',
        longUrl: `https://example.com/${host}`,
        title: host,
      })
    }
    const context = await browser.newContext({ ...screens.phone, locale: 'de' })
    const page = await context.newPage()
    const open = async (host: string, path: string) => {
      const answer = await page.goto(`http://${host}:${port}${path}`)
      return [answer?.status(), await page.locator('main').innerText()] as const
    }
    for (const host of [first, second]) {
      const [status, text] = await open(host, '/sale+')
      expect([status, text.includes(`https://example.com/${host}`)]).toEqual([200, true])
      await open(host, '/sale/qr')
      expect(
        await page.locator('img.picture').evaluate((image) => (image as HTMLImageElement).naturalWidth),
      ).toBeGreaterThan(0)
      expect((await open(host, '/'))[1]).toContain(host)
      await page.screenshot({ path: `test-output/domain-${host}.png` })
    }
    const [status, text] = await open(nobody, '/sale')
    expect([status, text.includes('Diese Domain ist noch nicht eingerichtet')]).toEqual([421, true])
    await page.screenshot({ path: 'test-output/unknown-host.png' })
    await context.close()
  })
})
