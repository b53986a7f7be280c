import { glob, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminCommands } from '../../src/modules.ts'
import { runAdminCommand } from '../../src/platform/admin-command.ts'
import { exported } from '../exports/seed.ts'
import { givenGrant } from '../oauth/app-rows.ts'
import { Browser } from '../oauth/browser.ts'
import type { ListeningApp } from '../oauth/service.ts'
import { type Organisation, OrganisationBrowser, sessionOf, sharedOrganisation } from '../sign-in/organisation.ts'
import { addAuthenticatorApp } from '../support/authenticator-app.ts'
import { eventStreamClient } from '../support/live.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as as visitor } from '../support/visitor.ts'
import { addMember, as, verifyEmail } from '../workspaces/team.ts'

/** Walks the table "What ends access" of docs/security.md: each cell is tried, and none may be missing. */

let organisation: Organisation
let test: ListeningApp
beforeAll(async () => {
  organisation = await sharedOrganisation()
  test = organisation.test
})
afterAll(() => organisation.close())

const newPassword = 'a much better one'

/** An account with a team of somebody else, in which it is an admin. */
interface Owner extends SeededAccount {
  readonly team: { readonly id: string; readonly owner: SeededAccount }
}

/** Whether the thing still gives access. `token` is a session of the account after the act; undefined where nobody can log in. */
type IsAlive = (token: string | undefined) => Promise<boolean>

const isOk = async (path: string, token?: string, headers: Record<string, string> = {}) =>
  (await test.rest.get(path, { token, headers })).status === 200
const codeOf = async (path: string, body: unknown, token: string | undefined) =>
  (await test.rest.post(path, body, { token })).json.error?.code
const loggedIn = async ({ email, password }: SeededAccount) =>
  (await test.rest.post('/v1/auth/login', { email, password })).json.token as string

/** Connects an account with a person of the provider. */
async function connect({ id, email }: SeededAccount): Promise<void> {
  await test.sql(
    `insert into account_identity (id, account_id, issuer, subject, email, provider_name, created_at, last_login_at)
     values (?, ?, ?, ?, ?, 'Acme', now(), now()) on conflict do nothing`,
    [`idn_${test.seed.word()}`, id, organisation.provider.issuer, id, email],
  )
}

/** Subscribes to clicks with a new session. `cause` writes an event, which ends a stream that may not receive it. */
async function openStream(owner: Owner, argument = '', cause?: () => Promise<unknown>): Promise<IsAlive> {
  const client = await eventStreamClient(test.app.server, { token: await loggedIn(owner) })
  const stream = client.subscribe(`subscription { clickRecorded${argument} { id } }`)
  const hasEnded = () => stream.isComplete || stream.errors !== undefined || stream.connectionError !== undefined
  return async () => {
    await cause?.()
    // What ends it is heard of within a second, and a stream that goes on without events says nothing.
    const isDecided = () => hasEnded() || stream.events.length > 0
    for (let round = 0; round < 40 && !isDecided(); round++) await new Promise((resolve) => setTimeout(resolve, 50))
    const isOpen = !hasEnded()
    await client.close()
    return isOpen
  }
}

