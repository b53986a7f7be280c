import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addAuthenticatorApp } from '../support/authenticator-app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { inBrowser, screens } from './chromium.ts'
import { ConsolePlay } from './console-tasks.ts'

const firstApp = 'mutation { addAuthenticatorApp { uri } }'

inBrowser('an act of the console that needs a proof of identity', () => {
  let maya: ConsolePlay
  beforeAll(async () => {
    maya = await ConsolePlay.start()
  })
  afterAll(() => maya?.close())

  /** A person whose login is an hour old. */
  async function open(account: SeededAccount, path: string): Promise<Page> {
    const { base, sql } = maya.test
    await sql(`update session set proven_at = ? where account_id = ?`, [
      new Date(maya.test.clock.now().getTime() - 3_600_000),
      account.id,
    ])
    await maya.open(screens.desktop)
    await maya.context.clearCookies()
    await maya.context.addCookies([{ name: 'tack_session', value: account.token, url: base }])
    const { page } = maya
    await page.goto(base + path)
    return page
  }

  /** At the form of a new link with an address in it. */
  async function openForm(account: SeededAccount, destination: string): Promise<Page> {
    const page = await open(account, '/app/links/new')
    await page.getByLabel('Where should it lead?').fill(destination)
    await refuseNext(page, 'CreateLink')
    return page
  }

  /** The next of these mutations is answered as the first authenticator app of this session is, so that any of them asks. */
  async function refuseNext(page: Page, name: string): Promise<void> {
    let isRefused = false
    await page.route('**/graphql', async (route: Route) => {
      const isChosen = route.request().postData()?.includes(`mutation ${name}(`)
      if (!isChosen || isRefused) return route.continue()
      isRefused = true
      return route.continue({ postData: JSON.stringify({ query: firstApp }) })
    })
  }

  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Is it still you?' })
  const create = (page: Page) => page.getByRole('button', { name: 'Create and copy' })
  const linksOf = async ({ token }: SeededAccount, search: string) =>
    (await maya.test.rest.get(`/v1/urls?search=${search}`, { token })).json

  it('asks for the password, keeps what was typed, and is then done once', async () => {
    const account = await maya.test.seed.account()
    const page = await openForm(account, 'https://museum.example/proven')
    await create(page).click()
    await dialog(page).waitFor()
    await page.screenshot({ path: 'test-output/console-proof-password.png' })
    expect(await maya.findBarriers()).toEqual([])
    const field = dialog(page).getByLabel('Password')
    expect(await field.evaluate((each) => each === document.activeElement)).toBe(true)
    await field.fill('not the password')
    await page.keyboard.press('Enter')
    await page.getByText('The password is wrong.').waitFor()
    await field.fill(account.password)
    await page.keyboard.press('Enter')
    await page.getByText('Your link is ready').waitFor()
    expect(await linksOf(account, 'proven')).toHaveLength(1)
    expect((await maya.test.graph(firstApp, { token: account.token })).errors).toBeUndefined()
    expect(maya.sent.filter((body) => body.includes('not the password'))).toHaveLength(1)
  })

  it('says why it failed when the person closes the question, and asks again', async () => {
    const account = await maya.test.seed.account()
    const page = await openForm(account, 'https://museum.example/closed')
    await create(page).click()
    await dialog(page).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('This needs a proof of your identity that is at most 10 minutes old.').waitFor()
    expect(await page.getByLabel('Where should it lead?').inputValue()).toBe('https://museum.example/closed')
    expect(await linksOf(account, 'closed')).toEqual([])
    await create(page).click()
    await page.getByText('Your link is ready').waitFor()
  })

  it('asks for a code where the account has a second factor, which nothing shows as code of the screen', async () => {
    const account = await maya.test.seed.account()
    const app = await addAuthenticatorApp(maya.test, account)
    await maya.test.seed.link(account, { customUrl: maya.test.seed.word() })
    const page = await open(account, '/app')
    await refuseNext(page, 'SetActive')
    await maya.button(/^More for/).click()
    await maya.menuItem('Turn off').click()
    await dialog(page).getByLabel('Code of the app').fill('000000')
    await page.keyboard.press('Enter')
    await page.getByText('The code is wrong, too old, or was used before.').waitFor()
    await dialog(page).getByLabel('Code of the app').fill(app.nextCode())
    await page.keyboard.press('Enter')
    await page.getByText('turned off', { exact: true }).waitFor()
    await maya.button('This screen as code').click()
    await page.getByLabel('Operation').waitFor()
    const shown = await page.getByLabel('Operation').locator('option').allTextContents()
    expect(shown).toContain('SetActive')
    expect(shown).not.toContain('ProveIdentity')
  })

  it('opens the page for a passkey beside it, and goes on after that', async () => {
    const account = await maya.test.seed.account()
    const app = await addAuthenticatorApp(maya.test, account)
    await maya.test.sql(
      `insert into passkey (id, account_id, credential_id, public_key, counter, transports, name, is_backed_up, created_at)
       values (?, ?, ?, '\\x00', 0, '[]', 'Phone', true, now())`,
      [`psk_${account.id.slice(4)}`, account.id, account.id],
    )
    const page = await openForm(account, 'https://museum.example/beside')
    await create(page).click()
    const opened = maya.context.waitForEvent('page')
    await dialog(page).getByRole('link', { name: 'Or prove it on the page for passkeys and other logins' }).click()
    const beside = await opened
    const done = dialog(page).getByRole('button', { name: 'I have proved it there' })
    await done.waitFor()
    await page.screenshot({ path: 'test-output/console-proof-page.png' })
    await beside.locator('#code').fill(app.nextCode())
    await beside.locator('form:has(#code) button').click()
    await beside.waitForURL(/account\/security/)
    await beside.close()
    await done.click()
    await page.getByText('Your link is ready').waitFor()
    expect(await linksOf(account, 'beside')).toHaveLength(1)
    await maya.leave()
  })
})
