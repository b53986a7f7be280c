import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { translator } from '../../src/platform/web/texts.ts'
import type { ListeningApp } from '../oauth/service.ts'
import { sharedMailApp } from '../support/mail-app.ts'
import { linkOf, type MailServer } from '../support/mail-server.ts'
import { inBrowser, launch, looks } from './chromium.ts'
import { look } from './looks.ts'
import { visit as visitWith } from './visit.ts'

inBrowser('the account pages in a browser', () => {
  let server: MailServer
  let test: ListeningApp
  let browser: Browser
  beforeAll(async () => {
    ;({ test, server } = await sharedMailApp())
    browser = await launch()
  })
  afterAll(async () => {
    await browser?.close()
    await test?.close()
  })

  const visit = (options: BrowserContextOptions, steps: (page: Page) => Promise<void>) =>
    visitWith({ browser, options, origins: [test.base] }, steps)

  /** Opens the link of the mail that arrives after an act. */
  async function followMail(page: Page, email: string, act: () => Promise<void>): Promise<void> {
    server.mails.length = 0
    await act()
    await page.goto(linkOf(await server.mailTo(email)).href)
  }

  it.each(looks)('can be read on $name, from the registration to the logout', async ({ name, lang, options }) => {
    const t = translator(lang)
    const heading = (page: Page, words: string) => page.getByRole('heading', { level: 1, name: words }).waitFor()
    const email = `${test.seed.word()}@example.com`
    const password = 'correct horse battery'
    await visit(options, async (page) => {
      const press = (label: string) => page.getByRole('button', { name: label }).click()
      await page.goto(`${test.base}/account/register`)
      await look(page, `account-${name}-1-register`, lang)
      await page.locator('#name').fill('Ada')
      await page.locator('#email').fill(email)
      await page.locator('#password').fill('password123')
      await press(t('page.account.register.title'))
      await page.getByRole('alert').waitFor()
      await look(page, `account-${name}-2-register-again`, lang)
      await page.locator('#password').fill('abcdefgh')
      await page.getByText(t('page.credentials.strengths.1'), { exact: true }).waitFor()
      await page.locator('#password').fill(password)
      await page.getByText(t('page.credentials.strengths.3'), { exact: true }).waitFor()
      await press(t('page.credentials.show'))
      expect(await page.locator('#password').getAttribute('type')).toBe('text')
      await look(page, `account-${name}-2-shown`, lang)
      await press(t('page.credentials.hide'))
      expect(await page.locator('#password').getAttribute('type')).toBe('password')
      await followMail(page, email, async () => {
        await press(t('page.account.register.title'))
        await page.waitForURL(`${test.base}/app`)
        await page.goto(`${test.base}/account/overview`)
        await heading(page, t('page.account.overview.title'))
        await look(page, `account-${name}-3-overview`, lang)
        for (const each of ['email', 'archive', 'delete']) {
          await page.goto(`${test.base}/account/${each}`)
          await look(page, `account-${name}-3-${each}`, lang)
        }
      })
      await heading(page, t('page.verification.title'))
      await look(page, `account-${name}-4-verify`, lang)
      await press(t('page.verification.confirm'))
      await heading(page, t('page.verification.done'))
      await look(page, `account-${name}-5-verified`, lang)
      await page.goto(`${test.base}/account/forgot`)
      await look(page, `account-${name}-6-forgot`, lang)
      await page.locator('#email').fill(email)
      await followMail(page, email, async () => {
        await press(t('page.account.forgot.send'))
        await heading(page, t('page.account.forgot.sent'))
        await look(page, `account-${name}-7-sent`, lang)
      })
      await heading(page, t('page.account.reset.title'))
      await look(page, `account-${name}-8-reset`, lang)
      await page.locator('#password').fill('a much better one')
      await page.getByRole('checkbox').check()
      await press(t('page.account.reset.save'))
      await page.waitForURL(`${test.base}/app`)
      await page.goto(`${test.base}/account/overview`)
      await heading(page, t('page.account.overview.title'))
      await press(t('page.account.overview.logOut'))
      await heading(page, t('page.account.login.title'))
      await look(page, `account-${name}-9-login`, lang)
      await page.goto(`${test.base}/account/verify?token=x`)
      await heading(page, t('page.account.invalidLink.title'))
      await look(page, `account-${name}-10-invalid`, lang)
    })
  })

  it('stop a change of the address by the one button of a page that needs no login, and not by being opened', async () => {
    const ada = await test.seed.account()
    const isPending = async () =>
      (await test.sql('select 1 from account where id = ? and pending_email is not null', [ada.id])).length > 0
    const body = { email: `${test.seed.word()}@example.net`, password: ada.password }
    await visit({ locale: 'en' }, async (page) => {
      await followMail(page, ada.email, async () => {
        expect((await test.rest.post('/v1/auth/me/email', body, { token: ada.token })).status).toBe(202)
      })
      const t = translator('en')
      await page.getByRole('heading', { level: 1, name: t('page.emailChange.stop.title') }).waitFor()
      expect([await page.getByRole('button').count(), await isPending()]).toEqual([1, true])
      await page.getByRole('button', { name: t('page.emailChange.stop.button') }).click()
      await page.getByRole('heading', { level: 1, name: t('page.emailChange.stopped.title') }).waitFor()
      expect(await isPending()).toBe(false)
    })
  })
})
