import { readFileSync } from 'node:fs'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Translator, translator } from '../../src/platform/web/texts.ts'
import { newPerson, type Organisation, startOrganisation } from '../sign-in/organisation.ts'
import { codeOf } from '../support/authenticator-app.ts'
import { inBrowser, launch, looks } from './chromium.ts'
import { look } from './looks.ts'
import { visit as visitWith } from './visit.ts'

/** Copies, prints and downloads the recovery codes of a page. */
async function keepCodes(page: Page, t: Translator): Promise<void> {
  const codes = await page.locator('#codes code').allInnerTexts()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: t('page.factor.recovery.download') }).click()
  const path = await (await downloading).path()
  expect(readFileSync(path, 'utf8').trim().split('\r\n').slice(2)).toEqual(codes)
  // Without the permission of a browser it copies in the older way; both leave the codes selected.
  await page.getByRole('button', { name: t('page.factor.recovery.copy'), exact: true }).click()
  await page.getByRole('button', { name: t('page.factor.recovery.copied'), exact: true }).waitFor()
  expect((await page.evaluate(() => getSelection()?.toString() ?? '')).trim().split(/\s+/)).toEqual(codes)
  const isPrinted = page.evaluate(() => new Promise((done) => Object.assign(globalThis, { print: () => done(true) })))
  await page.getByRole('button', { name: t('page.factor.recovery.print'), exact: true }).click()
  expect(await isPrinted).toBe(true)
}

inBrowser('the login at an identity provider, and with an authenticator app, in a browser', () => {
  let organisation: Organisation
  let browser: Browser
  beforeAll(async () => {
    organisation = await startOrganisation()
    browser = await launch()
  })
  afterAll(async () => {
    await browser?.close()
    await organisation?.close()
  })

  const visit = (options: BrowserContextOptions, steps: (page: Page) => Promise<void>) =>
    visitWith({ browser, options, origins: [organisation.test.base, organisation.provider.issuer] }, steps)

  it.each(looks)('can be read on $name, from the first login to the logout', async ({ name, lang, options }) => {
    const { test, provider } = organisation
    const t = translator(lang)
    const account = await test.seed.account()
    provider.person = newPerson({ email_verified: false })
    // The provider asks again whenever it is sent somebody to, at the time of the test.
    provider.quirks = {
      claims: (all) => ({ ...all, auth_time: Math.floor(test.clock.now().getTime() / 1000) }),
    }
    await visit(options, async (page) => {
      const at = (path: string) => page.waitForURL((url) => url.href.startsWith(`${test.base}/account/${path}`))
      const press = (label: string) => page.getByRole('button', { name: label, exact: true }).click()
      const logInWithAcme = () =>
        page.getByRole('link', { name: t('page.credentials.logInWith', { name: 'Acme' }) }).click()

      // A person with an account connects it.
      await page.goto(`${test.base}/account/login?next=identities`)
      await look(page, `sign-in-${name}-1-login`, lang)
      await page.locator('#email').fill(account.email)
      await page.locator('#password').fill(account.password)
      await press(t('page.credentials.logIn'))
      await at('identities')
      await press(t('page.identities.connect', { name: 'Acme' }))
      await page.getByRole('button', { name: t('page.identities.remove') }).waitFor()
      await look(page, `sign-in-${name}-2-connected`, lang)

      // From then on they log in there.
      await page.goto(`${test.base}/account/overview`)
      await press(t('page.account.overview.logOut'))
      await at('login')
      await page.goto(`${test.base}/account/login?next=security`)
      await logInWithAcme()
      await at('security')

      // A sensitive change asks again.
      test.clock.advance({ minutes: 11 })
      await press(t('page.secondFactor.security.add'))
      await at('prove')
      await look(page, `sign-in-${name}-3-prove`, lang)
      await logInWithAcme()
      await at('security')
      await press(t('page.secondFactor.security.add'))
      await look(page, `sign-in-${name}-4-add`, lang)
      const secret = await page.locator('.fine code').innerText()
      await page.locator('#code').fill(codeOf(secret, test.clock.now()))
      await press(t('page.secondFactor.add.confirm'))
      await page.getByRole('heading', { name: t('page.factor.recovery.title') }).waitFor()
      await look(page, `sign-in-${name}-5-recovery`, lang)
      await keepCodes(page, t)
      await page.getByRole('link', { name: t('page.factor.recovery.done') }).click()
      await look(page, `sign-in-${name}-6-security`, lang)

      // From now on each login asks for a code, also after the provider.
      await page.context().clearCookies()
      await page.goto(`${test.base}/account/login?next=security`)
      await logInWithAcme()
      await page.getByRole('heading', { name: t('page.secondFactor.code.title') }).waitFor()
      await look(page, `sign-in-${name}-7-code`, lang)
      await page.locator('#code').fill('000000')
      await press(t('page.secondFactor.code.confirm'))
      await page.getByRole('alert').waitFor()
      test.clock.advance({ seconds: 30 })
      await page.locator('#code').fill(codeOf(secret, test.clock.now()))
      await press(t('page.secondFactor.code.confirm'))
      await at('security')
      const [, methods] = await page.locator('dd small').allInnerTexts()
      const byProvider = t('page.secondFactor.security.proven.identity_provider')
      expect(methods).toBe(`${byProvider}, ${t('page.secondFactor.security.proven.authenticator_app')}`)

      // The logout of the console leads through the one of the provider.
      const words = JSON.parse(readFileSync(`texts/${lang}.json`, 'utf8')) as Record<string, string>
      await page.goto(`${test.base}/app`)
      await press((words['account.open'] ?? '').replace('{name}', account.name))
      await page.getByRole('menuitem', { name: words['account.leave'] ?? '', exact: true }).click()
      await page.getByRole('button', { name: 'Log out there' }).click()
      await at('login')
    })
  })
})
