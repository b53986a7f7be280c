import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { adminCommands } from '../../src/modules.ts'
import { runAdminCommand } from '../../src/platform/admin-command.ts'
import { Browser } from '../oauth/browser.ts'
import { seedClient } from '../oauth/client.ts'
import { Flow } from '../oauth/flow.ts'
import type { ListeningApp } from '../oauth/service.ts'
import { addAuthenticatorApp } from '../support/authenticator-app.ts'
import { sharedListening } from '../support/mail-app.ts'
import { PasskeyDevice } from '../support/passkey-device.ts'
import { verifyEmail } from '../workspaces/team.ts'
import { type MailedOrganisation, newPerson, OrganisationBrowser, sharedOrganisation } from './organisation.ts'
import {
  addPasskey,
  codesOf,
  credentialsOf,
  enterPassword,
  heading,
  openRegistration,
  optionsOf,
  passkeyOn,
  pathOf,
  personWithPasskey,
} from './passkey-person.ts'

let organisation: MailedOrganisation
let test: ListeningApp
beforeAll(async () => {
  organisation = await sharedOrganisation()
  test = organisation.test
})
afterAll(() => test.close())

/** The token of a new session by a passkey, which the API takes. */
async function sessionToken(browser: Browser): Promise<string> {
  const cookie = browser.received.findLast((header) => header.startsWith('tack_session=')) ?? ''
  return /=([^;]*)/.exec(cookie)?.[1] ?? ''
}

const methodsOf = async (token: string) => (await test.rest.get('/v1/auth/sign-in-methods', { token })).json

