import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ListeningApp, secrets } from '../oauth/service.ts'
import { decoded } from '../qr-codes/decode.ts'
import { sharedListening } from '../support/mail-app.ts'
import { agents } from '../support/visitor.ts'
import { inBrowser, launch, screens } from './chromium.ts'

/** Somebody else's page, where links lead. */
const elsewhere = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html').end('<title>There</title><h1>There</h1>')
})

inBrowser('who comes here for the first time, from page to page', () => {
  let test: ListeningApp
  let browser: Browser
  let page: Page
  let destination: string
  beforeAll(async () => {
    test = await sharedListening()
    await once(elsewhere.listen(0, '127.0.0.1'), 'listening')
    destination = `http://elsewhere.example:${(elsewhere.address() as AddressInfo).port}/newcomer`
    browser = await launch('elsewhere.example')
    page = await browser.newPage({ ...screens.desktop, userAgent: agents.chrome })
  })
  afterAll(async () => {
    await browser?.close()
    elsewhere.close()
    await test?.close()
  })

  const clicks = async (trigger: string) => {
    const [row] = await test.sql<{ n: number }>(
      'select count(*)::int as n from click join link on link.id = url_id where original_url = ? and trigger = ? and not is_bot',
      [destination, trigger],
    )
    return row?.n
  }

  it('shortens an address on the home page, and sees where the link leads', async () => {
    await page.goto(test.base)
    await page.getByLabel('Long address').fill(destination)
    await page.getByRole('button', { name: 'Shorten' }).click()
    await page.getByRole('heading', { name: 'Your short link is ready' }).waitFor()
    await page.getByRole('link', { name: 'See where it leads' }).click()
    await page.getByText(destination).first().waitFor()
    await page.goBack()
  })

  it('opens the short link, and is counted once', async () => {
    await page.getByRole('link', { name: 'Open the link' }).click()
    await page.getByRole('heading', { name: 'There' }).waitFor()
    expect(page.url()).toBe(destination)
    expect(await clicks('link')).toBe(1)
    await page.goBack()
  })

  it('gets the QR code, scans it, and is counted as a scan', async () => {
    await page.getByRole('link', { name: 'Download its QR code' }).click()
    const scanned = await decoded(await page.getByRole('img').screenshot())
    if (scanned === null) throw new Error('The code on the page cannot be scanned.')
    await page.goto(scanned)
    await page.getByRole('heading', { name: 'There' }).waitFor()
    expect(page.url()).toBe(destination)
    expect([await clicks('link'), await clicks('qr')]).toEqual([1, 1])
  })

  it('asks in the reference which link did best this week, with the token of a new account', async () => {
    const account = await test.seed.account()
    const { shortUrl, title } = await test.seed.link(account, { longUrl: destination, title: 'Launch day' })
    await page.goto(`${test.base}/${shortUrl}`)
    // A period ends before the present instant, and this clock stands still.
    test.clock.advance({ seconds: 1 })
    secrets.note(null, { authorization: `Bearer ${account.token}` })
    await page.goto(`${test.base}/docs#tag/clicks/POST/analytics-ai/query`)
    await page.getByPlaceholder('Token').first().fill(account.token)
    await page.getByRole('button', { name: /test request\s*\(post \/analytics-ai\/query\)/i }).click()
    await page.getByRole('button', { name: /^send/i }).first().click()
    await page.getByText('200 OK').first().waitFor()
    await page.getByText(title).first().waitFor()
    await page.screenshot({ path: 'test-output/newcomer-question.png' })
  })
})
