import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { Browser } from '../oauth/browser.ts'
import { addAuthenticatorApp } from '../support/authenticator-app.ts'
import { linkOf, type MailServer } from '../support/mail-server.ts'
import type { SeededAccount } from '../support/seed.ts'
import {
  headingOf,
  type MailedOrganisation,
  newPerson,
  OrganisationBrowser,
  sharedOrganisation,
} from './organisation.ts'

const onServer = inject('database').kind === 'server'

let organisation: MailedOrganisation
let server: MailServer
beforeAll(async () => {
  organisation = await sharedOrganisation()
  server = organisation.mailServer
})
afterAll(() => organisation.close())
beforeEach(() => {
  server.mails.length = 0
})

const pathOf = ({ url }: { readonly url: string }) => new URL(url, organisation.test.base).pathname
const statusOf = async (token: string, path = '/v1/urls') => (await organisation.test.rest.get(path, { token })).status

interface AccountRow {
  readonly id: string
  readonly isVerified: boolean
  readonly hasPassword: boolean
}

async function findAccount(email: string): Promise<AccountRow | undefined> {
  const sql = `
    select id, email_verified_at is not null as "isVerified", password_hash is not null as "hasPassword"
      from account where email_key = ?`
  return (await organisation.test.sql<AccountRow>(sql, [email]))[0]
}

/** The account of a stranger with the address of the person who logs in next, and a key of the stranger. */
async function takenAddress(): Promise<{ readonly account: SeededAccount; readonly key: string }> {
  const { test } = organisation
  const account = await test.seed.account()
  organisation.provider.person = newPerson({ email: account.email })
  return { account, key: (await test.seed.key(account)).key }
}

describe('a login at a provider that is the first proof of the address of an account', () => {
  it('asks for the password, and without it ends all that gave access, the password too', async () => {
    const { account, key } = await takenAddress()
    const link = await organisation.test.seed.link(account)
    await addAuthenticatorApp(organisation.test, account)
    const browser = new OrganisationBrowser(organisation)
    const question = await browser.logIn()
    expect(headingOf(question)).toBe('Connect both once')
    expect(pathOf(await browser.own.submit(question, { act: 'claim' }))).toBe('/app')
    expect((await browser.own.open('/account/overview')).text).toContain(account.email)
    expect(await statusOf(key)).toBe(401)
    expect(await statusOf(account.token, '/v1/auth/me')).toBe(401)
    expect(await findAccount(account.email)).toEqual({ id: account.id, isVerified: true, hasPassword: false })
    const links = await organisation.test.sql('select 1 from link where id = ?', [link.id])
    expect(links).toHaveLength(1)
    expect(pathOf(await new OrganisationBrowser(organisation).logIn())).toBe('/app')
  })

  it('ends the identity of the stranger, and keeps its own', async () => {
    const { account } = await takenAddress()
    const owner = organisation.provider.person
    const stranger = newPerson()
    organisation.provider.person = stranger
    const other = new OrganisationBrowser(organisation)
    await other.own.submit(await other.own.open('/account/login'), { email: account.email, password: account.password })
    const identities = await other.own.open('/account/identities')
    await other.follow(await other.own.submit(identities, { act: 'connect' }))
    organisation.provider.person = owner
    const browser = new OrganisationBrowser(organisation)
    await browser.own.submit(await browser.logIn(), { act: 'claim' })
    const sql = 'select subject from account_identity where account_id = ?'
    expect(await organisation.test.sql(sql, [account.id])).toEqual([{ subject: owner.sub }])
    organisation.provider.person = stranger
    await new OrganisationBrowser(organisation).logIn()
    expect((await findAccount(stranger.email as string))?.id).not.toBe(account.id)
  })

  it.runIf(onServer)('ends an identity that the stranger connects at the same moment', { tags: 'race' }, async () => {
    for (let round = 0; round < 3; round++) {
      const { account } = await takenAddress()
      const owner = organisation.provider.person
      const claimant = new OrganisationBrowser(organisation)
      const question = await claimant.logIn()
      // Each way back from the provider works once.
      const connections: { browser: Browser; back: string }[] = []
      for (let index = 0; index < 4; index++) {
        organisation.provider.person = newPerson()
        const { own } = new OrganisationBrowser(organisation)
        await own.submit(await own.open('/account/login'), { email: account.email, password: account.password })
        const away = await own.submit(await own.open('/account/identities'), { act: 'connect' })
        connections.push({ browser: own, back: (await new Browser(organisation.provider.issuer).open(away.url)).url })
      }
      const requests = connections.map(({ browser, back }) => browser.open(back))
      const claimed = await claimant.own.submit(question, { act: 'claim' })
      await Promise.all(requests)
      expect(pathOf(claimed)).toBe('/app')
      const sql = 'select subject from account_identity where account_id = ?'
      expect(await organisation.test.sql(sql, [account.id])).toEqual([{ subject: owner.sub }])
    }
  })

  it('ends nothing with the password of the account', async () => {
    const { account, key } = await takenAddress()
    const browser = new OrganisationBrowser(organisation)
    const question = await browser.logIn()
    expect(pathOf(await browser.own.submit(question, { password: account.password }))).toBe('/app')
    expect(await statusOf(key)).toBe(200)
    expect(await findAccount(account.email)).toEqual({ id: account.id, isVerified: true, hasPassword: true })
  })

  it('has no such button for a verified address', async () => {
    const { account, key } = await takenAddress()
    await organisation.test.sql('update account set email_verified_at = created_at where id = ?', [account.id])
    const browser = new OrganisationBrowser(organisation)
    const question = await browser.logIn()
    expect(question.text).not.toContain('value="claim"')
    expect((await browser.own.submit(question, { act: 'claim' })).status).toBe(401)
    expect(await statusOf(key)).toBe(200)
  })

  it('gets 409 when the address was verified after the question', async () => {
    const { account, key } = await takenAddress()
    const browser = new OrganisationBrowser(organisation)
    const question = await browser.logIn()
    await organisation.test.sql('update account set email_verified_at = created_at where id = ?', [account.id])
    expect((await browser.own.submit(question, { act: 'claim' })).status).toBe(409)
    expect(await statusOf(key)).toBe(200)
  })
})

