import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeOf } from '../support/authenticator-app.ts'
import { hardestOf } from '../support/size.ts'
import { inBrowser, screens } from './chromium.ts'
import { ConsolePlay, phone } from './console-tasks.ts'
import { sidewaysPx } from './looks.ts'

inBrowser('the workspace, its members and the account in the settings of the console', () => {
  let maya: ConsolePlay
  beforeAll(async () => {
    maya = await ConsolePlay.start()
    await maya.open(screens.desktop)
    await maya.register()
  })
  afterAll(() => maya?.close())

  const at = async (path: string, text: string) => {
    await maya.page.goto(maya.test.base + path)
    await maya.page.getByText(text).first().waitFor()
  }
  const link = (name: string) => maya.page.getByRole('link', { name, exact: true })
  const dialog = (title: string) => maya.page.getByRole('dialog', { name: title })
  const field = (label: string) => maya.page.getByLabel(label, { exact: true })
  const notice = (text: string) => maya.page.getByRole('status').getByText(text)
  const shoot = (name: string) =>
    maya.page.screenshot({ path: `test-output/console-account-${name}.png`, fullPage: true })

  it('makes a workspace in the menu of workspaces, opens it, and says in the personal one what members are for', async () => {
    await at('/app/settings/members', 'A workspace of your own')
    expect(await maya.findBarriers()).toEqual([])
    await maya.button(/^Workspace Maya/).click()
    await maya.menuItem('New workspace').click()
    await dialog('New workspace').getByLabel('Name').fill('Museum')
    await maya.page.keyboard.press('Enter')
    await maya.button('Workspace Museum: switch').waitFor()
    expect(new URL(maya.page.url()).pathname).toBe('/app/settings/workspace')
    await link('Members').click()
    await maya.row('Maya (you)').waitFor()
  })

  it('invites a colleague, sends the invitation again, and takes it back', async () => {
    await maya.play('Invite a colleague as a member', async () => {
      await maya.person.click(link('Settings'))
      await maya.person.click(link('Members'))
      await maya.person.fill(field('E-mail address of a colleague'), 'bob@museum.example')
      await maya.person.press('Enter')
      await maya.row('bob@museum.example').getByText('Member').waitFor()
    })
    await notice('Invitation sent to bob@museum.example').waitFor()
    await maya.person.fill(field('E-mail address of a colleague'), 'bob@museum.example')
    await maya.page.keyboard.press('Enter')
    await maya.page.getByText('This person is invited already.').waitFor()
    expect(await maya.findBarriers()).toEqual([])
    await shoot('members')
    await maya.row('bob@museum.example').getByRole('button', { name: 'Send again' }).click()
    await notice('Sent to bob@museum.example again').waitFor()
    await maya.row('bob@museum.example').getByRole('button', { name: 'Take back' }).click()
    await maya.row('bob@museum.example').waitFor({ state: 'detached' })
  })

  it('changes the role of a member, finds members, and removes one', async () => {
    const { workspaces } = await maya.ask('{ workspaces { nodes { id name } } }')
    const { id } = workspaces.nodes.find(({ name }: { name: string }) => name === 'Museum')
    for (const name of ['Bob', 'Cleo']) {
      const account = await maya.test.seed.account({ name })
      const invite =
        'mutation ($id: ID!, $email: String!) { createInvitation(id: $id, input: { email: $email }) { token } }'
      const { token } = (await maya.ask(invite, { id, email: account.email })).createInvitation
      await maya.test.sql('update account set email_verified_at = ? where id = ?', [maya.test.clock.now(), account.id])
      await maya.test.rest.post(`/v1/invitations/${token}/accept`, undefined, { token: account.token })
    }
    await at('/app/settings/members', 'Cleo')
    await maya.page.getByLabel('Role of Bob').selectOption('Viewer')
    await notice('Bob: Viewer').waitFor()
    await field('Search by name or address').fill('cle')
    await maya.row('Bob').waitFor({ state: 'detached' })
    await maya.button('Remove Cleo').click()
    await dialog('Remove Cleo?').getByText('Their API keys here end').waitFor()
    expect(await maya.findBarriers()).toEqual([])
    await dialog('Remove Cleo?').getByRole('button', { name: 'Remove' }).click()
    await maya.page.getByText('Nobody is called like that.').waitFor()
    const { workspaceMembers } = await maya.ask(
      'query ($id: ID!) { workspaceMembers(id: $id) { nodes { name role } } }',
      { id },
    )
    expect(workspaceMembers.nodes).toEqual([
      { name: 'Maya', role: 'OWNER' },
      { name: 'Bob', role: 'VIEWER' },
    ])
  })

  it('changes a workspace, shows what its plan has room for, and deletes it after its short name was typed', async () => {
    await at('/app/settings/workspace', 'Plan: Free')
    await field('Short name').fill('museum of all')
    await maya.page.keyboard.press('Enter')
    await maya.page.locator('[slot=errorMessage]').getByText('no hyphen at the ends').waitFor()
    const slug = `museum-${maya.test.seed.word().toLowerCase()}`
    await field('Short name').fill(slug)
    await maya.page.keyboard.press('Enter')
    await notice('Saved').waitFor()
    await maya.page.getByLabel('Mail with all links each Monday').check()
    await maya.row('Single clicks').getByRole('button', { name: 'Change' }).click()
    const retention = dialog('Single clicks')
    await retention.getByLabel('How long').selectOption('kept for 90 days')
    expect(await retention.getByRole('button', { name: 'Delete older clicks' }).isDisabled()).toBe(true)
    await retention.getByLabel(/^Type /).fill(slug)
    await retention.getByRole('button', { name: 'Delete older clicks' }).click()
    await maya.row('Single clicks').getByText('kept for 90 days').waitFor()
    expect(await maya.findBarriers()).toEqual([])
    await shoot('workspace')
    await maya.button('Hand over').click()
    await dialog('Hand over Museum').getByLabel('New owner').waitFor()
    await maya.page.keyboard.press('Escape')
    await maya.button('Delete workspace').click()
    const question = dialog('Delete Museum?')
    await question.getByText('One other member loses it').waitFor()
    await question.getByLabel(/^Type /).fill(slug)
    await maya.page.keyboard.press('Enter')
    await notice('Workspace Museum deleted').waitFor()
    await maya.button(/^Workspace Maya/).waitFor()
    await at('/app/settings/workspace', 'Deleted workspaces')
    await maya.row('Museum').getByRole('button', { name: 'Bring back' }).click()
    await maya.button('Workspace Museum: switch').waitFor()
    await maya.page.getByLabel('Mail with all links each Monday').and(maya.page.locator(':checked')).waitFor()
  })

  it('keeps name, language, time zone and mails, of which statistics take the zone', async () => {
    await maya.play('Change the language and the time zone', async () => {
      await maya.person.click(link('Settings'))
      await maya.person.click(link('Your account'))
      await maya.person.choose(maya.page.getByLabel('Time zone'), 'Asia/Tokyo')
      await maya.person.choose(maya.page.getByLabel('Language'), 'Deutsch')
      await maya.person.click(maya.button('Save'))
      await maya.page.getByText('Ihr Konto').first().waitFor()
    })
    const me = () => maya.ask('{ me { language timezone unwantedMails } }')
    expect((await me()).me).toEqual({ language: 'DE', timezone: 'Asia/Tokyo', unwantedMails: [] })
    await maya.page.goto(`${maya.test.base}/app/statistics`)
    await maya.page.getByLabel('Zeitzone').waitFor()
    expect(await maya.page.getByLabel('Zeitzone').inputValue()).toBe('Asia/Tokyo')
    await at('/app/settings/account', 'Ihr Konto')
    await maya.page.getByLabel('Sprache').selectOption('English')
    await maya.button('Speichern').click()
    await maya.page.getByLabel('The weekly file of links is ready').uncheck()
    await expect.poll(me).toMatchObject({ me: { language: 'EN', unwantedMails: ['WEEKLY_EXPORT'] } })
  })

  it('logs a lost phone out', async () => {
    const headers = {
      'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
    }
    const { email, password } = maya
    const { token } = (await maya.test.rest.post('/v1/auth/login', { email, password }, { headers })).json
    await maya.play('Log out a lost phone', async () => {
      await maya.person.click(link('Settings'))
      await maya.person.click(link('Your account'))
      await maya.person.click(maya.button(/^Log out .*iOS/))
      await notice('is logged out').waitFor()
    })
    expect((await maya.test.rest.get('/v1/auth/me', { token })).status).toBe(401)
  })

  it('asks for a code at logins from then on', async () => {
    await maya.play('Switch on codes for logging in', async () => {
      await maya.person.click(link('Settings'))
      await maya.person.click(link('Your account'))
      await maya.person.click(maya.button('Turn on'))
      const secret = (await dialog('Codes of an app').locator('code').textContent()) ?? ''
      await shoot('codes')
      await maya.person.type(codeOf(secret.replaceAll(' ', ''), maya.test.clock.now()))
      await maya.person.press('Enter')
      await dialog('Keep your recovery codes').waitFor()
    })
    expect(await maya.findBarriers()).toEqual([])
    await maya.button('Copy').click()
    expect((await maya.person.readClipboard()).split('\n')).toHaveLength(10)
    await maya.page.keyboard.press('Escape')
    await maya.row('Codes of an app').getByText('on since').waitFor()
    const { status, json } = await maya.test.rest.post('/v1/auth/login', { email: maya.email, password: maya.password })
    expect([status, json.error.code]).toEqual([401, 'SECOND_FACTOR_REQUIRED'])
    await shoot('account')
    expect(await maya.findBarriers()).toEqual([])
  })

  it('asks where a new passkey belongs on the page of the service, which leads back', async () => {
    await at('/app/settings/account', 'Add a passkey')
    await link('Add a passkey').click()
    await maya.page.waitForURL(`${maya.test.base}/account/security`)
    await link('Back to your account').click()
    await maya.page.waitForURL(`${maya.test.base}/app/settings/account`)
  })

  it('writes an archive of all data', async () => {
    await at('/app/settings/account', 'Your data')
    await maya.button('Prepare archive').click()
    await link('Download').waitFor({ timeout: 30_000 })
  })

  const looks = [
    ['de', 390],
    ['en', 390],
    ['fr', 390],
    ['es', 390],
    ['en', 720],
    ['en', 1440],
  ] as const
  it.each(hardestOf(looks))('fits in %s on a screen of %i pixels', async (locale, width) => {
    const texts: Readonly<Record<string, string>> = JSON.parse(readFileSync(`texts/${locale}.json`, 'utf8'))
    await maya.open({ ...(width === 390 && phone), viewport: { width, height: 900 }, locale })
    await maya.context.clearCookies({ name: 'tack_language' })
    for (const [screen, id] of [
      ['workspace', 'settings.retention'],
      ['members', 'settings.members.invite'],
      ['account', 'settings.data'],
    ] as const) {
      await at(`/app/settings/${screen}`, texts[id] ?? '')
      expect([screen, await sidewaysPx(maya.page)]).toEqual([screen, 0])
      for (const colorScheme of ['light', 'dark'] as const) {
        await maya.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await shoot(`${screen}-${locale}-${width}-${colorScheme}`)
      }
    }
  })

  it('deletes the account, which can be taken back for 7 days', async () => {
    await maya.open(screens.desktop)
    await maya.play('Delete the account', async () => {
      await maya.person.click(link('Settings'))
      await maya.person.click(link('Your account'))
      await maya.person.click(maya.button('Delete account'))
      await dialog('Delete your account?').getByText('Museum: deleted with all its links').waitFor()
      await shoot('delete')
      await maya.person.type(maya.password)
      await maya.person.press('Enter')
      await maya.page.waitForURL(`${maya.test.base}/account/overview`)
    })
  })
})
