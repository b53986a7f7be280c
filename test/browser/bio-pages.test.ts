import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { translator } from '../../src/platform/web/texts.ts'
import { blockOf } from '../bio-pages/seed.ts'
import { showcasePage } from '../bio-pages/showcase.ts'
import type { ListeningApp } from '../oauth/service.ts'
import { sharedListening } from '../support/mail-app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { hardestOf } from '../support/size.ts'
import { agents } from '../support/visitor.ts'
import { inBrowser, launch, looks, screens } from './chromium.ts'
import { barriers, faintTexts, look, sidewaysPx } from './looks.ts'
import { visit } from './visit.ts'

const themes = hardestOf([
  { preset: 'paper', buttonStyle: 'filled', font: 'sans' },
  { preset: 'ocean', buttonStyle: 'outline', font: 'rounded' },
  { preset: 'sunset', buttonStyle: 'pill', font: 'serif' },
  { preset: 'forest', buttonStyle: 'soft', font: 'slab' },
  { preset: 'berry', buttonStyle: 'soft', font: 'sans' },
  { preset: 'mono', buttonStyle: 'outline', font: 'mono' },
  { preset: 'midnight', buttonStyle: 'filled', font: 'sans' },
  { preset: 'paper', buttonStyle: 'filled', font: 'serif', backgroundColor: '#fde047', accentColor: '#1d4ed8' },
] as const)

inBrowser('a bio page in a browser', () => {
  let test: ListeningApp
  let browser: Browser
  /** Where a block leads. */
  let destination: Server
  let ada: SeededAccount
  beforeAll(async () => {
    test = await sharedListening()
    destination = createServer((_request, response) => response.end('The letters')).listen(0, '127.0.0.1')
    await once(destination, 'listening')
    browser = await launch(`letters.example 127.0.0.1:${(destination.address() as AddressInfo).port}`)
    ada = await test.seed.account()
    await test.sql(`update workspace set plan = 'business' where id = ?`, [ada.workspaceId])
  })
  afterAll(async () => {
    await browser?.close()
    destination?.close()
    await test?.close()
  })

  const fullPage = (options: object, hasAvatar = true) => showcasePage(test, ada, { ...options, hasAvatar })

  it.each(themes.map((theme) => [Object.values(theme).join('-').replaceAll('#', ''), theme] as const))(
    'can be read with %s on a phone and a desktop, light and dark',
    async (name, theme) => {
      const { slug } = await fullPage(theme, theme.preset !== 'mono')
      for (const colorScheme of ['light', 'dark'] as const)
        for (const [screen, viewport] of [
          ['phone', { width: 390, height: 844 }],
          ['desktop', { width: 1280, height: 800 }],
        ] as const) {
          const options = { viewport, colorScheme, ...(screen === 'phone' && { deviceScaleFactor: 2 }) }
          await visit({ browser, options, origins: [test.base] }, async (page) => {
            await page.goto(`${test.base}/p/${slug}?no-track`)
            await page.screenshot({
              path: `test-output/bio-${name}-${screen}-${colorScheme}.png`,
              fullPage: screen === 'phone',
            })
            expect(await faintTexts(page)).toEqual([])
            expect(await sidewaysPx(page)).toBe(0)
            expect(await barriers(page)).toEqual([])
          })
        }
    },
  )

  it.each(looks)('can be read on $name, and has nothing that keeps people out', async ({ name, lang, options }) => {
    const { slug } = await fullPage({ title: 'Donaudampfschifffahrtsgesellschaftskapitän', preset: 'forest' }, false)
    await visit({ browser, options, origins: [test.base] }, async (page) => {
      await page.goto(`${test.base}/p/${slug}?no-track`)
      await page.getByRole('link', { name: translator(lang)('page.bio.report') }).waitFor()
      await look(page, `bio-${name}`, lang)
      const sizes = await page
        .locator('a')
        .evaluateAll((links) =>
          links.map((link) => [link.getBoundingClientRect().width, link.getBoundingClientRect().height]),
        )
      // Thumbs need 44 pixels; the word Tack is narrower, and high enough.
      for (const [width = 0, height = 0] of sizes) expect([height >= 44, width >= 24]).toEqual([true, true])
    })
  })

  it.each(hardestOf(['phone without JavaScript', 'desktop', 'phone'] as const))(
    'is created, published, clicked and counted on a %s, in one round trip and less than 50 KB',
    async (screen) => {
      const { id, slug } = await fullPage({ preset: 'sunset' })
      await blockOf(test, ada, { id }, { title: 'All my letters', url: 'http://letters.example/' })
      const { token } = ada
      // Without a name of its own, the browser says that it has no window, and is a robot.
      const options = { userAgent: agents.chrome, ...screens[screen] }
      await visit({ browser, options, origins: [test.base, 'http://letters.example'] }, async (page) => {
        const requests: string[] = []
        page.on('request', (request) => requests.push(new URL(request.url()).pathname))
        const answer = await page.goto(`${test.base}/p/${slug}`)
        expect((await answer?.body())?.length).toBeLessThan(50_000)
        // The page and the portrait, which is on our host.
        expect(requests).toEqual([`/p/${slug}`, expect.stringMatching(/^\/p\/images\/[0-9a-f]{32}\.webp$/)])
        await page.getByRole('link', { name: 'All my letters' }).click()
        await page.getByText('The letters').waitFor()
        expect(page.url()).toBe('http://letters.example/')
      })
      const { json } = await test.rest.get(`/v1/bio-pages/${id}/analytics`, { token })
      expect(json).toMatchObject({ views: 1, clicks: 1, ctr: 1 })
      const clicked = json.perBlock.filter(({ clicks }: { clicks: number }) => clicks > 0)
      expect(clicked).toMatchObject([{ title: 'All my letters', clicks: 1 }])
    },
  )
})
