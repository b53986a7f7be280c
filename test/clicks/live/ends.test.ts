import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dayMs, minuteMs, withTimeout } from '../../../src/platform/shared/time.ts'
import { tokenOf } from '../../contract/oauth.ts'
import { sharedApp, type TestApp } from '../../support/app.ts'
import {
  eventStreamClient,
  type LiveClient,
  liveClient,
  type OperationClient,
  type ReceivedMessages,
  transports,
} from '../../support/live.ts'
import type { SeededAccount, SeededLink } from '../../support/seed.ts'
import { as } from '../../support/visitor.ts'
import { eventually, idsIn, idsOf, running } from './subscriptions.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

const document = `subscription ($urlId: ID!) { clickRecorded(urlId: $urlId) { id } }`

interface LiveSubscription<C = OperationClient> {
  readonly account: SeededAccount
  readonly token: string
  readonly link: SeededLink
  readonly client: C
  readonly subscription: ReceivedMessages
}

/** A new account with a subscription to its link, made with a credential. */
async function startSubscription<C extends OperationClient>(
  openClient: (on: TestApp['app']['server'], options: { token: string }) => Promise<C>,
  credential: (account: SeededAccount) => Promise<string> = async ({ token }) => token,
  on: TestApp['app']['server'] = test.app.server,
): Promise<LiveSubscription<C>> {
  const account = await test.seed.account()
  const [link, token] = [await test.seed.link(account), await credential(account)]
  const client = await openClient(on, { token })
  const subscription = client.subscribe(document, { urlId: link.id })
  await running(test, subscription, link)
  return { account, token, link, client, subscription }
}

const keyOf = async (account: SeededAccount) => (await test.seed.key(account)).key

const grantedBy = (account: SeededAccount) => tokenOf({ test, account, word: () => test.seed.word() }, 'read:analytics')

/** How each kind of credential ends, and the code of the error. */
const ends: readonly {
  name: string
  credential?: (account: SeededAccount) => Promise<string>
  act: (live: LiveSubscription) => Promise<unknown>
  code: string
}[] = [
  {
    name: 'a session after a logout',
    act: ({ token }) => test.rest.post('/v1/auth/logout', undefined, { token }),
    code: 'INVALID_TOKEN',
  },
  {
    name: 'a session after a change of the password',
    act: ({ account: { password }, token }) =>
      test.rest.post(
        '/v1/auth/password',
        { currentPassword: password, newPassword: 'another horse battery' },
        { token },
      ),
    code: 'INVALID_TOKEN',
  },
  {
    name: 'an API key that is revoked',
    credential: keyOf,
    act: async ({ account: { token } }) => {
      const { json } = await test.rest.get('/v1/keys', { token })
      await test.rest.delete(`/v1/keys/${json[0].id}`, { token })
    },
    code: 'API_KEY_REVOKED',
  },
  {
    name: 'an OAuth token whose grant is withdrawn',
    credential: grantedBy,
    act: async ({ account: { token } }) => {
      const { json } = await test.rest.get('/v1/oauth/grants', { token })
      await test.rest.delete(`/v1/oauth/grants/${json[0].id}`, { token })
    },
    code: 'INVALID_TOKEN',
  },
  ...[keyOf, grantedBy, async ({ token }: SeededAccount) => token].map((credential, index) => ({
    name: `${['an API key', 'an OAuth token', 'a session'][index]} after its account is deleted`,
    credential,
    act: ({ account: { id } }: LiveSubscription) => test.sql('delete from account where id = ?', [id]),
    code: 'INVALID_TOKEN',
  })),
]

/** The subscription and the WebSocket end with this code, and no more clicks are sent. */
async function expectEnd(live: LiveSubscription<LiveClient>, code: string): Promise<void> {
  const [, { code: closeCode, reason }] = await Promise.all([
    expectSubscriptionEnd(live, code),
    withTimeout(3_000, live.client.closed),
  ])
  expect([closeCode, reason]).toEqual([4403, expect.stringMatching(new RegExp(`^${code}: \\S`))])
}

