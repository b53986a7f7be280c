import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hardestOf } from '../support/size.ts'
import { inBrowser, screens } from './chromium.ts'
import { ConsolePlay, phone } from './console-tasks.ts'
import { sidewaysPx } from './looks.ts'

interface KeyNode {
  readonly id: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly isActive: boolean
  readonly expiresAt: string
}

inBrowser('the keys of a workspace in the settings of the console', () => {
  let maya: ConsolePlay
  beforeAll(async () => {
    maya = await ConsolePlay.start()
    await maya.open(screens.desktop)
    await maya.register()
    const input = { destination: 'https://museum.example/spring', title: 'Spring' }
    await maya.ask('mutation ($input: CreateUrlInput!) { createUrl(input: $input) { id } }', { input })
  })
  afterAll(() => maya?.close())

  const at = async (path: string, text: string) => {
    await maya.page.goto(maya.test.base + path)
    await maya.page.getByText(text).first().waitFor()
  }
  const link = (name: string) => maya.page.getByRole('link', { name, exact: true })
  const name = () => maya.page.getByLabel('Name', { exact: true })
  const box = (label: string) => maya.page.getByRole('checkbox', { name: label })
  const dialog = (title: string) => maya.page.getByRole('dialog', { name: title })
  const listKeys = async (): Promise<KeyNode[]> =>
    (await maya.ask('{ apiKeys { nodes { id name scopes isActive expiresAt } } }')).apiKeys.nodes
  const readLinks = (token: string) => maya.test.rest.get('/v1/urls', { token })

  const previewOf = (key: string) => `${key.slice(0, 7)}…${key.slice(-4)}`

  /** Copies the key that is shown, whose button has the focus. */
  async function copyKey(): Promise<string> {
    const drawer = dialog('Your key is ready')
    await drawer.getByRole('button', { name: 'Copy' }).and(maya.page.locator(':focus')).waitFor()
    const key = (await drawer.locator('code').textContent()) ?? ''
    expect(key).toMatch(/^tk_\w{36}$/)
    await maya.person.press('Enter')
    await maya.page.getByText(`Copied ${previewOf(key)}`).waitFor()
    expect(await maya.person.readClipboard()).toBe(key)
    return key
  }

  it('makes a key that only reads, which is shown once', async () => {
    await at('/app/settings', 'Plan: Free')
    expect(new URL(maya.page.url()).pathname).toBe('/app/settings/workspace')
    await at('/app/settings/keys', 'No keys yet')
    await maya.page.screenshot({ path: 'test-output/console-keys-none.png' })
    expect(await maya.findBarriers()).toEqual([])
    let key = ''
    await maya.play('Make a key that only reads', async () => {
      await maya.person.click(link('Settings'))
      await maya.person.click(link('API keys'))
      await maya.person.click(link('New key'))
      await name().and(maya.page.locator(':focus')).waitFor()
      await maya.person.type('Website')
      await maya.person.press('Enter')
      key = await copyKey()
    })
    await maya.page.screenshot({ path: 'test-output/console-keys-secret.png' })
    expect(await maya.findBarriers()).toEqual([])
    expect((await readLinks(key)).status).toBe(200)
    const { status, json } = await maya.test.rest.post(
      '/v1/urls',
      { longUrl: 'https://museum.example' },
      { token: key },
    )
    expect([status, json.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE'])
    await maya.page.keyboard.press('Escape')
    const row = maya.row('Website')
    await row.getByText('Read links · Read statistics', { exact: true }).waitFor()
    await row.getByText(previewOf(key)).waitFor()
    await row.getByText('never used').waitFor()
    expect(await maya.page.content()).not.toContain(key)
    await maya.test.app.recurringTasks.run('write uses of API keys')
    await maya.page.reload()
    await row.getByText(/^active until /).waitFor()
    await row.getByText(/^last used /).waitFor()
    expect(await maya.page.content()).not.toContain(key)
  })

  it('makes a key for a screen, which may read all that the screen reads, and nothing else', async () => {
    let key = ''
    let query = ''
    await maya.play('Make a key for this screen', async () => {
      await maya.row('Spring').waitFor()
      await maya.person.click(maya.button('This screen as code'))
      query = (await maya.page.locator('pre').textContent()) ?? ''
      await dialog('This screen as code').getByText('read:analytics, read:links').waitFor()
      await maya.person.click(link('Make a key for this screen'))
      await name().and(maya.page.locator(':focus')).waitFor()
      const boxes = ['Read links', 'Read statistics', 'Change links', 'Change QR codes']
      const checked = await Promise.all(boxes.map((label) => box(label).isChecked()))
      expect(checked).toEqual([true, true, false, false])
      await maya.person.type('Dashboard')
      await maya.person.press('Enter')
      key = await copyKey()
    })
    const answer = await maya.test.graph(query, { token: key, variables: { first: 50, sort: 'CREATED_DESC' } })
    expect(answer.errors).toBeUndefined()
    expect(answer.data.urls.nodes[0].dailyClicks).toHaveLength(60)
    await at('/app/qr', 'No QR codes yet')
    await maya.button('This screen as code').click()
    await link('Make a key for this screen').click()
    await name().fill('Posters')
    expect([await box('Read links').isChecked(), await box('Read statistics').isChecked()]).toEqual([true, false])
    await box('Read links').uncheck()
    expect(await maya.button('Create key').isDisabled()).toBe(true)
    await box('Change QR codes').check()
    await maya.page.getByLabel('The new key works for').selectOption('7 days')
    // What was chosen stays until it is used.
    await maya.page.reload()
    await maya.button('Create key').click()
    await copyKey()
    const made = (await listKeys()).find((each) => each.name === 'Posters')
    expect(made).toMatchObject({ scopes: ['WRITE_QR'] })
    const days = (Date.parse(made?.expiresAt ?? '') - maya.test.clock.now().getTime()) / 86_400_000
    expect(days).toBeCloseTo(7, 2)
    // A key can read no keys.
    await maya.page.keyboard.press('Escape')
    await maya.button('This screen as code').click()
    await maya.page.getByLabel('Operation').selectOption('ApiKeys')
    await maya.page.getByText('No key may do this: it needs a login').waitFor()
    await maya.page.keyboard.press('Escape')
  })

  it('gives a key another name', async () => {
    await maya.play('Rename a key', async () => {
      await maya.person.click(link('Settings'))
      await maya.person.click(link('API keys'))
      await maya.person.click(maya.button('More for Website'))
      await maya.person.click(maya.menuItem('Rename'))
      await maya.person.fill(name(), 'Museum shop')
      await maya.person.press('Enter')
      await maya.row('Museum shop').waitFor()
    })
    expect((await listKeys()).map((each) => each.name).toSorted()).toEqual(['Dashboard', 'Museum shop', 'Posters'])
  })

  it('puts another key in the place of one, and says until when the former one works', async () => {
    const before = (await listKeys()).find((each) => each.name === 'Dashboard')
    let key = ''
    await maya.play('Rotate a key', async () => {
      await maya.person.click(link('Settings'))
      await maya.person.click(link('API keys'))
      await maya.person.click(maya.button('More for Dashboard'))
      await maya.person.click(maya.menuItem('Rotate'))
      await dialog('Rotate Dashboard')
        .getByText(/^The key tk_.* works until /)
        .waitFor()
      await maya.page.screenshot({ path: 'test-output/console-keys-rotate.png' })
      await maya.person.click(dialog('Rotate Dashboard').getByRole('button', { name: 'Rotate' }))
      key = await copyKey()
      await dialog('Your key is ready')
        .getByText(/^The key tk_.* works until /)
        .waitFor()
    })
    expect((await readLinks(key)).status).toBe(200)
    const keys = (await listKeys()).filter((each) => each.name === 'Dashboard')
    expect(keys.map(({ scopes }) => scopes)).toEqual([before?.scopes, before?.scopes])
    const former = keys.find(({ id }) => id === before?.id)
    const hours = (Date.parse(former?.expiresAt ?? '') - maya.test.clock.now().getTime()) / 3_600_000
    expect([former?.isActive, Math.round(hours)]).toEqual([true, 24])
    await maya.page.keyboard.press('Escape')
    await expect.poll(() => maya.row('Dashboard').count()).toBe(2)
    // Without an overlap, the key before ends at once.
    await maya.button('More for Posters').click()
    await maya.menuItem('Rotate').click()
    await maya.page.getByLabel('How long the former key still works').selectOption('not at all')
    await dialog('Rotate Posters')
      .getByText(/ends at once/)
      .waitFor()
    await dialog('Rotate Posters').getByRole('button', { name: 'Rotate' }).click()
    await copyKey()
    await maya.page.keyboard.press('Escape')
    await maya
      .row('Posters')
      .getByText(/^expired on /)
      .waitFor()
  })

  it('revokes a key after a question, and its programs are refused', async () => {
    const { key } = (await maya.test.rest.post('/v1/keys', { name: 'Lost' }, { token: maya.token })).json
    expect((await readLinks(key)).status).toBe(200)
    await maya.play('Revoke a key', async () => {
      await maya.person.click(link('Settings'))
      await maya.person.click(link('API keys'))
      await maya.person.click(maya.button('More for Lost'))
      await maya.person.click(maya.menuItem('Revoke'))
      const question = dialog('Revoke Lost?')
      await question.getByText(/is refused from now on. This cannot be undone.$/).waitFor()
      await maya.page.screenshot({ path: 'test-output/console-keys-revoke.png' })
      await maya.person.click(question.getByRole('button', { name: 'Revoke' }))
      await maya
        .row('Lost')
        .getByText(/^revoked on /)
        .waitFor()
    })
    const { status, json } = await readLinks(key)
    expect([status, json.error.code]).toEqual([401, 'API_KEY_REVOKED'])
    await maya.button('More for Lost').click()
    await maya.menuItem('Rename').waitFor()
    expect(await maya.page.getByRole('menuitem').count()).toBe(1)
    await maya.page.keyboard.press('Escape')
    await maya.page.screenshot({ path: 'test-output/console-keys.png' })
    expect(await maya.findBarriers()).toEqual([])
  })

  it('asks who is there when the login is an hour old, and makes the key once', async () => {
    await maya.test.sql(
      'update session set proven_at = ? where account_id = (select id from account where email = ?)',
      [new Date(maya.test.clock.now().getTime() - 3_600_000), maya.email],
    )
    await at('/app/settings/keys?new', 'What may the program do?')
    await name().fill('Proven')
    await maya.page.keyboard.press('Enter')
    const field = dialog('Is it still you?').getByLabel('Password')
    await field.fill(maya.password)
    await maya.page.keyboard.press('Enter')
    await copyKey()
    expect((await listKeys()).filter((each) => each.name === 'Proven')).toHaveLength(1)
  })

  it('says what is wrong with a name at its field', async () => {
    await at('/app/settings/keys?new', 'What may the program do?')
    await name().fill('invisible\u200b')
    await maya.page.keyboard.press('Enter')
    await maya.page.locator('[slot=errorMessage]').waitFor()
    expect(await maya.findBarriers()).toEqual([])
  })

  describe.each(hardestOf(['de', 'en', 'fr', 'es']))('in %s', (language) => {
    const texts: Readonly<Record<string, string>> = JSON.parse(readFileSync(`texts/${language}.json`, 'utf8'))
    const text = (id: string) => texts[id] ?? ''

    it.each(hardestOf([390, 720, 1440]))(
      'fits on a screen of %i pixels, with all places of the outline',
      async (width) => {
        await maya.open({ ...(width === 390 && phone), viewport: { width, height: 900 }, locale: language })
        const { page } = maya
        const overflow = (selector: string) =>
          page
            .locator(selector)
            .evaluateAll((parts) => parts.map((part) => part.scrollWidth - part.clientWidth).filter((px) => px > 0))
        const shoot = async (screen: string) => {
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme })
            await page.screenshot({
              path: `test-output/console-keys-${screen}-${language}-${width}-${colorScheme}.png`,
            })
          }
          expect([screen, await sidewaysPx(page)]).toEqual([screen, 0])
        }
        await at('/app/settings/keys', text('keys.lead'))
        await maya.row('Museum shop').waitFor()
        expect(await overflow('nav a, nav')).toEqual([])
        expect(await overflow('#screen, #screen li, #screen li p')).toEqual([])
        const outline = await page.evaluate(() => fetch('/app').then((answer) => answer.text()))
        const [, rail = ''] = /<div class="shell-rail">(.*?)<\/div>/.exec(outline) ?? []
        // The workspace stands before them.
        expect(rail.split('<i>')).toHaveLength((await page.locator('aside nav a').count()) + 2)
        await shoot('list')
        await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
        expect([await sidewaysPx(page), width > 390 ? [] : await overflow('nav a, nav')]).toEqual([0, []])
        await at('/app/settings/keys?new', text('keys.scopes'))
        expect(await overflow('[role=dialog], [role=dialog] form')).toEqual([])
        await shoot('form')
      },
    )
  })
})
