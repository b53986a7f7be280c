import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  headingOf,
  logInByPassword,
  newPerson,
  type Organisation,
  OrganisationBrowser,
  startOrganisation,
} from './organisation.ts'

let organisation: Organisation
beforeAll(async () => {
  organisation = await startOrganisation()
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
  return browser.own.submit(page, { act: 'remove' })
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

  it('returns 409 for the removal of the only way to log in', async () => {
    organisation.provider.person = newPerson()
    const browser = new OrganisationBrowser(organisation)
    await browser.logIn()
    const page = await remove(browser)
    expect(page.status).toBe(409)
    expect(page.text).toContain('This is the only way to log in')
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
    expect((await browser.own.submit(page, { act: 'remove', identity: identity?.id ?? '' })).status).toBe(404)
    expect(await organisation.test.sql('select 1 from account_identity where id = ?', [identity?.id])).toHaveLength(1)
  })
})