/** The rows: how a thing is attached, and how it is seen to give access. */
const things: Readonly<Record<string, (owner: Owner) => Promise<IsAlive>>> = {
  'another session': async (owner) => {
    const token = await loggedIn(owner)
    return () => isOk('/v1/urls', token)
  },
  'a login of pages and the console': async (owner) => {
    const browser = new Browser(test.base)
    await browser.submit(await browser.open('/account/login'), { email: owner.email, password: owner.password })
    return async () => !(await browser.open('/account/security')).url.includes('/account/login')
  },
  'a session that a provider has opened': async (owner) => {
    await connect(owner)
    organisation.provider.person = { sub: owner.id, email: owner.email, email_verified: true }
    const browser = new OrganisationBrowser(organisation)
    await browser.logIn()
    const token = sessionOf(browser)
    expect(await isOk('/v1/urls', token)).toBe(true)
    return () => isOk('/v1/urls', token)
  },
  'another session, in the team': async (owner) => {
    const token = await loggedIn(owner)
    return () => isOk('/v1/urls', token, { 'x-workspace-id': owner.team.id })
  },
  'an open live stream of another session': (owner) => openStream(owner),
  'an open live stream of the team': async (owner) => {
    const link = await test.seed.link(owner.team.owner, { workspaceId: owner.team.id })
    return openStream(owner, `(workspaceId: "${owner.team.id}")`, () =>
      test.rest.get(`/${link.shortUrl}`, visitor('firefox')),
    )
  },
  'an API key': async (owner) => {
    const { key } = await test.seed.key(owner)
    return () => isOk('/v1/urls', key)
  },
  'an API key of a team': async (owner) => {
    const { key } = await test.seed.key(owner, { workspaceId: owner.team.id })
    return () => isOk('/v1/urls', key)
  },
  'a grant of an application': async (owner) => {
    const { token } = await givenGrant(test, owner, await test.seed.app(owner.team.owner))
    return () => isOk('/v1/urls', token)
  },
  'an application of the account, used by others': async (owner) => {
    const { token } = await givenGrant(test, owner.team.owner, await test.seed.app(owner))
    return () => isOk('/v1/urls', token)
  },
  'an identity of a provider': async (owner) => {
    await connect(owner)
    return async () => (await test.sql('select 1 from account_identity where account_id = ?', [owner.id])).length > 0
  },
  'a change of the address that waits': async (owner) => {
    await test.sql(
      `update account set pending_email = ?, pending_email_session_id = (select id from session where account_id = account.id order by created_at, id limit 1) where id = ?`,
      [`${test.seed.word()}@example.net`, owner.id],
    )
    return async () =>
      (await test.sql('select 1 from account where id = ? and pending_email is not null', [owner.id])).length > 0
  },
  'a link for a new password': async (owner) => {
    const link = await test.seed.mailToken(owner, 'password_reset')
    return async () => (await codeOf('/v1/auth/password/reset', { token: link, newPassword }, undefined)) === undefined
  },
  'an invitation that was sent': async (owner) => {
    const invited = await test.seed.account()
    await verifyEmail(test, invited)
    const { json: team } = await test.rest.post('/v1/workspaces', { name: 'Mine' }, as(owner))
    const path = `/v1/workspaces/${team.id}/invitations`
    const { json } = await test.rest.post(path, { email: invited.email, role: 'viewer' }, as(owner))
    return async () => (await codeOf(`/v1/invitations/${json.token}/accept`, undefined, invited.token)) === undefined
  },
  'a webhook': async (owner) => {
    const { id } = await test.seed.webhook(owner, { url: `https://hooks.example.com/${test.seed.word()}` })
    return async () => (await test.sql('select 1 from webhook where id = ? and is_active', [id])).length > 0
  },
  'a shared page of statistics': async (owner) => {
    const { id: urlId } = await test.seed.link(owner)
    const { json } = await test.rest.post('/v1/shared-stats', { urlId }, as(owner))
    return () => isOk(new URL(json.url).pathname)
  },
  'a download of an export': async (owner) => {
    const { download } = await exported(test, owner)
    return () => isOk(new URL(download?.href ?? '').pathname)
  },
  'a download of an export of a team': async (owner) => {
    const { download } = await exported(test, owner, 'links', { workspaceId: owner.team.id })
    return () => isOk(new URL(download?.href ?? '').pathname)
  },
  'a download of an archive': async (owner) => {
    await test.rest.post('/v1/auth/me/export', undefined, as(owner))
    const read = async () => (await test.rest.get('/v1/auth/me/export', as(owner))).json
    await expect.poll(async () => (await read()).download, { timeout: 60_000 }).toBeTruthy()
    const { pathname } = new URL((await read()).download.href)
    return () => isOk(pathname)
  },
  'a link of the operator': async (owner) => {
    const link = await test.seed.mailToken(owner, 'login')
    return async () => (await new Browser(test.base).open(`/account/link?token=${link}`)).status === 200
  },
  'an authenticator app': async (owner) => {
    await addAuthenticatorApp(test, owner)
    return async () => (await test.sql('select 1 from authenticator_app where account_id = ?', [owner.id])).length > 0
  },
}

