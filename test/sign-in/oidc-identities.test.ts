import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  headingOf,
  logInByPassword,
  type MailedOrganisation,
  newPerson,
  OrganisationBrowser,
  sessionOf,
  sharedOrganisation,
} from './organisation.ts'

let organisation: MailedOrganisation
beforeAll(async () => {
  organisation = await sharedOrganisation()
})
afterAll(() => organisation.close())

const pathOf = ({ url }: { readonly url: string }) => new URL(url, organisation.test.base).pathname

/** Connects the person of the provider by the button of the page. */
async function connect(browser: OrganisationBrowser) {
  const page = await browser.own.open('/account/identities')
  return browser.follow(await browser.own.submit(page, { act: 'connect', provider: 'sso' }))
}

async function remove(browser: OrganisationBrowser) {
  const page = await browser.own.open('/account/identities')
  return browser.own.submit(await browser.own.submit(page, { act: 'remove' }), { act: 'confirm-remove' })
}

describe('/account/identities', () => {
  it('connects the account that is logged in, whatever address the person has, and removes it', async () => {
    const ada = await organisation.test.seed.account()
    const browser = await logInByPassword(organisation, ada)
    const person = newPerson({ email_verified: false })
    organisation.provider.person = person
    const page = await connect(browser)
    expect(pathOf(page)).toBe('/account/identities')
    expect(page.text).toContain('Acme')
    expect(page.text).toContain(person.email)
    expect(page.text).not.toContain('Connect Acme')
    const other = new OrganisationBrowser(organisation)
    expect(pathOf(await other.logIn())).toBe('/app')
    expect((await other.own.open('/account/overview')).text).toContain(ada.email)
    expect((await remove(browser)).text).toContain('Connect Acme')
    // The session that the provider began has ended, and the other one has not.
    expect(pathOf(await other.own.open('/account/overview'))).toBe('/account/login')
    expect(pathOf(await browser.own.open('/account/overview'))).toBe('/account/overview')
  })

  it('returns 409 for a person of another account, who stays where they are', async () => {
    const person = newPerson()
    organisation.provider.person = person
    await new OrganisationBrowser(organisation).logIn()
    const browser = await logInByPassword(organisation, await organisation.test.seed.account())
    const page = await connect(browser)
    expect([page.status, headingOf(page)]).toEqual([409, 'Another account is connected'])
    const other = new OrganisationBrowser(organisation)
    await other.logIn()
    expect((await other.own.open('/account/overview')).text).toContain(person.email)
  })

  it('returns 409 for the removal of the only way to log in, without a question before', async () => {
    organisation.provider.person = newPerson()
    const browser = new OrganisationBrowser(organisation)
    await browser.logIn()
    const identities = await browser.own.open('/account/identities')
    for (const act of ['remove', 'confirm-remove']) {
      const page = await browser.own.submit(identities, { act })
      expect(page.status).toBe(409)
      expect(page.text).toContain('This is the only way to log in')
    }
    expect(pathOf(await new OrganisationBrowser(organisation).logIn())).toBe('/app')
  })

  it('connects nothing with an account that has logged in meanwhile, or with nobody', async () => {
    const [ada, eve] = await Promise.all([organisation.test.seed.account(), organisation.test.seed.account()])
    organisation.provider.person = newPerson()
    const browser = await logInByPassword(organisation, ada)
    const page = await browser.own.open('/account/identities')
    const away = await browser.own.submit(page, { act: 'connect', provider: 'sso' })
    await browser.own.submit(await browser.own.open('/account/login'), { email: eve.email, password: eve.password })
    const answer = await browser.follow(away)
    expect([answer.status, headingOf(answer)]).toEqual([400, 'Please log in again'])
    const identities = 'select 1 from account_identity where account_id in (?, ?)'
    expect(await organisation.test.sql(identities, [ada.id, eve.id])).toEqual([])
  })

  it('does nothing for a form of another browser, and leads nobody who is not logged in to it', async () => {
    const ada = await organisation.test.seed.account()
    const [browser, other] = [await logInByPassword(organisation, ada), new OrganisationBrowser(organisation)]
    expect(pathOf(await other.own.open('/account/identities'))).toBe('/account/login')
    const form = { token: 'guessed', act: 'connect', provider: 'sso' }
    expect((await browser.own.open('/account/identities', form)).status).toBe(400)
  })

  it("does not remove another account's identity", async () => {
    organisation.provider.person = newPerson()
    await new OrganisationBrowser(organisation).logIn()
    const [identity] = await organisation.test.sql<{ id: string }>(
      'select id from account_identity order by id desc limit 1',
    )
    const browser = await logInByPassword(organisation, await organisation.test.seed.account())
    const page = await browser.own.open('/account/identities')
    for (const act of ['remove', 'confirm-remove'])
      expect((await browser.own.submit(page, { act, identity: identity?.id ?? '' })).status).toBe(404)
    expect(await organisation.test.sql('select 1 from account_identity where id = ?', [identity?.id])).toHaveLength(1)
  })
})

