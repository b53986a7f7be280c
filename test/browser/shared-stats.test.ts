import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ListeningApp } from '../oauth/service.ts'
import { folderOf } from '../organizing/seed.ts'
import { monthOfClicks, type SeededStatsPage, statsPageOf } from '../shared-stats/seed.ts'
import { sharedListening } from '../support/mail-app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { inBrowser, launch, looks, screens } from './chromium.ts'
import { barriers, faintTexts, look, sidewaysPx } from './looks.ts'
import { visit } from './visit.ts'

inBrowser('a page with shared statistics in a browser', () => {
  let test: ListeningApp
  let browser: Browser
  let ada: SeededAccount
  /** A folder of three links with titles. */
  let full: SeededStatsPage
  beforeAll(async () => {
    test = await sharedListening()
    browser = await launch()
    ada = await test.seed.account()
    const { id: folderId } = await folderOf(test, ada)
    const titles = ['Autumn newsletter', 'Early tickets for the conference in Lisbon', 'Notes on engines']
    const links = await Promise.all(titles.map((title) => test.seed.link(ada, { title, folderId })))
    await monthOfClicks(
      test,
      links.map(({ id }) => id),
      2400,
    )
    const options = { title: 'Autumn campaign', showsLinkTitles: true, interval: '30d', timezone: 'Europe/Berlin' }
    full = await statsPageOf(test, ada, { folderId, ...options })
  })
  afterAll(async () => {
    await browser?.close()
    await test?.close()
  })

  it.each(looks)('can be read on $name, and has nothing that keeps people out', async ({ name, lang, options }) => {
    await visit({ browser, options, origins: [test.base] }, async (page) => {
      const answer = await page.goto(full.url)
      expect((await answer?.body())?.length).toBeLessThan(60_000)
      await look(page, `shared-stats-${name}`, lang)
      await page.locator('summary').click()
      expect(await sidewaysPx(page)).toBe(0)
      expect(await barriers(page)).toEqual([])
      await page.locator('td').first().waitFor()
    })
  })

  it('has every number of its plots as a text, and no script', async () => {
    const options = { ...screens['phone without JavaScript'], locale: 'en-GB' }
    await visit({ browser, options, origins: [test.base] }, async (page) => {
      await page.goto(full.url)
      expect(await page.locator('script').count()).toBe(0)
      expect(await page.getByRole('img').count()).toBe(2)
      const total = Number((await page.locator('dd').first().innerText()).replaceAll(',', ''))
      const sum = async (selector: string) => {
        const texts = await page.locator(selector).allTextContents()
        return texts.reduce((all, text) => all + Number(text.replaceAll(',', '').split(' ')[0]), 0)
      }
      expect(await sum('td:last-child')).toBe(total)
      expect(await sum('.pair .count')).toBe(total)
    })
  })

  it('can be printed in light colours, also from a dark screen', async () => {
    const options = { ...screens.desktop, colorScheme: 'dark', locale: 'en-GB' } as const
    await visit({ browser, options, origins: [test.base] }, async (page) => {
      await page.goto(full.url)
      await page.emulateMedia({ media: 'print' })
      await page.setViewportSize({ width: 720, height: 1000 })
      await page.screenshot({ path: 'test-output/shared-stats-print.png', fullPage: true })
      expect(await faintTexts(page)).toEqual([])
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)')
    })
  })

  it.each(['empty', 'one click', 'young', 'gone', 'missing'] as const)('can be read when it is %s', async (state) => {
    const { id: urlId } = await test.seed.link(ada)
    const { id, url } = await statsPageOf(test, ada, { urlId })
    if (state === 'one click') await monthOfClicks(test, [urlId], 1)
    if (state === 'young')
      await test.sql(
        `insert into click (id, url_id, created_at, trigger, country, device, browser, os, is_bot)
         select 'clk_young' || n, ?, ?::timestamptz - n * interval '17 minutes', 'link', 'PT', 'Mobile', 'Safari', 'iOS', false
           from generate_series(1, 60) as n`,
        [urlId, test.clock.now().toISOString()],
      )
    if (state === 'gone') await test.rest.delete(`/v1/shared-stats/${id}`, { token: ada.token })
    for (const { name, options } of looks) {
      await visit({ browser, options: { ...options, locale: 'en-GB' }, origins: [test.base] }, async (page) => {
        await page.goto(state === 'missing' ? `${url}x` : url)
        await look(page, `shared-stats-${state.replace(' ', '-')}-${name}`)
      })
    }
  })
})
