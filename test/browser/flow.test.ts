import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type ListeningApp, secrets } from '../oauth/service.ts'
import { sharedListening } from '../support/mail-app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { triesAll } from '../support/size.ts'
import { inBrowser, launch, screens } from './chromium.ts'
import type { OAuthClient, OAuthLibrary } from './library.ts'
import { oauth4webapi } from './oauth4webapi-client.ts'
import { openidClient } from './openid-client.ts'
import { ThirdParty } from './third-party.ts'
import { visit as visitWith } from './visit.ts'

const libraries: Readonly<Record<string, OAuthLibrary>> = { 'openid-client': openidClient, oauth4webapi }
const names = Object.keys(libraries)
/** Each library on another screen. `npm run test:all` has each on all of them. */
const kinds = names.flatMap((library, n) =>
  Object.entries(screens)
    .slice(...(triesAll ? [] : n === 0 ? [0, 1] : [-1]))
    .map(([screen, options]) => [library, screen, options] as const),
)

inBrowser('OAuth in a browser', () => {
  let test: ListeningApp
  let browser: Browser
  let ada: SeededAccount
  let grace: SeededAccount
  beforeAll(async () => {
    test = await sharedListening()
    browser = await launch()
    ada = await test.seed.account()
    grace = await test.seed.account({ name: 'Grace' })
  })
  afterAll(async () => {
    await browser?.close()
    await test?.close()
  })

  let garden: ThirdParty
  beforeEach(async () => {
    garden = new ThirdParty()
    await garden.listen()
  })
  afterEach(() => garden.close())

  /** Registers the application and lets it discover the service. */
  const register = async (library: OAuthLibrary): Promise<OAuthClient> => {
    const app = await test.seed.app(ada, {
      name: 'Link Gardener',
      redirectUris: [garden.redirectUri],
      scopes: ['read:links', 'read:profile'],
    })
    secrets.note({ secret: app.clientSecret })
    garden.client = await library.discover(test.base, app, garden.redirectUri)
    return garden.client
  }

  const visit = (options: BrowserContextOptions, steps: (page: Page) => Promise<void>) =>
    visitWith({ browser, options, origins: [test.base, garden.home, garden.neighbour] }, steps)
  const heading = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text }).waitFor()
  const logIn = async (page: Page, password: string) => {
    await page.getByLabel('E-mail address').fill(grace.email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
  }
  const beforeConsent = async (page: Page) => {
    await page.goto(garden.home)
    await page.getByRole('link', { name: 'Connect your links' }).click()
    await heading(page, 'Log in to go on')
    await logIn(page, 'not the password')
    await page.getByRole('alert').getByText('is not right').waitFor()
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(grace.email)
    expect(await page.getByLabel('Password').inputValue()).toBe('')
    await logIn(page, grace.password)
    await heading(page, 'Allow Link Gardener access to your account?')
  }

  it.each(kinds)('%s gets tokens of a person on a %s, uses, refreshes and revokes them', async (name, _, options) => {
    const client = await register(libraries[name] as OAuthLibrary)
    await visit(options, async (page) => {
      await beforeConsent(page)
      await page.getByRole('button', { name: 'Allow', exact: true }).click()
      await heading(page, 'Connected')
      expect(new URL(page.url()).origin).toBe(garden.neighbour)
    })
    const [answer] = garden.answers
    expect(answer?.searchParams.get('iss')).toBe(test.base)
    const [first] = garden.tokens
    if (!first) throw new Error('No tokens were given.')
    secrets.note({ token: [answer?.searchParams.get('code'), first.access, first.refresh] })
    expect(first.scope).toBe('read:links read:profile')

    expect(await client.call(first.access, '/v1/urls')).toMatchObject({ status: 200 })
    expect(await client.call(first.access, '/v1/auth/me')).toMatchObject({ status: 200 })
    expect(await client.call(first.access, '/v1/clicks')).toMatchObject({
      status: 403,
      challenge: { error: 'insufficient_scope', scope: 'read:analytics' },
    })

    const second = await client.refresh(first.refresh)
    secrets.note({ token: [second.access, second.refresh] })
    expect(await client.call(second.access, '/v1/urls')).toMatchObject({ status: 200 })
    // Until then it is the repeat of a request whose answer was lost.
    test.clock.advance({ seconds: 11 })
    await expect(client.refresh(first.refresh)).rejects.toMatchObject({ error: 'invalid_grant' })
    await expect(client.refresh(second.refresh)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect(await client.call(second.access, '/v1/urls')).toMatchObject({ status: 401 })

    await visit(options, async (page) => {
      await beforeConsent(page)
      await page.getByRole('button', { name: 'Allow', exact: true }).click()
      await heading(page, 'Connected')
    })
    const third = garden.tokens[1]
    if (!third) throw new Error('No tokens were given the second time.')
    secrets.note({ token: [third.access, third.refresh] })
    expect(await client.call(third.access, '/v1/urls')).toMatchObject({ status: 200 })
    await client.revoke(third.refresh)
    expect(await client.call(third.access, '/v1/urls')).toMatchObject({
      status: 401,
      challenge: { error: 'invalid_token' },
    })
    await expect(client.refresh(third.refresh)).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it.each(kinds)('%s is told access_denied by a person on a %s, on either page', async (name, _, options) => {
    await register(libraries[name] as OAuthLibrary)
    await visit(options, async (page) => {
      await beforeConsent(page)
      await page.getByRole('button', { name: 'Do not allow' }).click()
      await heading(page, 'Not connected: access_denied')
    })
    await visit(options, async (page) => {
      await page.goto(`${garden.home}/login`)
      await page.getByRole('button', { name: 'Cancel' }).click()
      await heading(page, 'Not connected: access_denied')
    })
    expect(garden.tokens).toEqual([])
  })
})
