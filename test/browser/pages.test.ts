import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { translator } from '../../src/platform/web/texts.ts'
import { type SeededClient, seedClient } from '../oauth/client.ts'
import { addressOf } from '../oauth/flow.ts'
import { type ListeningApp, secrets } from '../oauth/service.ts'
import { sharedListening } from '../support/mail-app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { inBrowser, launch, looks, screens } from './chromium.ts'
import { look, tabStops } from './looks.ts'
import { ThirdParty } from './third-party.ts'
import { visit as visitWith } from './visit.ts'

const names = {
  plain: 'Link Gardener',
  long: `${'Donaudampfschifffahrtsgesellschaft'.repeat(2)}`.slice(0, 64),
  wordy: 'The Quarterly Newsletter Analytics and Campaign Reporting Studio',
  hostile: '<script>alert(1)</script>" onfocus="alert(2)',
  arabic: 'بستان الروابط',
  persuasive: 'Tack access to your account? No: only Link Gardener',
  reversed: '\u202egnp.exe moc.knab',
  stacked: `Garden${'\u0337\u0322\u0310\u031b\u0357\u0306'.repeat(9)}`,
} as const

inBrowser('the pages of OAuth in a browser', () => {
  let test: ListeningApp
  let browser: Browser
  let garden: ThirdParty
  let ada: SeededAccount
  /** Has a second workspace, with a name in which no line can break. */
  let grace: SeededAccount
  beforeAll(async () => {
    test = await sharedListening()
    browser = await launch()
    garden = new ThirdParty()
    await garden.listen()
    ada = await test.seed.account({ name: 'Ada' })
    grace = await test.seed.account({ name: 'Grace' })
    await test.rest.post('/v1/workspaces', { name: names.long }, { token: grace.token })
  })
  afterAll(async () => {
    await browser?.close()
    await garden?.close()
    await test?.close()
  })

  const application = (name: string): Promise<SeededClient> =>
    seedClient(test, ada, { name, redirectUris: [garden.redirectUri] })

  const visit = (options: BrowserContextOptions, steps: (page: Page) => Promise<void>) =>
    visitWith({ browser, options, origins: [test.base] }, steps)
  const logIn = async (page: Page, password: string, { email } = ada) => {
    await page.locator('#email').fill(email)
    await page.locator('#password').fill(password)
    await page.locator('[value=login]').click()
  }

  it.each(looks)('can be read on $name, from the login to the way back', async ({ name, lang, options }) => {
    const heading = (page: Page, words: string) => page.getByRole('heading', { level: 1, name: words }).waitFor()
    const scope = 'read:links write:links read:analytics write:qr read:profile write:profile'
    await visit(options, async (page) => {
      await page.goto(addressOf(test.base, await application(names.plain), { scope }))
      await heading(page, translator(lang)('page.oauthLogin.title'))
      await look(page, `oauth-${name}-1-login`, lang)
      await logIn(page, 'not the password')
      await page.getByRole('alert').waitFor()
      await look(page, `oauth-${name}-2-login-refused`, lang)
      await logIn(page, grace.password, grace)
      await page.getByRole('button', { name: translator(lang)('page.consent.deny') }).waitFor()
      await look(page, `oauth-${name}-3-consent`, lang)
      await page.getByLabel('Grace').uncheck()
      await page.getByRole('button', { name: translator(lang)('page.consent.allow'), exact: true }).click()
      await page.getByRole('alert').waitFor()
      await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'workspace')
      await look(page, `oauth-${name}-3-no-workspace`, lang)
      // This page leads on by itself, at once. A request answered with 204 leaves a browser where it is.
      await page.route('**/oauth/authorize/*', (route) => route.fulfill({ status: 204 }))
      await page.getByRole('button', { name: translator(lang)('page.consent.deny') }).click()
      await page.locator('a.button').waitFor()
      await look(page, `oauth-${name}-4-onward`, lang)
    })
    await visit(options, async (page) => {
      await page.goto(`${test.base}/oauth/authorize?client_id=nobody&redirect_uri=https://evil.example/`)
      await page.getByText('invalid_client').waitFor()
      await look(page, `oauth-${name}-5-refused`, lang)
      await page.goto(`${test.base}/oauth/interaction/${'a'.repeat(43)}`)
      await page.locator('main:not(:has([lang])) .next').waitFor()
      await look(page, `oauth-${name}-6-over`, lang)
    })
  })

  it.each(Object.entries(names))('shows an application with a %s name as text, within its card', async (kind, name) => {
    const { id, redirectUri } = await application(name)
    await visit({ ...screens.phone, colorScheme: 'light' }, async (page) => {
      await page.goto(addressOf(test.base, { id, redirectUri, secret: null }))
      expect(await page.locator('strong').innerText()).toBe(name)
      await look(page, `oauth-name-${kind}-login`)
      await logIn(page, ada.password)
      await page.getByRole('button', { name: 'Do not allow' }).waitFor()
      expect(await page.locator('h1 .name').innerText()).toBe(name)
      await look(page, `oauth-name-${kind}-consent`)
    })
  })

  it('are walked through with the Tab key in the order they are read, beginning where there is something to do', async () => {
    await visit(screens.desktop, async (page) => {
      await page.goto(addressOf(test.base, await application(names.plain)))
      await page.waitForFunction(() => document.activeElement?.id === 'email')
      expect(await tabStops(page, 5)).toEqual(['E-mail address', 'Password', 'Show', 'Log in', 'Cancel'])
      await logIn(page, 'not the password')
      await page.getByRole('alert').waitFor()
      const password = page.getByLabel('Password')
      await page.waitForFunction(() => document.activeElement?.id === 'password')
      expect(await password.getAttribute('aria-describedby')).toBe(await page.getByRole('alert').getAttribute('id'))
      await password.fill(ada.password)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Do not allow' }).waitFor()
      expect(await tabStops(page, 3)).toEqual(['Tack', 'Allow', 'Do not allow'])
    })
  })

  it('are shown in no frame of another origin, not even with the cookies of the person', async () => {
    const context = await browser.newContext(screens.desktop)
    const page = await context.newPage()
    const said: string[] = []
    page.on('console', (message) => void said.push(message.text()))
    await page.goto(addressOf(test.base, await application(names.plain)))
    const login = page.url()
    const refused = `${test.base}/oauth/authorize`
    const own = `${garden.neighbour}/`
    const frames = new URLSearchParams([login, refused, own].map((of) => ['of', of]))
    await page.goto(`${garden.neighbour}/frames?${frames}`)
    const shown = await Promise.all(
      page
        .frames()
        .slice(1)
        .map((frame) => frame.locator('body').innerText()),
    )
    expect(shown[2]).toContain('The garden')
    for (const text of shown.slice(0, 2)) expect(text).not.toMatch(/Log in|cannot continue/)
    expect(said.filter((text) => text.includes("frame-ancestors 'none'"))).toHaveLength(2)
    // By itself it is a page as before: only the frame was refused.
    await page.goto(login)
    await page.getByRole('button', { name: 'Log in' }).waitFor()
    for (const { value } of await context.cookies()) secrets.note({ token: value })
    await context.close()
  })
})
