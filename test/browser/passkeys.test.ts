import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { translator } from '../../src/platform/web/texts.ts'
import { type ListeningApp, startListening } from '../oauth/service.ts'
import { inBrowser, launch, looks, screens } from './chromium.ts'
import { look } from './looks.ts'
import { visit as visitWith } from './visit.ts'

inBrowser('passkeys in a browser', () => {
  let test: ListeningApp
  let browser: Browser
  beforeAll(async () => {
    // Browsers have passkeys below https, and on this host.
    test = await startListening({}, undefined, 'localhost')
    browser = await launch()
  })
  afterAll(async () => {
    await browser?.close()
    await test?.close()
  })

  const visit = (options: BrowserContextOptions, steps: (page: Page) => Promise<void>) =>
    visitWith({ browser, options, origins: [test.base] }, steps)

  /** A device of the person, in the place of the one of this machine. */
  async function connectDevice(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('WebAuthn.enable')
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    return { cdp, authenticatorId }
  }

  it.each(looks)('are added, named, used and removed on $name', async ({ name, lang, options }) => {
    const t = translator(lang)
    const account = await test.seed.account()
    await visit(options, async (page) => {
      const { cdp, authenticatorId } = await connectDevice(page)
      const press = (label: string) => page.getByRole('button', { name: label, exact: true }).click()
      const open = (path: string) => page.goto(`${test.base}${path}`)
      await open('/account/login')
      await look(page, `passkeys-${name}-1-login`, lang)
      await page.locator('#email').fill(account.email)
      await page.locator('#password').fill(account.password)
      await page.locator('#password').press('Enter')
      await page.waitForURL(`${test.base}/app`)
      await open('/account/security')
      await look(page, `passkeys-${name}-2-none`, lang)
      await press(t('page.passkey.add.title'))
      await page.locator('li code').nth(9).waitFor()
      expect((await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials).toHaveLength(1)
      await open('/account/security')
      await page.locator('summary').click()
      await look(page, `passkeys-${name}-3-change`, lang)
      await page.getByLabel(t('page.passkey.list.name'), { exact: true }).fill('My phone')
      await press(t('page.passkey.list.rename'))
      await page.getByText('My phone', { exact: true }).waitFor()
      // The device has one of the account already.
      await press(t('page.passkey.add.title'))
      await page.getByText(t('page.passkey.known'), { exact: true }).waitFor()
      await look(page, `passkeys-${name}-4-known`, lang)

      await page.context().clearCookies()
      await open('/account/login')
      await page.getByRole('link', { name: t('page.passkey.logIn') }).click()
      await page.waitForURL(`${test.base}/app`)

      await page.context().clearCookies()
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
      await open('/account/passkey')
      await page.getByText(t('page.passkey.failed'), { exact: true }).waitFor()
      await look(page, `passkeys-${name}-5-failed`, lang)
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
      await press(t('page.passkey.use'))
      await page.waitForURL(`${test.base}/app`)

      await page.context().clearCookies()
      await open('/account/login?next=security')
      await page.locator('#email').fill(account.email)
      await page.locator('#password').fill(account.password)
      await page.locator('#password').press('Enter')
      await page.getByRole('heading', { level: 1, name: t('page.passkey.step.title') }).waitFor()
      await look(page, `passkeys-${name}-6-step`, lang)
      await press(t('page.passkey.use'))
      await page.waitForURL(`${test.base}/account/security`)

      test.clock.advance({ minutes: 10 })
      await page.locator('summary').click()
      await press(t('page.passkey.list.remove'))
      await page.waitForURL(`${test.base}/account/prove?next=security`)
      await look(page, `passkeys-${name}-7-prove`, lang)
      await press(t('page.passkey.use'))
      await page.waitForURL(`${test.base}/account/security`)
      await page.locator('summary').click()
      await press(t('page.passkey.list.remove'))
      await page.getByRole('heading', { level: 1, name: t('page.factor.removal.passkey') }).waitFor()
      await look(page, `passkeys-${name}-8-remove`, lang)
      await press(t('page.passkey.list.remove'))
      await page.getByText(t('page.passkey.list.none'), { exact: true }).waitFor()
    })
  })

  it('say what they need where scripts do not run', async () => {
    await visit(screens['phone without JavaScript'], async (page) => {
      await page.goto(`${test.base}/account/passkey`)
      await page.getByText(translator('en')('page.passkey.unsupported')).waitFor()
      expect(await page.getByRole('button').count()).toBe(0)
      await page.getByRole('link', { name: translator('en')('page.passkey.otherWay') }).click()
      await page.locator('#email').waitFor()
    })
  })
})