describe('a provider that does not say that the address is verified', () => {
  /** Begins a login, and returns the page and the link of the mail. */
  async function begin(search = '') {
    const person = newPerson({ email_verified: false })
    organisation.provider.person = person
    const browser = new OrganisationBrowser(organisation)
    const page = await browser.logIn(search)
    const link = linkOf(await server.mailTo(person.email)).href
    return { person, browser, page, link }
  }

  it('creates an account with a verified address when the link is opened in the same browser', async () => {
    const { person, browser, page, link } = await begin('?next=../app/links')
    expect(page.text).toContain(person.email)
    expect(await findAccount(person.email)).toBeUndefined()
    const confirm = await browser.own.open(link)
    expect(await findAccount(person.email)).toBeUndefined()
    expect(pathOf(await browser.own.submit(confirm, {}))).toBe('/app/links')
    expect(await findAccount(person.email)).toMatchObject({ isVerified: true })
    expect(pathOf(await new OrganisationBrowser(organisation).logIn())).toBe('/app')
  })

  it('creates none in another browser, with another link, after an hour or twice', async () => {
    const one = await begin()
    const other = await begin()
    const elsewhere = await new OrganisationBrowser(organisation).own.open(one.link)
    expect([elsewhere.status, headingOf(elsewhere)]).toEqual([400, 'This link does not belong to this browser'])
    expect((await one.browser.own.open(other.link)).status).toBe(400)
    const page = await other.browser.own.open(other.link)
    expect((await other.browser.own.submit(page, { link: 'x'.repeat(43) })).status).toBe(400)
    organisation.test.clock.advance({ hours: 1 })
    expect((await one.browser.own.open(one.link)).status).toBe(400)
    expect(await findAccount(one.person.email)).toBeUndefined()
    expect(await findAccount(other.person.email)).toBeUndefined()
  })

  it('leaves an account alone that got the address meanwhile', async () => {
    const { person, browser, link } = await begin()
    const account = await organisation.test.seed.account({ email: person.email })
    const question = await browser.own.submit(await browser.own.open(link), {})
    expect(headingOf(question)).toBe('Connect both once')
    expect(await findAccount(person.email)).toMatchObject({ id: account.id, isVerified: false })
  })

  it('shares no account with the owner of the address, who registers it before', async () => {
    const { person, browser, link } = await begin()
    const { rest } = organisation.test
    const input = { name: 'Ada', email: person.email, password: 'correct horse battery' }
    expect((await rest.post('/v1/auth/register', input)).status).toBe(201)
    expect(await organisation.test.sql('select 1 from account_identity where subject = ?', [person.sub])).toEqual([])
    expect(link).toContain('/account/oidc/sso/address?token=')
    expect((await browser.own.open('/account/overview')).url).toContain('/account/login')
  })
})
