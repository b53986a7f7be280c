import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inBrowser, screens } from './chromium.ts'
import { ConsolePlay, phone } from './console-tasks.ts'
import { sidewaysPx } from './looks.ts'

const german: Readonly<Record<string, string>> = JSON.parse(readFileSync('console/texts/de.json', 'utf8'))
const text = (id: string) => german[id] ?? ''

inBrowser('what the console says when something is not accepted', () => {
  let maya: ConsolePlay
  let base: string
  beforeAll(async () => {
    maya = await ConsolePlay.start()
    base = maya.test.base
    await maya.open(screens.desktop)
    await maya.register()
  })
  afterAll(() => maya?.close())

  describe.each([
    ['desktop', screens.desktop],
    ['phone', phone],
  ])('in German, on a %s', (_name, screen) => {
    beforeAll(() => maya.open({ ...screen, locale: 'de-DE' }))

    it('stands at its field, in this language and without words of the interface', async () => {
      const { page } = maya
      await page.goto(`${base}/app/links/new`)
      const address = page.getByLabel(text('new.destination'))
      await address.fill('ftp://museum.example/spring')
      await address.press('Enter')
      await page.locator('[slot=errorMessage]').getByText(text('issue.NOT_HTTP'), { exact: true }).waitFor()
      await page.getByText(`Adresse: ${text('issue.NOT_HTTP')}`).waitFor()
      // On a phone, a dialog is all there is.
      const expected = screen === phone ? /landmark-one-main|page-has-heading-one/ : /^$/
      expect((await maya.findBarriers()).filter((each) => !expected.test(each))).toEqual([])
      expect(await sidewaysPx(page)).toBe(0)
      const foot = await page
        .locator('footer:has(p[role=alert])')
        .evaluate((each) => each.scrollWidth - each.clientWidth)
      expect(foot).toBe(0)
      await address.fill('museum.example/spring')
      await page.getByText(text('form.redirect'), { exact: true }).click()
      await page.getByLabel(text('form.redirectType')).selectOption('301')
      await page.getByText(text('form.ends'), { exact: true }).click()
      await page.getByLabel(text('form.clickLimit')).fill('5')
      await page.getByRole('button', { name: text('new.create') }).click()
      await page.locator('[slot=errorMessage]').getByText(text('issue.EXCLUDES_PERMANENT')).waitFor()
      const words = await page.locator('body').innerText()
      expect(words).not.toMatch(/slug|must |request|cannot|API|redirectType|clickLimit/i)
      await page.getByRole('button', { name: text('edit.discard') }).click()
    })
  })
})
