import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '../links/answers.ts'
import { sharedListening } from '../support/mail-app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { addMember, as, personalWorkspaceOf } from '../workspaces/team.ts'
import { givenGrant, type SeededGrant } from './app-rows.ts'
import type { Browser, Visit } from './browser.ts'
import { type SeededClient, seedClient } from './client.ts'
import { Flow } from './flow.ts'
import type { ListeningApp } from './service.ts'

let test: ListeningApp
let dev: SeededAccount
let client: SeededClient
beforeAll(async () => {
  test = await sharedListening()
  dev = await test.seed.account()
  client = await seedClient(test, dev)
})
afterAll(() => test.close())

/** A person with a workspace besides the personal one. */
interface Person extends SeededAccount {
  readonly personal: string
  readonly team: string
}

async function givenPerson(teamName = 'Acme'): Promise<Person> {
  const account = await test.seed.account()
  const team = (await createWorkspace(account, teamName)).id
  return { ...account, personal: await personalWorkspaceOf(test, account), team }
}

async function createWorkspace(owner: SeededAccount, name: string): Promise<{ id: string; slug: string }> {
  return (await test.rest.post('/v1/workspaces', { name }, as(owner))).json
}

const scope = 'read:links read:profile write:profile'
const allow = (browser: Browser, page: Visit, workspace: readonly string[]) =>
  browser.submit(page, { act: 'allow', workspace })

/** Allows access to the workspaces with these ids, and returns the page that follows. */
async function choose(flow: Flow, workspaces: readonly string[]): Promise<Visit> {
  const { browser, page } = await flow.beforeConsent({ scope })
  return allow(browser, page, workspaces)
}

async function tokensFor(flow: Flow, workspaces: readonly string[]): Promise<{ access: string; refresh: string }> {
  const { url } = await choose(flow, workspaces)
  const { json } = await flow.redeem(new URL(url).searchParams.get('code') ?? '')
  return { access: json.access_token, refresh: json.refresh_token }
}

/** The ids of the workspaces that a token may use. */
async function usableBy(token: string): Promise<string[]> {
  const { json } = await test.rest.get('/v1/workspaces', { token })
  return json.map(({ id }: { id: string }) => id).toSorted()
}

const statusOf = async (token: string) => (await test.rest.get('/v1/workspaces', { token })).status
const boxesOf = ({ text }: Visit) =>
  [...text.matchAll(/<input type="checkbox" name="workspace" value="([^"]*)"( checked)?>/g)].map(
    ([, id, checked]) => [id, checked !== undefined] as const,
  )

describe('the consent page', () => {
  it('names the workspace of a person who has one, without a box', async () => {
    const ada = await test.seed.account({ name: 'Ada of Acme' })
    const { page } = await new Flow(test, client, ada).beforeConsent()
    expect(page.text).toContain(
      'The application may use the workspace <span class="name" dir="auto">Ada of Acme</span>',
    )
    expect(boxesOf(page)).toEqual([])
  })

  it('has a box for each workspace, the personal one first and checked, with names as text', async () => {
    const ada = await givenPerson('<b>"Tack"</b>')
    const gone = await createWorkspace(ada, 'Gone')
    await test.rest.delete(`/v1/workspaces/${gone.id}`, as(ada))
    await createWorkspace(dev, 'Of others')
    const { page } = await new Flow(test, client, ada).beforeConsent()
    expect(boxesOf(page)).toEqual([
      [ada.personal, true],
      [ada.team, false],
    ])
    expect(page.text).toContain('&#60;b&#62;&#34;Tack&#34;&#60;/b&#62;</span>')
  })

  it('checks the workspaces of the latest authorization of the application', async () => {
    const ada = await givenPerson()
    const flow = new Flow(test, client, ada)
    await choose(flow, [ada.team])
    test.clock.advance({ seconds: 1 })
    const { page } = await flow.beforeConsent()
    expect(boxesOf(page).filter(([, isChecked]) => isChecked)).toEqual([[ada.team, true]])
    const other = await new Flow(test, await seedClient(test, dev), ada).beforeConsent()
    expect(boxesOf(other.page).filter(([, isChecked]) => isChecked)).toEqual([[ada.personal, true]])
  })

  it('asks again after a choice of none, with status 400 and without a grant', async () => {
    const ada = await givenPerson()
    const flow = new Flow(test, client, ada)
    const { browser, page } = await flow.beforeConsent({ scope })
    const again = await allow(browser, page, [])
    expect([again.status, boxesOf(again).length]).toEqual([400, 1])
    expect(again.text).toContain('role="alert">Choose at least one workspace, or do not allow access.')
    expect((await test.rest.get('/v1/oauth/grants', as(ada))).json).toEqual([])
    expect(new URL((await allow(browser, again, [ada.team])).url).searchParams.get('code')).toBeTruthy()
  })

  it.each([
    ['ids of others and of nothing', (other: string) => [other, 'wsp_0', '', '\u0000', '*', '__proto__']],
    ['a deleted workspace', (_: string, gone: string) => [gone]],
  ])('takes %s as no choice', async (_, idsOf) => {
    const ada = await givenPerson()
    const { id: gone } = await createWorkspace(ada, 'Gone')
    await test.rest.delete(`/v1/workspaces/${gone}`, as(ada))
    expect((await choose(new Flow(test, client, ada), idsOf((await givenPerson()).team, gone))).status).toBe(400)
  })

  it('leaves ids of others and repeated ones out of a choice', async () => {
    const [ada, ben] = [await givenPerson(), await givenPerson()]
    const { access } = await tokensFor(new Flow(test, client, ada), [ben.team, ada.team, ada.team, ben.personal])
    expect(await usableBy(access)).toEqual([ada.team])
  })

  it('answers 400 to 10,000 ids', async () => {
    const ada = await givenPerson()
    const ids = Array.from({ length: 10_000 }, () => ada.team)
    expect((await choose(new Flow(test, client, ada), ids)).status).toBe(400)
    expect((await test.rest.get('/v1/oauth/grants', as(ada))).json).toEqual([])
  })

  it('still works for an account without any workspace', async () => {
    const ada = await test.seed.account()
    await test.sql('delete from workspace where personal_account_id = ?', [ada.id])
    expect(await usableBy((await tokensFor(new Flow(test, client, ada), [])).access)).toEqual([])
  })
})