describe('a passkey', () => {
  it('logs in without a name, as both factors, and leads on', async () => {
    const { account, device } = await personWithPasskey(test)
    const browser = new Browser(test.base)
    const login = await browser.open('/account/login?next=..%2Fapp%2Flinks')
    expect(login.text).toContain('href="passkey?next&#61;..%2Fapp%2Flinks"')
    const page = await browser.open('/account/passkey?next=..%2Fapp%2Flinks')
    expect(optionsOf(page)).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
    const done = await browser.submit(page, { credential: device.get(optionsOf(page)) })
    expect(pathOf(done)).toBe('/app/links')
    const token = await sessionToken(browser)
    expect((await test.rest.get('/v1/auth/me', { token })).json.id).toBe(account.id)
    expect((await test.rest.get('/v1/auth/sessions', { token })).json[0].signInMethods).toEqual(['passkey'])
    expect((await browser.open('/account/security')).text).toContain('Last used on')
  })

  it('is asked for after the password, or a recovery code instead', async () => {
    const { account, device, recoveryCodes } = await personWithPasskey(test)
    const { json } = await test.rest.post('/v1/auth/login', credentialsOf(account))
    expect(json.error).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED', methods: ['passkey', 'recovery_code'] })
    const browser = new Browser(test.base)
    const page = await enterPassword(browser, account)
    expect([heading(page), page.text.includes('six digits')]).toEqual(['One more step', false])
    expect(optionsOf(page).allowCredentials).toHaveLength(1)
    const wrong = await browser.submit(page, { code: '000000' })
    expect([wrong.status, heading(wrong)]).toEqual([401, 'One more step'])
    const done = await browser.submit(wrong, { credential: device.get(optionsOf(wrong)) })
    expect(pathOf(done)).toBe('/app')
    const token = await sessionToken(browser)
    const { json: sessions } = await test.rest.get('/v1/auth/sessions', { token })
    expect(sessions[0].signInMethods).toEqual(['password', 'passkey'])
    const other = new Browser(test.base)
    expect(pathOf(await other.submit(await enterPassword(other, account), { code: recoveryCodes[0] ?? '' }))).toBe(
      '/app',
    )
  })

  it('is named where its owner has no app and enters a wrong code', async () => {
    const { account } = await personWithPasskey(test)
    const other = new Browser(test.base)
    const wrong = await other.submit(await enterPassword(other, account), { code: '000000' })
    expect(wrong.status).toBe(401)
    expect(wrong.text).toContain('Use your passkey, or enter another one.')
    expect(wrong.text).not.toMatch(/\bapp\b/)
    await verifyEmail(test, account)
    const token = await test.seed.mailToken(account, 'password_reset')
    const reset = await other.open(`/account/reset?token=${token}`)
    const refused = await other.submit(reset, { password: 'wholly new secret 7', code: '000000' })
    expect(refused.text).toContain('The recovery code is wrong, or was used before. Enter another one.')
    for (const { text } of [reset, refused]) {
      expect(text).toContain('Enter one of your recovery codes.')
      expect(text).not.toMatch(/\bapp\b/)
    }
  })

  it('has the name of its device in the language of the person', async () => {
    const [account, browser] = [await test.seed.account(), new Browser(test.base)]
    await enterPassword(browser, account)
    const page = await openRegistration(browser)
    const credential = new PasskeyDevice(test.base).create(optionsOf(page))
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'
    await browser.submit(page, { credential }, { 'user-agent': firefox, 'accept-language': 'fr' })
    expect((await methodsOf(await sessionToken(browser))).passkeys).toMatchObject([{ name: 'Firefox sous Linux' }])
  })

  it('proves the identity again before a sensitive change, also its own removal', async () => {
    const { browser, device } = await personWithPasskey(test)
    test.clock.advance({ minutes: 10 })
    const security = await browser.open('/account/security')
    const id = passkeyOn(security)
    for (const act of ['add-passkey', 'remove-passkey'])
      expect(pathOf(await browser.submit(security, { act, passkey: id }))).toBe('/account/prove')
    const prove = await browser.open('/account/prove?next=security')
    const proven = await browser.submit(prove, { credential: device.get(optionsOf(prove)) })
    expect(pathOf(proven)).toBe('/account/security')
    expect((await browser.submit(proven, { act: 'confirm-remove-passkey', passkey: id })).text).toContain('None yet.')
  })

  it('ends the sessions that lack it when it is the first second factor, and only then', async () => {
    const account = await test.seed.account()
    const [first, second] = [new Browser(test.base), new Browser(test.base)]
    for (const browser of [first, second]) await enterPassword(browser, account)
    const device = new PasskeyDevice(test.base)
    expect(codesOf(await addPasskey(first, device))).toHaveLength(10)
    expect(pathOf(await second.open('/account/security'))).toBe('/account/login')
    const page = await second.open('/account/passkey')
    await second.submit(page, { credential: device.get(optionsOf(page)) })
    const added = await addPasskey(first, new PasskeyDevice(test.base))
    expect([pathOf(added), codesOf(added)]).toEqual(['/account/security', []])
    expect(pathOf(await second.open('/account/security'))).toBe('/account/security')
  })

  it('keeps the recovery codes while another second factor is left', async () => {
    const { account, browser } = await personWithPasskey(test)
    const token = await sessionToken(browser)
    await addAuthenticatorApp(test, { ...account, token })
    expect(await methodsOf(token)).toMatchObject({ recoveryCodesLeft: 10, passkeys: [{ isBackedUp: false }] })
    await test.rest.delete('/v1/auth/authenticator-app', { token })
    const { passkeys, ...others } = await methodsOf(token)
    expect(others).toEqual({ hasPassword: true, authenticatorAppSince: null, recoveryCodesLeft: 10 })
    expect((await test.rest.post('/v1/auth/recovery-codes', {}, { token })).json.codes).toHaveLength(10)
    await test.rest.delete(`/v1/auth/passkeys/${passkeys[0].id}`, { token })
    expect(await methodsOf(token)).toMatchObject({ recoveryCodesLeft: 0, passkeys: [] })
    expect((await test.rest.post('/v1/auth/login', credentialsOf(account))).status).toBe(200)
  })

  it('gets another name on the page, and its owner reads of each change in the activity log', async () => {
    const { browser } = await personWithPasskey(test)
    const security = await browser.open('/account/security')
    const id = passkeyOn(security)
    const renamed = await browser.submit(security, { act: 'rename-passkey', passkey: id, [`name-${id}`]: 'My <phone>' })
    expect(renamed.text).toContain('My &#60;phone&#62;')
    const question = await browser.submit(renamed, { act: 'remove-passkey', passkey: id })
    expect([heading(question), question.text.includes('My &#60;phone&#62;')]).toEqual(['Remove the passkey?', true])
    expect((await browser.open('/account/security')).text).toContain('My &#60;phone&#62;')
    await browser.submit(question, { act: 'confirm-remove-passkey' })
    const { json } = await test.rest.get('/v1/activity', { token: await sessionToken(browser) })
    expect(json.data ?? json).toMatchObject([
      { type: 'account.second_factor_removed', summary: 'The passkey "My <phone>" was removed.' },
      { type: 'account.second_factor_added', summary: 'The passkey "Passkey" was added.' },
    ])
  })

  it('makes an account one with a second factor for workspaces, new passwords by mail and the operator', async () => {
    const { account, browser, recoveryCodes } = await personWithPasskey(test)
    const token = await sessionToken(browser)
    const { json: team } = await test.rest.post('/v1/workspaces', { name: 'Acme' }, { token })
    const needs = { needsSecondFactor: true }
    expect((await test.rest.patch(`/v1/workspaces/${team.id}`, needs, { token })).status).toBe(200)
    await verifyEmail(test, account)
    const mailToken = await test.seed.mailToken(account, 'password_reset')
    const reset = (code?: string) =>
      test.rest.post('/v1/auth/password/reset', { token: mailToken, newPassword: 'wholly new secret 7', code })
    expect((await reset()).json.error.code).toBe('CODE_REQUIRED')
    expect((await reset(recoveryCodes[0])).status).toBe(200)
    const command = ['remove-second-factor', account.id]
    const { app, settings } = test
    expect((await runAdminCommand(adminCommands, { em: app.database.orm.em.fork(), settings }, command)).isDone).toBe(
      true,
    )
    const { password: _, ...email } = credentialsOf(account)
    const login = await test.rest.post('/v1/auth/login', { ...email, password: 'wholly new secret 7' })
    expect([login.status, (await methodsOf(login.json.token)).passkeys]).toEqual([200, []])
  })

  it('logs in for an application, alone and after the password', async () => {
    const { account, device } = await personWithPasskey(test)
    const flow = new Flow(test, await seedClient(test, account, { name: 'Link Gardener' }), account)
    const browser = new Browser(test.base)
    const login = await browser.open(flow.address())
    const page = await browser.open(`${login.url}?passkey`)
    const consent = await browser.submit(page, { credential: device.get(optionsOf(page)) })
    expect(consent.text).toContain('Link Gardener')
    expect((await browser.submit(consent, { act: 'allow' })).url).toContain('code=')
    const other = new Browser(test.base)
    const step = await other.submit(await other.open(flow.address()), credentialsOf(account))
    const answered = await other.submit(step, { credential: device.get(optionsOf(step)) })
    expect(answered.text).toContain('Link Gardener')
  })

  it('is refused by a device that has one of the account, and its page names at most 20', async () => {
    const { account, browser, device } = await personWithPasskey(test)
    expect(optionsOf(await openRegistration(browser)).excludeCredentials).toEqual([
      { id: device.passkeys[0]?.id.toString('base64url'), type: 'public-key', transports: ['internal'] },
    ])
    await test.sql(
      `insert into passkey select id || n, account_id, credential_id || n, public_key, counter, transports, name, is_backed_up, created_at
         from passkey cross join generate_series(1, 19) as n where account_id = ?`,
      [account.id],
    )
    const full = await openRegistration(browser)
    expect([full.status, full.text.includes('Your account has 20 passkeys.')]).toEqual([409, true])
  })
})

