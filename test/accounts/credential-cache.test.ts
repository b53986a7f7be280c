import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { givenGrant } from '../oauth/app-rows.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { RestAnswer } from '../support/rest.ts'
import type { SeededAccount } from '../support/seed.ts'
import { addMember, as, seedTeam, type Team } from '../workspaces/team.ts'

const isServer = inject('database').kind === 'server'

let test: TestApp
let other: Awaited<ReturnType<TestApp['sibling']>> | undefined
beforeAll(async () => {
  test = await sharedApp()
  other = isServer ? await test.sibling() : undefined
})
afterAll(async () => {
  await other?.close()
  await test.close()
})

/** The clock does not move, so cached credentials never expire: only notifications of changes remove them. */
const nodes = isServer ? (['the same node', 'another node'] as const) : (['the same node'] as const)
type Node = Pick<TestApp, 'rest' | 'credentialReads'>
const nodeOf = (name: (typeof nodes)[number]): Node => (name === 'the same node' ? test : (other ?? test))

/** Sends the request until the credential is read from memory. */
async function sendUntilCached({ credentialReads }: Node, send: () => Promise<RestAnswer>): Promise<RestAnswer> {
  return expect
    .poll(async () => {
      credentialReads.splice(0)
      const answer = await send()
      return credentialReads.length > 0 ? null : answer
    })
    .not.toBeNull()
    .then(() => send())
}

/** What the credential gets, in one word: the code of the error, or what the answer shows. */
type Read = (node: Node) => Promise<RestAnswer>
const outcomeOf = ({ json, status }: RestAnswer) => json?.error?.code ?? status

interface Case {
  readonly read: Read
  readonly change: () => Promise<RestAnswer>
  readonly before?: unknown
  readonly after: unknown
  /** What is compared, by default the outcome. */
  readonly show?: (answer: RestAnswer) => unknown
}

const readsMe = (token: string) => (node: Node) => node.rest.get('/v1/auth/me', { token })
const readsLinks = (token: string) => (node: Node) => node.rest.get('/v1/urls', { token })
const readsTeam =
  ({ id }: Team, { token }: SeededAccount) =>
  (node: Node) =>
    node.rest.get(`/v1/urls?workspaceId=${id}`, { token })