describe('a token', () => {
  it('reaches the chosen workspaces alone, before and after a refresh, over both interfaces', async () => {
    const ada = await givenPerson()
    const flow = new Flow(test, client, ada)
    const { access, refresh } = await tokensFor(flow, [ada.team])
    const { json: refreshed } = await flow.refresh(refresh)
    for (const token of [access, refreshed.access_token]) {
      expect(await usableBy(token)).toEqual([ada.team])
      for (const path of ['', '/members', '/invitations']) {
        expectError(await test.rest.get(`/v1/workspaces/${ada.personal}${path}`, { token }), 404, 'WORKSPACE_NOT_FOUND')
      }
      const { data } = await test.graph('{ workspaces { nodes { id } } }', { token })
      expect(data.workspaces.nodes).toEqual([{ id: ada.team }])
    }
    expect(await usableBy(ada.token)).toEqual([ada.personal, ada.team].toSorted())
  })

  it('neither restores a workspace that was not chosen nor reaches one that the person joins later', async () => {
    const [ada, ben] = [await givenPerson(), await givenPerson()]
    const gone = await createWorkspace(ada, 'Gone')
    const { access } = await tokensFor(new Flow(test, client, ada), [ada.personal])
    await test.rest.delete(`/v1/workspaces/${gone.id}`, as(ada))
    const restored = await test.rest.post(`/v1/workspaces/${gone.id}/restore`, undefined, { token: access })
    expectError(restored, 404, 'WORKSPACE_NOT_FOUND')
    await addMember(test, { id: ben.team, owner: ben }, ada)
    expect(await usableBy(access)).toEqual([ada.personal])
  })

  it('loses a workspace that the person leaves, also after the person joins again', async () => {
    const [ada, ben] = [await givenPerson(), await givenPerson()]
    await addMember(test, { id: ben.team, owner: ben }, ada)
    const { access } = await tokensFor(new Flow(test, client, ada), [ada.personal, ben.team])
    expect(await usableBy(access)).toEqual([ada.personal, ben.team].toSorted())
    await test.rest.delete(`/v1/workspaces/${ben.team}/members/${ada.id}`, as(ben))
    expect(await usableBy(access)).toEqual([ada.personal])
    await addMember(test, { id: ben.team, owner: ben }, ada)
    expect(await usableBy(access)).toEqual([ada.personal])
  })

  it('restores a chosen workspace that was deleted, and does not reach it meanwhile', async () => {
    const ada = await givenPerson()
    const { access: token } = await tokensFor(new Flow(test, client, ada), [ada.personal, ada.team])
    expect((await test.rest.delete(`/v1/workspaces/${ada.team}`, { token })).status).toBe(200)
    expect(await usableBy(token)).toEqual([ada.personal])
    expect((await test.rest.post(`/v1/workspaces/${ada.team}/restore`, undefined, { token })).status).toBe(200)
    expect(await usableBy(token)).toEqual([ada.personal, ada.team].toSorted())
  })

  it('of a grant without a choice reaches the personal workspace', async () => {
    const ada = await givenPerson()
    expect(await usableBy((await grantWithoutChoice(ada)).token)).toEqual([ada.personal])
  })
})

