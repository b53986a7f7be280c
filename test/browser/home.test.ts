import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { translator } from '../../src/platform/web/texts.ts'
import type { ListeningApp } from '../oauth/service.ts'
import { sharedListening } from '../support/mail-app.ts'
import { inBrowser, launch, looks, screens } from './chromium.ts'
import { seriousFindings } from './findings.ts'
import { faintTexts, sidewaysPx, tabStops } from './looks.ts'
import { visit as visitWith } from './visit.ts'

inBrowser('the home page in a browser', () => {
  let test: ListeningApp
  let browser: Browser
  beforeAll(async () => {
    test = await sharedListening()
    browser = await launch()
    await test.sql('update statistics set deleted_link_clicks = 1234567')
  })
  afterAll(async () => {
    await browser?.close()
    await test?.close()
  })

  const visit = (options: BrowserContextOptions, steps: (page: Page) => Promise<void>) =>
    visitWith({ browser, options, origins: [test.base] }, steps)
  const linksThere = async () => (await test.sql<{ n: number }>('select count(*)::int as n from link'))[0]?.n
  const look = async (page: Page, name: string) => {
    await page.screenshot({ path: `test-output/home-${name}.png`, fullPage: true })
    expect(await faintTexts(page)).toEqual([])
    expect(await sidewaysPx(page)).toBe(0)
    expect(await seriousFindings(page)).toEqual([])
  }

  it.each(looks)('shortens an address on $name', async ({ name, lang, options }) => {
    const t = translator(lang)
    await visit(options, async (page) => {
      await page.goto(test.base)
      expect(await page.locator('html').getAttribute('lang')).toBe(lang)
      await look(page, `${name}-1-form`)
      await page.getByLabel(t('page.home.address')).fill('ftp://example.com/a')
      await page.getByLabel(t('page.home.customCode')).fill('an-ending')
      await page.getByRole('button', { name: t('page.home.shorten') }).click()
      await page.getByRole('alert').waitFor()
      await look(page, `${name}-2-refused`)
      await page.waitForFunction(() => document.activeElement?.id === 'longUrl')
      expect(await page.getByLabel(t('page.home.customCode')).inputValue()).toBe('an-ending')
      await page.getByLabel(t('page.home.address')).fill(`example.com/${'a-long-way/'.repeat(8)}`)
      await page.getByLabel(t('page.home.customCode')).fill('')
      await page.getByRole('button', { name: t('page.home.shorten') }).click()
      await page.getByRole('heading', { name: t('page.createdLink.heading') }).waitFor()
      await look(page, `${name}-3-made`)
      const shortUrl = await page.getByLabel(t('page.createdLink.address')).innerText()
      expect(shortUrl).toMatch(new RegExp(`^${test.base}/[a-z0-9]{7}$`))
      const opens = page.getByRole('link', { name: t('page.createdLink.open') })
      expect(await opens.getAttribute('href')).toBe(shortUrl)
      const before = await linksThere()
      await page.reload()
      expect(await page.getByLabel(t('page.createdLink.address')).innerText()).toBe(shortUrl)
      expect(await linksThere()).toBe(before)
      await page.getByRole('link', { name: t('page.createdLink.another') }).click()
      await page.getByLabel(t('page.home.address')).waitFor()
    })
  })

  it('shortens an address without JavaScript', async () => {
    await visit(screens['phone without JavaScript'], async (page) => {
      await page.goto(test.base)
      await page.getByLabel('Long address').fill('https://example.com/plain')
      await page.getByRole('button', { name: 'Shorten' }).click()
      await page.getByRole('heading', { name: 'Your short link is ready' }).waitFor()
      // One tap selects the address, and there is no button that would need a script.
      expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0)
      await page.getByText('Tap the address to select all of it.').waitFor()
      await page.locator('#shortUrl').click()
      expect(await page.evaluate(() => getSelection()?.toString())).toMatch(new RegExp(`^${test.base}/[a-z0-9]{7}$`))
    })
  })

  it('copies the short address where the browser allows it, and selects it where it does not', async () => {
    await visit({ ...screens.desktop, permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
      await page.goto(test.base)
      await page.getByLabel('Long address').fill('https://example.com/copied')
      await page.getByRole('button', { name: 'Shorten' }).click()
      const shortUrl = await page.locator('#shortUrl').innerText()
      await page.getByRole('button', { name: 'Copy' }).click()
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shortUrl)
      await page.reload()
      await page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error('not here'))
        document.execCommand = () => false
      })
      await page.getByRole('button', { name: 'Copy' }).click()
      await page.getByText('The address is selected. Copy it now.').waitFor()
      expect(await page.evaluate(() => getSelection()?.toString())).toBe(shortUrl)
    })
  })

  it('is used with the keyboard alone, beginning in the field, and the short address is ready to be copied', async () => {
    await visit(screens.desktop, async (page) => {
      await page.goto(test.base)
      await page.waitForFunction(() => document.activeElement?.id === 'longUrl')
      await page.keyboard.type('https://example.com/typed')
      expect(await tabStops(page, 3)).toEqual(['Long address', 'Ending of your choice (optional)', 'Shorten'])
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Your short link is ready' }).waitFor()
      await page.waitForFunction(() => document.activeElement?.id === 'copy')
      expect(await tabStops(page, 4)).toEqual(['Copy', 'Open the link', 'Download its QR code', 'See where it leads'])
    })
  })

  it('makes nothing of a form on the page of somebody else', async () => {
    const before = await linksThere()
    const context = await browser.newContext()
    try {
      const page = await context.newPage()
      // The same host under another name is another site to a browser.
      await page.goto(`${test.base.replace('127.0.0.1', 'localhost')}/robots.txt`)
      await page.evaluate((action) => {
        document.body.innerHTML = `<form method="post" action="${action}"><input name="longUrl" value="https://example.com/forged"></form>`
        document.forms[0]?.submit()
      }, `${test.base}/`)
      await page.getByRole('alert').waitFor()
      expect(await page.getByRole('alert').innerText()).toMatch(/came from another site/)
      expect(await linksThere()).toBe(before)
      await page.getByRole('button', { name: 'Shorten' }).click()
      await page.getByRole('heading', { name: 'Your short link is ready' }).waitFor()
    } finally {
      await context.close()
    }
  })
})