const cases: Readonly<Record<string, () => Promise<Case>>> = {
  'a logout': async () => {
    const { token } = await test.seed.account()
    const change = () => test.rest.post('/v1/auth/logout', undefined, { token })
    return { read: readsMe(token), change, after: 'INVALID_TOKEN' }
  },
  'the end of one session': async () => {
    const { id, token } = await test.seed.account()
    const ended = await test.seed.session(id)
    const { json } = await test.rest.get('/v1/auth/sessions', { token: ended })
    const { id: session } = json.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent)
    return {
      read: readsMe(ended),
      change: () => test.rest.delete(`/v1/auth/sessions/${session}`, { token }),
      after: 'INVALID_TOKEN',
    }
  },
  'a new password': async () => {
    const { token, password } = await test.seed.account()
    const body = { currentPassword: password, newPassword: 'another horse battery' }
    return {
      read: readsMe(token),
      change: () => test.rest.post('/v1/auth/password', body, { token }),
      after: 'INVALID_TOKEN',
    }
  },
  'a revoked API key': async () => {
    const ada = await test.seed.account()
    const { id, key } = await test.seed.key(ada)
    return {
      read: readsLinks(key),
      change: () => test.rest.delete(`/v1/keys/${id}`, as(ada)),
      after: 'API_KEY_REVOKED',
    }
  },
  'a grant that is withdrawn': async () => {
    const ada = await test.seed.account()
    const { id, token } = await givenGrant(test, ada, await test.seed.app(await test.seed.account()))
    const change = () => test.rest.delete(`/v1/oauth/grants/${id}`, as(ada))
    return { read: readsLinks(token), change, after: 'INVALID_TOKEN' }
  },
  'an application that is deleted': async () => {
    const developer = await test.seed.account()
    const app = await test.seed.app(developer)
    const { token } = await givenGrant(test, await test.seed.account(), app)
    const change = () => test.rest.delete(`/v1/oauth/apps/${app.id}`, as(developer))
    return { read: readsLinks(token), change, after: 'INVALID_TOKEN' }
  },
  'fewer scopes of an application': async () => {
    const developer = await test.seed.account()
    const app = await test.seed.app(developer)
    const { token } = await givenGrant(test, await test.seed.account(), app)
    const change = () => test.rest.patch(`/v1/oauth/apps/${app.id}`, { scopes: ['read:analytics'] }, as(developer))
    return { read: readsLinks(token), change, after: 'INVALID_TOKEN' }
  },
  'a member who is removed': async () => {
    const team = await seedTeam(test)
    const change = () => test.rest.delete(`/v1/workspaces/${team.id}/members/${team.member.id}`, as(team.owner))
    return { read: readsTeam(team, team.member), change, after: 'WORKSPACE_NOT_FOUND' }
  },
  'a lower role': async () => {
    const team = await seedTeam(test)
    const path = `/v1/workspaces/${team.id}`
    const read = (node: Node) => node.rest.get(`${path}/invitations`, as(team.admin))
    const change = () => test.rest.patch(`${path}/members/${team.admin.id}`, { role: 'viewer' }, as(team.owner))
    return { read, change, after: 'ROLE_TOO_LOW' }
  },
  'a new member': async () => {
    const team = await seedTeam(test)
    const change = async () => {
      await addMember(test, team, team.stranger)
      return test.rest.get('/v1/auth/me', as(team.stranger))
    }
    return { read: readsTeam(team, team.stranger), change, before: 'WORKSPACE_NOT_FOUND', after: 200 }
  },
  'a workspace that is deleted': async () => {
    const team = await seedTeam(test)
    const change = () => test.rest.delete(`/v1/workspaces/${team.id}?confirm=${team.slug}`, as(team.owner))
    return { read: readsTeam(team, team.member), change, after: 'WORKSPACE_NOT_FOUND' }
  },
  'a workspace that is restored': async () => {
    const team = await seedTeam(test)
    await test.rest.delete(`/v1/workspaces/${team.id}?confirm=${team.slug}`, as(team.owner))
    const change = () => test.rest.post(`/v1/workspaces/${team.id}/restore`, undefined, as(team.owner))
    return { read: readsTeam(team, team.member), change, before: 'WORKSPACE_NOT_FOUND', after: 200 }
  },
  'another plan': async () => {
    const [ada, admin] = [await test.seed.account(), await test.seed.account()]
    await test.sql(`update account set role = 'admin' where id = ?`, [admin.id])
    const change = () => test.rest.patch(`/v1/workspaces/${ada.workspaceId}/plan`, { plan: 'pro' }, as(admin))
    const show = ({ headers }: RestAnswer) => headers['ratelimit-limit']
    return { read: readsLinks(ada.token), change, show, before: '120', after: '600' }
  },
  'another role on the installation': async () => {
    const ada = await test.seed.account()
    const change = async () => {
      await test.sql(`update account set role = 'admin' where id = ?`, [ada.id])
      return test.rest.get('/v1/auth/me', as(ada))
    }
    const read = (node: Node) => node.rest.patch('/v1/workspaces/wsp_none/plan', { plan: 'pro' }, as(ada))
    return { read, change, before: 'FORBIDDEN', after: 'WORKSPACE_NOT_FOUND' }
  },
  'the suspension of an account, for its API keys': async () => {
    const [ada, admin] = [await test.seed.account(), await test.seed.account()]
    await test.sql(`update account set role = 'admin' where id = ?`, [admin.id])
    const { key } = await test.seed.key(ada)
    const change = () => test.rest.post(`/v1/operation/accounts/${ada.id}/suspend`, {}, as(admin))
    return { read: readsLinks(key), change, after: 'ACCOUNT_SUSPENDED' }
  },
  'the suspension of the owner of an application, for its users': async () => {
    const [owner, ada, admin] = [await test.seed.account(), await test.seed.account(), await test.seed.account()]
    await test.sql(`update account set role = 'admin' where id = ?`, [admin.id])
    const { token } = await givenGrant(test, ada, await test.seed.app(owner))
    const change = () => test.rest.post(`/v1/operation/accounts/${owner.id}/suspend`, {}, as(admin))
    return { read: readsLinks(token), change, after: 'INVALID_TOKEN' }
  },
  'the deletion of an account, for its API keys': async () => {
    const ada = await test.seed.account()
    const { key } = await test.seed.key(ada)
    const change = () => test.rest.post('/v1/auth/me/deletion', { password: ada.password }, as(ada))
    return { read: readsLinks(key), change, after: 'ACCOUNT_BEING_DELETED' }
  },
  'the deletion of an account, for its session': async () => {
    const ada = await test.seed.account()
    const session = await test.seed.session(ada.id)
    const change = () => test.rest.post('/v1/auth/me/deletion', { password: ada.password }, as(ada))
    return { read: readsLinks(session), change, after: 'INVALID_TOKEN' }
  },
}