describe('identities', () => {
  const query = '{ identities { id issuer providerName email } }'

  it('are listed over both interfaces, and only those of the caller', async () => {
    const { test, provider } = organisation
    const [ada, eve] = [await test.seed.account(), await test.seed.account()]
    const person = newPerson()
    provider.person = person
    const browser = await logInByPassword(organisation, ada)
    await connect(browser)
    const token = sessionOf(browser)
    const expected = { id: expect.stringMatching(/^idn_/), issuer: provider.issuer, providerName: 'Acme' }
    const { data } = await test.graph(query, { token })
    expect(data).toEqual({ identities: [{ ...expected, email: person.email }] })
    expect((await test.rest.get('/v1/auth/identities', { token })).json).toMatchObject(data.identities)
    expect((await test.rest.get('/v1/auth/identities', { token: eve.token })).json).toEqual([])
    const stranger = await test.rest.delete(`/v1/auth/identities/${data.identities[0].id}`, { token: eve.token })
    expect([stranger.status, stranger.json.error.code]).toEqual([404, 'IDENTITY_NOT_FOUND'])
  })

  it('are removed with the sessions that they began, with an activity and a mail, as when they were added', async () => {
    const { test, provider } = organisation
    const account = await test.seed.account()
    provider.person = newPerson()
    const browser = await logInByPassword(organisation, account)
    await connect(browser)
    const token = sessionOf(browser)
    const other = new OrganisationBrowser(organisation)
    await other.logIn()
    const change = { email: `${test.seed.word()}@example.net`, password: account.password }
    expect((await test.rest.post('/v1/auth/me/email', change, { token: sessionOf(other) })).status).toBe(202)
    const { json } = await test.rest.get('/v1/auth/identities', { token })
    const removed = await test.graph('mutation ($id: ID!) { removeIdentity(id: $id) { success deletedId } }', {
      token,
      variables: { id: json[0].id },
    })
    expect(removed.data).toEqual({ removeIdentity: { success: true, deletedId: json[0].id } })
    expect((await test.rest.get('/v1/auth/me', { token: sessionOf(other) })).status).toBe(401)
    expect((await test.rest.get('/v1/auth/me', { token })).json.pendingEmail).toBeNull()
    const { data } = await test.graph('{ activities(first: 4) { nodes { type summary } } }', { token })
    expect(data.activities.nodes).toEqual([
      { type: 'ACCOUNT_IDENTITY_REMOVED', summary: 'A login with Acme was removed.' },
      { type: 'ACCOUNT_EMAIL_CHANGE_ENDED', summary: 'A requested change of the e-mail address was ended.' },
      { type: 'ACCOUNT_EMAIL_CHANGE_REQUESTED', summary: 'A change of the e-mail address was requested.' },
      { type: 'ACCOUNT_IDENTITY_ADDED', summary: 'A login with Acme was added.' },
    ])
    const subjects = () =>
      organisation.mailServer.mails
        .filter(({ recipients }) => recipients.includes(account.email))
        .map((mail) => mail.header('subject'))
    const expected = ['A new way to log in was added', 'A way to log in was removed']
    await vi.waitFor(() => expect(subjects()).toEqual(expect.arrayContaining(expected)), { timeout: 10_000 })
  })

  it('stay when they are the only way to log in', async () => {
    const { test, provider } = organisation
    provider.person = newPerson()
    const browser = new OrganisationBrowser(organisation)
    await browser.logIn()
    const token = sessionOf(browser)
    const { json } = await test.rest.get('/v1/auth/identities', { token })
    const { status, json: answer } = await test.rest.delete(`/v1/auth/identities/${json[0].id}`, { token })
    expect([status, answer.error.code]).toEqual([409, 'LAST_IDENTITY'])
  })
})