const grantWithoutChoice = async (person: SeededAccount): Promise<SeededGrant> =>
  givenGrant(test, person, { ...client, name: 'Link Gardener', clientSecret: null }, { scopes: scope.split(' ') })

describe('another authorization of the application', () => {
  it('for other workspaces ends the earlier ones with their API keys, and says so', async () => {
    const ada = await givenPerson()
    const [flow, elsewhere] = [new Flow(test, client, ada), new Flow(test, await seedClient(test, dev), ada)]
    const before = await tokensFor(flow, [ada.personal, ada.team])
    const withoutChoice = await grantWithoutChoice(ada)
    const ofOtherApp = await tokensFor(elsewhere, [ada.personal])
    const key = await test.seed.key({ ...ada, token: before.access })
    const after = await tokensFor(flow, [ada.team])
    expect(await statusOf(before.access)).toBe(401)
    expect(await statusOf(withoutChoice.token)).toBe(401)
    expect((await flow.refresh(before.refresh)).json.error).toBe('invalid_grant')
    expectError(await test.rest.get('/v1/urls', { token: key.key }), 401, 'API_KEY_REVOKED')
    expect(await usableBy(after.access)).toEqual([ada.team])
    expect(await usableBy(ofOtherApp.access)).toEqual([ada.personal])
    const { json } = await test.rest.get('/v1/activity?type=api_key.revoked', as(ada))
    expect(json[0].summary).toContain('other workspaces were chosen for "Link Gardener"')
  })

  it('for the same workspaces or more of them keeps the earlier ones as they are', async () => {
    const ada = await givenPerson()
    const flow = new Flow(test, client, ada)
    const [first, second] = [await tokensFor(flow, [ada.team]), await tokensFor(flow, [ada.team])]
    const third = await tokensFor(flow, [ada.team, ada.personal])
    for (const { access } of [first, second]) expect(await usableBy(access)).toEqual([ada.team])
    expect(await usableBy(third.access)).toEqual([ada.personal, ada.team].toSorted())
  })

  it('at the same time leaves one of the two', async () => {
    const ada = await givenPerson()
    const flows = [new Flow(test, client, ada), new Flow(test, client, ada)]
    const pages = await Promise.all(flows.map((flow) => flow.beforeConsent({ scope })))
    const visits = await Promise.all(
      pages.map(({ browser, page }, index) => allow(browser, page, [index ? ada.team : ada.personal])),
    )
    const codes = visits.map(({ url }) => new URL(url).searchParams.get('code') ?? '')
    const answers = await Promise.all(flows.map((flow, index) => flow.redeem(codes[index] ?? '')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await test.rest.get('/v1/oauth/grants', as(ada))).json).toHaveLength(1)
  })
})

describe('GET /oauth/grants', () => {
  const workspacesOf = async (token: string) =>
    (await test.rest.get('/v1/oauth/grants', { token })).json.map(
      ({ workspaces }: { workspaces: { id: string; name: string }[] }) => workspaces,
    )

  it('shows the chosen workspaces, by their present names, without those that the person has left', async () => {
    const [ada, ben] = [await givenPerson('Before'), await givenPerson('Joined')]
    await addMember(test, { id: ben.team, owner: ben }, ada)
    await tokensFor(new Flow(test, client, ada), [ada.team, ben.team])
    await test.rest.patch(`/v1/workspaces/${ada.team}`, { name: 'Now' }, as(ada))
    const now = { id: ada.team, name: 'Now' }
    expect(await workspacesOf(ada.token)).toEqual([[now, { id: ben.team, name: 'Joined' }]])
    await test.rest.post(`/v1/workspaces/${ben.team}/leave`, undefined, as(ada))
    expect(await workspacesOf(ada.token)).toEqual([[now]])
  })

  it('shows an application only what it may use itself', async () => {
    const ada = await givenPerson()
    const { access } = await tokensFor(new Flow(test, client, ada), [ada.personal])
    await tokensFor(new Flow(test, await seedClient(test, dev), ada), [ada.team])
    expect((await workspacesOf(access)).flat()).toEqual([{ id: ada.personal, name: ada.name }])
  })
})