describe.each(nodes)('on %s, a cached credential sees', (name) => {
  it.each(Object.entries(cases))('%s', async (_, prepare) => {
    const node = nodeOf(name)
    const { read, change, before = 200, after, show = outcomeOf } = await prepare()
    expect(show(await sendUntilCached(node, () => read(node)))).toBe(before)
    const changed = await change()
    expect(changed.status).toBeLessThan(300)
    const now = async () => show(await read(node))
    // The other node knows when the notification has arrived.
    if (name === 'the same node') expect(await now()).toBe(after)
    else await expect.poll(now).toBe(after)
  })
})

describe('a cached credential', () => {
  it('is read again after its expiry, also when nobody has changed anything', async () => {
    const { token } = await test.seed.account()
    const read = () => test.rest.get('/v1/auth/me', { token })
    await sendUntilCached(test, read)
    test.clock.advance({ days: 1 })
    expect(outcomeOf(await read())).toBe('TOKEN_EXPIRED')
    test.clock.advance({ days: -1 })
  })

  it('of an API key is read again when its use has to be recorded', async () => {
    const ada = await test.seed.account()
    const { id, key } = await test.seed.key(ada)
    const lastUse = async () => {
      const { json } = await test.rest.get('/v1/keys', as(ada))
      return json.find((each: { id: string }) => each.id === id).lastUsedAt
    }
    await sendUntilCached(test, () => test.rest.get('/v1/urls', { token: key }))
    test.clock.advance({ minutes: 1 })
    await test.rest.get('/v1/urls', { token: key })
    await expect.poll(lastUse).toBe(test.clock.now().toISOString())
  })

  it('never outlives a revocation that races with many requests', async () => {
    const ada = await test.seed.account()
    for (let round = 0; round < 20; round++) {
      const { id, key } = await test.seed.key(ada)
      let isRevoked = false
      const read = () => test.rest.get('/v1/urls', { token: key })
      const readers = Array.from({ length: 8 }, async () => {
        while (!isRevoked) await read()
      })
      await read()
      expect((await test.rest.delete(`/v1/keys/${id}`, as(ada))).status).toBe(200)
      const answers = await Promise.all(Array.from({ length: 8 }, read))
      isRevoked = true
      await Promise.all(readers)
      // A busy server may answer 503, but never as before.
      expect([...answers, await read()].map(outcomeOf)).not.toContain(200)
    }
  })

  it.runIf(isServer)('is read for each request while the channel is down', async () => {
    const { token } = await test.seed.account()
    const read = () => test.rest.get('/v1/auth/me', { token })
    await sendUntilCached(test, read)
    await test.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'tack channels'`,
    )
    await expect
      .poll(async () => {
        test.credentialReads.splice(0)
        expect((await read()).status).toBe(200)
        return test.credentialReads.length > 0
      })
      .toBe(true)
    // The channel is opened again.
    await sendUntilCached(test, read)
  })
})
