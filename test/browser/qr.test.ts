import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ListeningApp } from '../oauth/service.ts'
import { decoded } from '../qr-codes/decode.ts'
import { sharedListening } from '../support/mail-app.ts'
import { inBrowser, launch, looks, screens } from './chromium.ts'
import { faintTexts, sidewaysPx, tabStops } from './looks.ts'
import { visit } from './visit.ts'

inBrowser('the page of a QR code in a browser', () => {
  let test: ListeningApp
  let browser: Browser
  let code: string
  beforeAll(async () => {
    test = await sharedListening()
    browser = await launch()
    const { shortUrl } = await test.seed.link(await test.seed.account())
    code = shortUrl
  })
  afterAll(async () => {
    await browser?.close()
    await test?.close()
  })

  it.each(looks)('can be scanned from the screen and read on $name', async ({ name, options }) => {
    await visit({ browser, options, origins: [test.base] }, async (page) => {
      await page.goto(`${test.base}/${code}/qr`)
      const picture = page.getByRole('img')
      await picture.waitFor()
      await page.screenshot({ path: `test-output/qr-${name}.png`, fullPage: true })
      expect(await faintTexts(page)).toEqual([])
      expect(await sidewaysPx(page)).toBe(0)
      expect(await decoded(await picture.screenshot())).toMatch(new RegExp(`/${code}\\?qr=1$`))
      expect(await picture.getAttribute('alt')).toContain(code)
    })
  })

  it('leads the Tab key to both downloads, which are files that read', async () => {
    await visit(
      { browser, options: { ...screens.desktop, acceptDownloads: true }, origins: [test.base] },
      async (page) => {
        await page.goto(`${test.base}/${code}/qr`)
        const names = ['Download as SVG, for print', 'Download as PNG']
        expect(await tabStops(page, 3)).toEqual(['Tack', ...names])
        for (const [name, ending] of [
          [names[0], 'svg'],
          [names[1], 'png'],
        ]) {
          const download = page.waitForEvent('download')
          await page.getByRole('link', { name }).click()
          const file = await download
          expect(file.suggestedFilename()).toBe(`${code}.${ending}`)
          expect(await decoded(await readFile(await file.path()))).toContain(`/${code}?qr=1`)
        }
      },
    )
  })
})