/** The subscription ends with this code, and no more clicks are sent. */
async function expectSubscriptionEnd({ subscription, link }: LiveSubscription, code: string): Promise<void> {
  const receivedCount = subscription.events.length
  await test.rest.get(`/${link.shortUrl}`, as('firefox'))
  await vi.waitFor(() => expect(subscription.errors).toBeDefined(), 3_000)
  expect(subscription.errors?.map(({ extensions }) => [extensions.code, extensions.http.status])).toEqual([[code, 401]])
  expect(subscription.events).toHaveLength(receivedCount)
}

describe('a subscription ends with its credential, and sends no later click:', () => {
  it.each(ends)('$name', async ({ credential, act, code }) => {
    const live = await startSubscription(liveClient, credential)
    // All clicks so far have been sent.
    const made = await idsOf(test, live.link)
    await eventually(() => expect(idsIn(live.subscription)).toContain(made.at(-1)))
    await act(live)
    await expectEnd(live, code)
  })

  it('an API key and a session that expire', async () => {
    // After a step of days the service would be busy with the hours between for seconds.
    const inAMinute = new Date(test.clock.now().getTime() + minuteMs)
    const aDayBefore = new Date(inAMinute.getTime() - dayMs)
    const session = await startSubscription(liveClient, async ({ id }) => test.seed.session(id, aDayBefore))
    const key = await startSubscription(liveClient, async (account) => {
      const { id, key } = await test.seed.key(account)
      await test.sql('update api_key set expires_at = ? where id = ?', [inAMinute, id])
      return key
    })
    test.clock.advance({ minutes: 1 })
    await expectEnd(session, 'TOKEN_EXPIRED')
    await expectEnd(key, 'API_KEY_EXPIRED')
  })

  it('a session after a logout, over Server-Sent Events', async () => {
    const live = await startSubscription(eventStreamClient)
    await ends[0]?.act(live)
    await expectSubscriptionEnd(live, 'INVALID_TOKEN')
    await eventually(() => expect(live.subscription.isComplete).toBe(true))
  })

  it.for(transports)('on every node over $transport, whichever node revoked it', async ({ openClient }, { skip }) => {
    if (test.database === 'embedded') return skip('The embedded database allows one process.')
    const node = await test.sibling()
    const live = await startSubscription(openClient, keyOf, node.server)
    await ends[2]?.act(live)
    await expectSubscriptionEnd(live, 'API_KEY_REVOKED')
    await node.close()
  })
})

describe('a subscription ends', () => {
  it('with LINK_NOT_FOUND when its link is deleted, and the WebSocket stays open', async () => {
    const { client, subscription, link, token } = await startSubscription(liveClient)
    const other = await test.seed.link({ token } as SeededAccount)
    await test.rest.delete(`/v1/urls/${link.id}`, { token })
    await eventually(() =>
      expect(subscription.errors?.map(({ extensions }) => extensions.code)).toEqual(['LINK_NOT_FOUND']),
    )
    const next = client.subscribe(document, { urlId: other.id })
    await running(test, next, other)
    await client.close()
  })

  it('with LINK_NOT_FOUND when its link is deleted, over Server-Sent Events', async () => {
    const { subscription, link, token } = await startSubscription(eventStreamClient)
    await test.rest.delete(`/v1/urls/${link.id}`, { token })
    await eventually(() => expect(subscription.isComplete).toBe(true))
    expect(subscription.errors?.map(({ extensions }) => extensions.code)).toEqual(['LINK_NOT_FOUND'])
  })

  it('not when another credential of its account is revoked', async () => {
    const live = await startSubscription(liveClient)
    const { id } = await test.seed.key(live.account)
    await test.rest.delete(`/v1/keys/${id}`, { token: live.token })
    await running(test, live.subscription, live.link)
    expect(live.subscription.errors).toBeUndefined()
    await live.client.close()
  })

  it('before it begins, when the credential was revoked after the WebSocket was opened', async () => {
    const account = await test.seed.account()
    const client = await liveClient(test.app.server, { token: account.token })
    await client.connected
    await test.rest.post('/v1/auth/logout', undefined, { token: account.token })
    const subscription = client.subscribe('subscription { clickRecorded { id } }')
    // The check of credentials, once a second, may close the WebSocket first.
    const closeReason = () => (subscription.connectionError as { reason?: string } | undefined)?.reason
    await eventually(() => expect(subscription.errors?.[0]?.extensions.code ?? closeReason()).toMatch(/^INVALID_TOKEN/))
    await client.close()
  })
})