/** The columns: what the owner does. Returns a session of the account, if there is one that can act. */
const acts: Readonly<Record<string, (owner: Owner) => Promise<string | undefined>>> = {
  'new password': async ({ token, password }) => {
    const { json } = await test.rest.post('/v1/auth/password', { currentPassword: password, newPassword }, { token })
    return json.token
  },
  'new password by mail': async (owner) => {
    const token = await test.seed.mailToken(owner, 'password_reset')
    return (await test.rest.post('/v1/auth/password/reset', { token, newPassword })).json.token
  },
  'first proof of the address': async (owner) => {
    await test.sql('update account set email_verified_at = null where id = ?', [owner.id])
    const token = await test.seed.mailToken(owner, 'password_reset')
    return (await test.rest.post('/v1/auth/password/reset', { token, newPassword })).json.token
  },
  'logout everywhere': async (owner) => {
    await test.rest.post('/v1/auth/logout', undefined, as(owner))
    return loggedIn(owner)
  },
  'deletion asked for': async (owner) => {
    await test.rest.post('/v1/auth/me/deletion', { password: owner.password }, as(owner))
    return undefined
  },
  'removed from the team': async ({ id, token, team }) => {
    await test.rest.delete(`/v1/workspaces/${team.id}/members/${id}`, as(team.owner))
    return token
  },
  'the team needs a second factor': async ({ token, team }) => {
    await addAuthenticatorApp(test, team.owner)
    await test.rest.patch(`/v1/workspaces/${team.id}`, { needsSecondFactor: true }, as(team.owner))
    return token
  },
  'logout at the provider': async (owner) => {
    await connect(owner)
    const now = Math.floor(test.clock.now().getTime() / 1000)
    const claims = { iss: organisation.provider.issuer, aud: 'tack', sub: owner.id, iat: now, exp: now + 120 }
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
    const { status } = await fetch(`${test.base}/account/oidc/sso/backchannel-logout`, {
      method: 'POST',
      body: new URLSearchParams({
        logout_token: organisation.provider.sign({ ...claims, events, jti: crypto.randomUUID() }),
      }),
    })
    expect(status).toBe(200)
    return owner.token
  },
  'second factors removed by the operator': async (owner) => {
    // By SQL: to add the first factor would end other sessions already.
    await test.sql(
      `insert into authenticator_app (account_id, secret, created_at, confirmed_at) values (?, '', now(), now())
       on conflict do nothing`,
      [owner.id],
    )
    const context = { em: test.app.database.orm.em.fork(), settings: test.settings }
    const command = ['remove-second-factor', owner.id]
    expect(await runAdminCommand(adminCommands, context, command)).toMatchObject({ isDone: true })
    return loggedIn(owner)
  },
  'suspended by the operator': async ({ id }) => {
    const operator = await test.seed.account()
    await test.sql(`update account set role = 'admin' where id = ?`, [operator.id])
    expect((await test.rest.post(`/v1/operation/accounts/${id}/suspend`, {}, as(operator))).status).toBe(200)
    return undefined
  },
}

const section = (await readFile('docs/security.md', 'utf8')).split('## What ends access\n')[1]?.split('\n## ')[0] ?? ''
const [head = [], , ...rows] = section
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
const columns = head.slice(1)

it('has a row for each thing and a column for each act, and every cell says ends or stays', () => {
  expect(rows.map(([name]) => name)).toEqual(Object.keys(things))
  expect(columns).toEqual(Object.keys(acts))
  for (const [name, ...cells] of rows) {
    expect(cells, name).toHaveLength(columns.length)
    for (const cell of cells) expect(cell, name).toMatch(/^(ends|stays)( \(\w\))?$/)
  }
})

/** Each kind that a module declares (`AccessSource`), and its row. */
const rowOf: Readonly<Record<string, string>> = {
  sessions: 'another session',
  'second factors': 'an authenticator app',
  'links for a new password': 'a link for a new password',
  'login links': 'a link of the operator',
  'API keys': 'an API key',
  'grants of applications': 'a grant of an application',
  'OAuth applications': 'an application of the account, used by others',
  'identities of providers': 'an identity of a provider',
  invitations: 'an invitation that was sent',
  webhooks: 'a webhook',
  'pages with statistics': 'a shared page of statistics',
  'downloads of exports': 'a download of an export',
  'downloads of archives': 'a download of an archive',
}

it('has a row for each kind of access that a module declares', async () => {
  const declared: string[] = []
  for await (const file of glob('src/**/*.ts'))
    for (const [, name = ''] of (await readFile(file, 'utf8')).matchAll(/name: '([^']+)',\s+endsAt: \[/g))
      declared.push(name)
  expect(declared.toSorted()).toEqual(Object.keys(rowOf).toSorted())
  for (const row of Object.values(rowOf)) expect(Object.keys(things)).toContain(row)
})

/** What changes how the owner logs in, or ends everything else when it is tried, has an account of its own. */
const alone = new Set(['an authenticator app', 'a link for a new password'])
const names = rows.map(([name = '']) => name)
const groups = [names.filter((name) => !alone.has(name)), ...[...alone].map((name) => [name])]

async function newOwner(): Promise<Owner> {
  const account = await test.seed.account()
  await verifyEmail(test, account)
  const teamOwner = await test.seed.account()
  const { json } = await test.rest.post('/v1/workspaces', { name: 'Acme' }, as(teamOwner))
  await test.sql(`update workspace set plan = 'business' where id = ?`, [json.id])
  const team = { id: json.id as string, owner: teamOwner }
  await addMember(test, team, account, 'admin')
  return { ...account, team }
}

it.each(columns)('%s ends what the table says, and nothing else', async (column) => {
  const found: Record<string, string> = {}
  for (const group of groups) {
    const owner = await newOwner()
    const attached: [string, IsAlive | undefined][] = []
    for (const name of group) attached.push([name, await things[name]?.(owner)])
    const token = await acts[column]?.(owner)
    for (const [name, isAlive] of attached) found[name] = (await isAlive?.(token)) ? 'stays' : 'ends'
  }
  const index = columns.indexOf(column)
  expect(found).toEqual(Object.fromEntries(rows.map(([name = '', ...cells]) => [name, cells[index]?.split(' ')[0]])))
})