describe('a login by a provider', () => {
  it('asks for the passkey of the account, which leads on like the code', async () => {
    organisation.provider.person = newPerson()
    const { base } = organisation.test
    const device = new PasskeyDevice(base)
    const first = new OrganisationBrowser(organisation)
    await first.logIn()
    await addPasskey(first.own, device)
    const second = new OrganisationBrowser(organisation)
    const step = await second.logIn('?next=..%2Fapp%2Flinks')
    expect(heading(step)).toBe('One more step')
    const wrong = await second.own.submit(step, { credential: device.get(optionsOf(step), { isVerified: false }) })
    expect([wrong.status, heading(wrong)]).toEqual([401, 'One more step'])
    const done = await second.own.submit(wrong, { credential: device.get(optionsOf(wrong)) })
    expect(pathOf(done)).toBe('/app/links')
    expect((await second.own.open('/account/security')).text).toContain('identity provider, passkey')
  })

  it('connects an account that has a password and a passkey only after both', async () => {
    const { account, device } = await personWithPasskey(organisation.test)
    await organisation.test.sql('update account set email_verified_at = now() where id = ?', [account.id])
    organisation.provider.person = { ...newPerson(), email: account.email }
    const browser = new OrganisationBrowser(organisation)
    const step = await browser.own.submit(await browser.logIn(), { password: account.password })
    expect(heading(step)).toBe('One more step')
    const connected = () => organisation.test.sql('select 1 from account_identity where account_id = ?', [account.id])
    const wrong = await browser.own.submit(step, { credential: device.get(optionsOf(step), { isVerified: false }) })
    expect([wrong.status, await connected()]).toEqual([401, []])
    const done = await browser.own.submit(wrong, { credential: device.get(optionsOf(wrong)) })
    expect([pathOf(done), await connected()]).toEqual(['/app', [{ '?column?': 1 }]])
  })
})

it('its owner gets a mail of each passkey that is added or removed', async () => {
  const { account, browser } = await personWithPasskey(test)
  const security = await browser.open('/account/security')
  await browser.submit(security, { act: 'confirm-remove-passkey', passkey: passkeyOn(security) })
  await vi.waitFor(() => {
    const own = organisation.mailServer.mails.filter(({ recipients }) => recipients.includes(account.email))
    const subjects = own.map((mail) => mail.header('subject'))
    expect(subjects).toEqual(expect.arrayContaining(['A passkey was added', 'A passkey was removed']))
  }, 20_000)
})

describe('the pages', () => {
  it('say without scripts what passkeys need, and lead to the other ways to log in', async () => {
    const page = await new Browser(test.base).open('/account/passkey?next=security')
    expect(page.text).toContain('Passkeys need a browser that knows them, with JavaScript switched on.')
    expect(page.text).toContain('href="login?next&#61;security"')
  })

  it('offer no passkeys below an IP address, where no browser has them', async () => {
    const browser = new Browser((await sharedListening()).base)
    expect((await browser.open('/account/login')).text).not.toContain('passkey')
    expect(pathOf(await browser.open('/account/passkey'))).toBe('/account/login')
  })
})
