import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ListeningApp, startListening } from '../oauth/service.ts'
import { type IdentityProvider, type PersonClaims, startIdentityProvider } from '../support/identity-provider.ts'
import { freePort } from '../support/port.ts'
import type { SeededAccount } from '../support/seed.ts'
import { addMember, as, verifyEmail } from '../workspaces/team.ts'
import { headingOf, logInByPassword, newPerson, OrganisationBrowser, sessionOf } from './organisation.ts'

const idOf = (number: number) => `wsp_${String(number).padStart(26, '0')}`
const [design, sales, full] = [idOf(1), idOf(2), idOf(3)]
const [deleted, personal, missing] = [idOf(4), idOf(5), idOf(6)]
const many = Array.from({ length: 21 }, (_, index) => `many=${idOf(100 + index)}:viewer`)
const rules = [
  ...[`editors=${design}:member`, `admins=${design}:admin`, `readers=${design}:viewer`, `sellers=${sales}:member`],
  ...[`crowd=${full}:viewer`, `lost=${deleted}:viewer`, `lost=${personal}:viewer`, `lost=${missing}:viewer`, ...many],
]

let test: ListeningApp
let provider: IdentityProvider
let other: IdentityProvider
let folder: string
let owner: SeededAccount
beforeAll(async () => {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  provider = await startIdentityProvider({ base })
  other = await startIdentityProvider({ base, id: 'other' })
  folder = await mkdtemp(join(tmpdir(), 'tack-groups-'))
  const { OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = other.environment
  const groups = [`editors=${design}:admin`, `sellers=${sales}:admin`]
  const listed = { id: 'other', name: 'Other', issuer: other.issuer, clientId, clientSecret }
  await writeFile(join(folder, 'file.json'), JSON.stringify([{ ...listed, groups, groupsClaim: 'realm_access.roles' }]))
  const files = { OIDC_PROVIDERS_FILE: join(folder, 'file.json') }
  const settings = { OIDC_GROUPS: rules.join(', '), PLAN_LIMITS: 'free.members=1', ...files }
  test = await startListening({ ...provider.environment, ...settings }, port)
  owner = await test.seed.account()
  const lonely = await test.seed.account()
  await test.sql('delete from workspace where id = ?', [lonely.workspaceId])
  for (const id of [design, sales]) await addWorkspace(id, { plan: 'business' })
  await addWorkspace(full)
  await addWorkspace(deleted, { deleted_at: '2026-01-01' })
  await addWorkspace(personal, { personal_account_id: lonely.id })
})
afterAll(async () => {
  await test.close()
  await Promise.all([provider.close(), other.close(), rm(folder, { recursive: true })])
})
beforeEach(() => {
  provider.quirks = {}
  other.quirks = {}
})

async function addWorkspace(id: string, more: Readonly<Record<string, string>> = {}): Promise<void> {
  const now = test.clock.now()
  const row = { id, name: 'Team', slug: id, created_at: now, updated_at: now, ...more }
  const columns = Object.keys(row)
  const values = columns.map(() => '?').join()
  await test.sql(`insert into workspace (${columns.join()}) values (${values})`, Object.values(row))
  const insertMember = `insert into workspace_member (id, workspace_id, account_id, joined_at, role) values (?, ?, ?, ?, 'owner')`
  await test.sql(insertMember, [id.replace('wsp', 'mbr'), id, more.personal_account_id ?? owner.id, now])
}

type Person = PersonClaims & { readonly email: string }

/** Logs in with further claims in the ID token. */
async function logIn(person: Person, claims: Record<string, unknown>, at = provider) {
  at.person = person
  at.quirks = { claims: (all) => ({ ...all, ...claims }) }
  const browser = new OrganisationBrowser({ test, provider: at })
  const page = await browser.open(`/account/oidc/${at === provider ? 'sso' : 'other'}`)
  expect(new URL(page.url, test.base).pathname).toBe('/app')
  return browser
}

async function membersOf({ email }: Person, workspaceId = design) {
  const { json } = await test.rest.get(`/v1/workspaces/${workspaceId}/members?limit=100`, as(owner))
  type Member = Record<'id' | 'userId' | 'role' | 'email', string>
  return (json as Member[]).filter((member) => member.email === email)
}

const roleOf = async (person: Person, workspaceId?: string) => (await membersOf(person, workspaceId))[0]?.role

/** Connects an account with a person of a provider. */
async function connect({ id }: { readonly id: string }, { sub, email }: Person, { issuer } = provider): Promise<void> {
  await test.sql(
    `insert into account_identity (id, account_id, issuer, subject, email, provider_name, created_at, last_login_at)
     values (?, ?, ?, ?, ?, 'Acme', now(), now())`,
    [`idn_${sub}${issuer.slice(-5)}`, id, issuer, sub, email],
  )
}

const warnings = (part: string) => test.logs.filter(({ msg }) => String(msg).includes(part))

describe('a first login with groups', () => {
  it.each([
    ['names', ['editors', 'unknown'], 'member'],
    ['objects with a name', [{ name: 'editors' }], 'member'],
    ['objects with an id and a name', [{ id: '7f', displayName: 'editors' }, { id: 'readers' }], 'member'],
    ['one name', 'readers', 'viewer'],
    ['several groups of one workspace, the highest of which counts', ['readers', 'admins', 'editors'], 'admin'],
    ['other groups', ['unknown', 'EDITORS'], undefined],
    [
      'parts and paths of names',
      ['editor', 'editors2', ' editors', '/editors', 'editors,admins', 'editors='],
      undefined,
    ],
    [
      '4,000 names, the last of which counts',
      [...Array.from({ length: 4000 }, (_, at) => `g${at}`), 'editors'],
      'member',
    ],
    ['an object with names', { editors: true, 0: 'editors', length: 1 }, undefined],
    ['lists in a list', [['editors']], undefined],
    ['a text with several names', 'editors admins', undefined],
    ['none', [], undefined],
  ])('gives the membership (%s)', async (_title, groups, role) => {
    const person = newPerson()
    await logIn(person, { groups })
    expect(await roleOf(person)).toBe(role)
    expect(await roleOf(person, sales)).toBeUndefined()
  })

  it('reads them from the userinfo endpoint, if the ID token has none', async () => {
    const person = newPerson({ groups: ['editors'] })
    await logIn(person, { groups: undefined })
    expect(await roleOf(person)).toBe('member')
    await logIn(person, { groups: ['admins'] })
    expect(await roleOf(person)).toBe('admin')
  })

  it('reads a nested claim', async () => {
    const person = newPerson()
    await logIn(person, { realm_access: { roles: ['sellers'] }, groups: ['editors'] }, other)
    expect([await roleOf(person), await roleOf(person, sales)]).toEqual([undefined, 'admin'])
  })

  it.each([
    [['editors'], 'member'],
    // So many that a browser would not take the cookie: they count from the next login on.
    [['editors', 'many'], undefined],
  ])('gives it to an account that is connected by its password (%s)', async (groups, role) => {
    const ada = await test.seed.account()
    await verifyEmail(test, ada)
    const person = newPerson({ email: ada.email })
    provider.person = person
    provider.quirks = { claims: (all) => ({ ...all, groups }) }
    const browser = new OrganisationBrowser({ test, provider })
    const page = await browser.logIn()
    expect(headingOf(page)).toBe('Connect both once')
    expect(await roleOf(person)).toBeUndefined()
    await browser.own.submit(page, { password: ada.password })
    expect(await roleOf(person)).toBe(role)
    await logIn(person, { groups })
    expect(await roleOf(person)).toBe('member')
  })

  it('gives it to an account that connects the provider on its page', async () => {
    const ada = await test.seed.account()
    provider.person = newPerson({ groups: ['editors'] })
    const browser = await logInByPassword({ test, provider }, ada)
    const page = await browser.own.open('/account/identities')
    await browser.follow(await browser.own.submit(page, { act: 'connect', provider: 'sso' }))
    expect(await roleOf({ sub: ada.id, email: ada.email })).toBe('member')
  })

  it('in two tabs at once gives one membership', { tags: 'race' }, async () => {
    const person = newPerson()
    await Promise.all([logIn(person, { groups: ['editors'] }), logIn(person, { groups: ['editors'] })])
    expect(await membersOf(person)).toHaveLength(1)
  })
})

describe('a later login', () => {
  it.each([
    ['another group', { groups: ['admins'] }, 'admin'],
    ['a lower group', { groups: ['readers'] }, 'viewer'],
    ['no group', { groups: [] }, undefined],
    ['no claim', {}, 'member'],
    ['a claim that is not understood', { groups: 7 }, 'member'],
    ['a group that is not understood', { groups: [{ value: 'readers' }] }, 'member'],
    ['nothing in the list', { groups: ['admins', null] }, 'member'],
    ['an object', { groups: { admins: true } }, 'member'],
    ['too many groups for Entra', { _claim_names: { groups: 'src1' } }, 'member'],
    ['too many groups for an implicit flow at Entra', { hasgroups: true }, 'member'],
  ])('changes the membership as the groups say (%s)', async (_title, claims, role) => {
    const person = newPerson()
    await logIn(person, { groups: ['editors'] })
    await logIn(person, claims)
    expect(await roleOf(person)).toBe(role)
  })

  it('without the group ends the keys of the member', async () => {
    const person = newPerson()
    const token = sessionOf(await logIn(person, { groups: ['editors'] }))
    const created = await test.rest.post('/v1/keys', { name: 'Key', workspaceId: design }, { token })
    const useKey = () => test.rest.get('/v1/urls', { token: created.json.key })
    expect((await useKey()).status).toBe(200)
    await logIn(person, { groups: [] })
    expect((await useKey()).status).toBe(401)
  })

  it('leaves the membership of an invitation as it is', async () => {
    const ada = await test.seed.account()
    const person = newPerson({ email: ada.email })
    await addMember(test, { id: design, owner }, ada, 'viewer')
    await connect(ada, person)
    for (const groups of [['admins'], []]) {
      await logIn(person, { groups })
      expect(await roleOf(person)).toBe('viewer')
    }
  })

  it('leaves an owner as they are, also one who came by a group', async () => {
    const person = newPerson()
    await logIn(person, { groups: ['editors'] })
    const [member] = await membersOf(person)
    await test.rest.patch(`/v1/workspaces/${design}/members/${member?.userId}`, { role: 'owner' }, as(owner))
    for (const groups of [['readers'], []]) {
      await logIn(person, { groups })
      expect(await roleOf(person)).toBe('owner')
    }
  })

  it('at another provider takes nothing that the first one gave', async () => {
    const person = newPerson()
    await logIn(person, { groups: ['editors'] })
    const [member] = await membersOf(person)
    await connect({ id: member?.userId ?? '' }, person, other)
    const rolesAt = async () => [await roleOf(person), await roleOf(person, sales)]
    await logIn(person, { realm_access: { roles: ['sellers', 'editors'] } }, other)
    expect(await rolesAt()).toEqual(['member', 'admin'])
    await logIn(person, { groups: ['sellers'] })
    expect(await rolesAt()).toEqual([undefined, 'admin'])
    await logIn(person, { realm_access: { roles: [] } }, other)
    expect(await rolesAt()).toEqual([undefined, undefined])
  })

  it('is in the activity log of the workspace, with the name of the provider', async () => {
    const person = newPerson({ name: 'Grace' })
    await logIn(person, { groups: ['editors'] })
    const [member] = await membersOf(person)
    for (const groups of [['editors'], ['admins'], []]) await logIn(person, { groups })
    const { json } = await test.rest.get(`/v1/activity?limit=100&workspaceId=${design}`, as(owner))
    type Entry = { subjectId: string; type: string; actor: string; summary: string }
    const entries = (json as Entry[]).filter(({ subjectId }) => subjectId === member?.id).toReversed()
    expect(entries.map(({ type, actor, summary }) => `${type} by ${actor}: ${summary}`)).toEqual([
      'workspace.member_added by system: "Grace" has joined with the role member. A group at Acme gives the role.',
      'workspace.member_role_changed by system: "Grace" got the role admin instead of member. A group at Acme gives the role.',
      'workspace.member_removed by system: "Grace" was removed from the workspace. No group at Acme gives the membership any more.',
    ])
  })
})

describe('a login goes on', () => {
  it('when a workspace is deleted, personal or unknown, which the log says once', async () => {
    const person = newPerson()
    for (let times = 0; times < 2; times++) await logIn(person, { groups: ['lost', 'editors'] })
    expect(await roleOf(person)).toBe('member')
    const named = warnings('is no workspace or cannot be shared').map(({ workspaceId }) => workspaceId)
    expect(named.slice(-3)).toEqual([deleted, personal, missing])
    const rows = await test.sql('select account_id from workspace_member where workspace_id in (?, ?)', [
      deleted,
      personal,
    ])
    expect(rows).toHaveLength(2)
  })

  it('when the plan has no place left', async () => {
    const person = newPerson()
    await logIn(person, { groups: ['crowd', 'editors'] })
    expect([await roleOf(person), await roleOf(person, full)]).toEqual(['member', undefined])
    expect(warnings('gave no membership').map(({ workspaceId }) => workspaceId)).toEqual([full])
  })

  it('when the database refuses a membership, and the other workspaces get theirs', async () => {
    const person = newPerson()
    await test.sql(`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`)
    const trigger = `create trigger refuse before insert on workspace_member for each row when (new.workspace_id = '${design}')`
    await test.sql(`${trigger} execute function refuse()`)
    await logIn(person, { groups: ['editors', 'sellers'] })
    await test.sql('drop trigger refuse on workspace_member')
    expect([await roleOf(person), await roleOf(person, sales)]).toEqual([undefined, 'member'])
    expect(warnings('the groups of a person could not be applied')).toHaveLength(1)
    await logIn(person, { groups: ['editors', 'sellers'] })
    expect(await roleOf(person)).toBe('member')
  })

  it('when the userinfo endpoint has no answer', async () => {
    const person = newPerson()
    await logIn(person, { groups: ['editors'] })
    // The description of the provider is read again.
    test.clock.advance({ hours: 1 })
    provider.quirks = { description: (all) => ({ ...all, userinfo_endpoint: `${provider.issuer}/nowhere` }) }
    const begun = await new OrganisationBrowser({ test, provider }).own.open('/account/oidc/sso')
    expect(begun.status).toBe(0)
    await logIn(person, { groups: undefined })
    expect(provider.requests).toContain('/nowhere')
    expect(await roleOf(person)).toBe('member')
  })
})

it('a workspace that needs a second factor needs it of members by groups too', async () => {
  const person = newPerson()
  const token = sessionOf(await logIn(person, { groups: ['sellers'] }))
  const read = () => test.rest.get('/v1/urls', { token, headers: { 'x-workspace-id': sales } })
  expect((await read()).status).toBe(200)
  await test.sql('update workspace set needs_second_factor = true where id = ?', [sales])
  const refused = await read()
  expect([refused.status, refused.json.error.code]).toEqual([403, 'SECOND_FACTOR_NEEDED'])
})
