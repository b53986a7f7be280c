import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { Browser } from '../oauth/browser.ts'
import { seedClient } from '../oauth/client.ts'
import { Flow } from '../oauth/flow.ts'
import type { ListeningApp } from '../oauth/service.ts'
import { sharedListening } from '../support/mail-app.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as as visitor } from '../support/visitor.ts'
import { addMember, as } from '../workspaces/team.ts'

const isServer = inject('database').kind === 'server'

let test: ListeningApp
let receiver: Receiver
let other: Awaited<ReturnType<ListeningApp['sibling']>> | undefined
beforeAll(async () => {
  test = await sharedListening({ ALLOW_PRIVATE_DESTINATIONS: 'true' })
  receiver = await startReceiver()
  other = isServer ? await test.sibling() : undefined
})
afterAll(async () => {
  await other?.close()
  await receiver.close()
  await test.close()
})

async function admin(): Promise<SeededAccount> {
  const account = await test.seed.account()
  await test.sql(`update account set role = 'admin' where id = ?`, [account.id])
  return account
}

const act = (operator: SeededAccount, name: 'suspend' | 'restore', { id }: { readonly id: string }, note?: string) =>
  test.rest.post(`/v1/operation/accounts/${id}/${name}`, { note }, as(operator))
const codeOf = ({ json, status }: Awaited<ReturnType<typeof act>>) => json?.error?.code ?? status
const logIn = ({ email }: SeededAccount, password: string) => test.rest.post('/v1/auth/login', { email, password })

describe('a suspended account', () => {
  it('gets 403 with every credential, at a login and after a new password, until it is restored', async () => {
    const [operator, ada, teamOwner] = [await admin(), await test.seed.account(), await test.seed.account()]
    const { json: team } = await test.rest.post('/v1/workspaces', { name: 'Acme' }, as(teamOwner))
    await addMember(test, { id: team.id, owner: teamOwner }, ada, 'admin')
    const flow = new Flow(test, await seedClient(test, teamOwner), ada)
    const { access, refresh } = await flow.tokens()
    const keys = [await test.seed.key(ada), await test.seed.key(ada, { workspaceId: team.id })]
    const browser = new Browser(test.base)
    await browser.submit(await browser.open('/account/login'), { email: ada.email, password: ada.password })
    const tokens = [ada.token, access, ...keys.map(({ key }) => key)]
    const read = () => Promise.all(tokens.map(async (token) => codeOf(await test.rest.get('/v1/urls', { token }))))
    expect(await read()).toEqual(tokens.map(() => 200))

    expect((await act(operator, 'suspend', ada)).json).toMatchObject({ id: ada.id, suspendedAt: expect.any(String) })
    expect(await read()).toEqual(tokens.map(() => 'ACCOUNT_SUSPENDED'))
    expect((await flow.refresh(refresh)).json.error).toBe('invalid_grant')
    expect((await browser.open('/account/security')).url).toContain('/account/login')
    expect((await fetch(`${test.base}/app/session`, { method: 'POST' })).status).not.toBe(200)
    expect(codeOf(await logIn(ada, ada.password))).toBe('ACCOUNT_SUSPENDED')
    expect(codeOf(await logIn(ada, 'not the password'))).toBe('INVALID_CREDENTIALS')
    const page = await browser.submit(await browser.open('/account/login'), {
      email: ada.email,
      password: ada.password,
    })
    expect(page.text).toContain('This account is suspended.')
    expect((await flow.beforeConsent()).page.text).toContain('This account is suspended.')
    const link = await test.seed.mailToken(ada, 'password_reset')
    const newPassword = 'a much better one'
    expect(codeOf(await test.rest.post('/v1/auth/password/reset', { token: link, newPassword }))).toBe(
      'ACCOUNT_SUSPENDED',
    )

    expect((await act(operator, 'restore', ada)).json.suspendedAt).toBeNull()
    expect((await logIn(ada, newPassword)).status).toBe(200)
    const { status } = await test.rest.get('/v1/urls', { token: keys[0]?.key ?? '' })
    expect(status).toBe(200)
  })

  it.each(isServer ? ['the same node', 'another node'] : ['the same node'])(
    'has its links blocked and its webhooks quiet on %s; a workspace with another owner goes on',
    async (name) => {
      const { rest } = name === 'another node' && other ? other : test
      const [operator, ada, bob] = [await admin(), await test.seed.account(), await test.seed.account()]
      const shared = (await test.rest.post('/v1/workspaces', { name: 'Ours' }, as(ada))).json
      const alone = (await test.rest.post('/v1/workspaces', { name: 'Mine' }, as(ada))).json
      await addMember(test, { id: shared.id, owner: ada }, bob, 'owner')
      const ids = [ada.workspaceId, shared.id, alone.id]
      const links = await Promise.all(ids.map((workspaceId) => test.seed.link(ada, { workspaceId })))
      receiver.received.splice(0)
      for (const workspaceId of ids.slice(0, 2))
        await test.seed.webhook(ada, { url: receiver.url, events: ['link.expired'], workspaceId })
      const expiresAt = new Date(test.clock.now().getTime() + 60_000).toISOString()
      for (const workspaceId of ids.slice(0, 2)) await test.seed.link(ada, { workspaceId, expiresAt })
      const visits = async () =>
        Promise.all(links.map(async ({ shortUrl }) => (await rest.get(`/${shortUrl}`, visitor('chrome'))).status))
      const answers = async () =>
        Promise.all(links.map(async ({ shortUrl }) => (await rest.get(`/v1/urls/redirect/${shortUrl}`)).json.isBlocked))
      expect(await visits()).toEqual([302, 302, 302])

      await act(operator, 'suspend', ada)
      // The clock does not move, so only a notification removes a route from the memory of another node.
      await expect.poll(visits).toEqual([403, 302, 403])
      expect(await answers()).toEqual([true, false, true])
      test.clock.advance({ minutes: 2 })
      for (let run = 0; run < 3; run++) await test.app.recurringTasks.runAll()
      await vi.waitFor(() => expect(receiver.received).toHaveLength(1), 20_000)

      await act({ ...operator, token: await test.seed.session(operator.id) }, 'restore', ada)
      await expect.poll(visits).toEqual([302, 302, 302])
      await vi.waitFor(() => expect(receiver.received).toHaveLength(2), 20_000)
    },
  )

  it('stands in the log of the operator with the note, in its own log without the admin, and is found', async () => {
    const [operator, ada] = [await admin(), await test.seed.account({ name: `Ada ${test.seed.word()}` })]
    await act(operator, 'suspend', ada, 'Sends people to a trap.')
    await act(operator, 'suspend', ada)
    const find = async (query: string) =>
      (await test.rest.get(`/v1/operation/accounts?${query}`, as(operator))).json.map(({ id }: { id: string }) => id)
    expect(await find(`search=${encodeURIComponent(ada.name.toUpperCase())}&suspended=true`)).toEqual([ada.id])
    expect(await find(`search=${ada.email}&suspended=false`)).toEqual([])
    expect(await find('search=%25')).toEqual([])
    const { json: workspaces } = await test.rest.get(`/v1/operation/workspaces?search=${ada.id}`, as(operator))
    expect(workspaces).toMatchObject([{ id: ada.workspaceId, isPersonal: true, suspendedAt: expect.any(String) }])
    await act(operator, 'restore', ada)
    const { json: acts } = await test.rest.get('/v1/abuse/acts?limit=2', as(operator))
    const common = { accountId: ada.id, actorId: operator.id }
    expect(acts).toMatchObject([
      { kind: 'restore_account', ...common },
      { kind: 'suspend_account', ...common, note: 'Sends people to a trap.' },
    ])
    const { json: activities } = await test.rest.get('/v1/activity', as(ada))
    expect(activities.map(({ type, actor }: Record<string, string>) => [type, actor])).toEqual(
      expect.arrayContaining([
        ['account.suspended', 'system'],
        ['account.restored', 'system'],
      ]),
    )
    expect(JSON.stringify(activities)).not.toContain(operator.id)
  })

  it('is never the own one, nor that of the last admin who can act, and needs a fresh proof', async () => {
    await test.sql(`update account set role = 'user'`)
    const [ada, bob] = [await admin(), await admin()]
    expect(codeOf(await act(ada, 'suspend', ada))).toBe('SUSPENSION_REFUSED')
    const answers = await Promise.all([act(ada, 'suspend', bob), act(bob, 'suspend', ada)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const [left] = await test.sql<{ id: string }>(
      `select id from account where role = 'admin' and suspended_at is null`,
    )
    expect([ada.id, bob.id]).toContain(left?.id)
    const token = await test.seed.session(left?.id ?? '')
    await test.sql(`update session set proven_at = created_at - interval '1 hour' where account_id = ?`, [left?.id])
    const eve = await test.seed.account()
    expect(codeOf(await act({ ...ada, token }, 'suspend', eve))).toBe('STEP_UP_REQUIRED')
    expect(codeOf(await act({ ...ada, token }, 'restore', eve))).toBe('STEP_UP_REQUIRED')
  })
})
