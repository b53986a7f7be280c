import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTimeout } from '../../../src/platform/shared/timeout.ts'
import { tokenOf } from '../../contract/oauth.ts'
import { sharedApp, type TestApp } from '../../support/app.ts'
import { type Heard, type LiveClient, liveClient } from '../../support/live.ts'
import type { SeededAccount, SeededLink } from '../../support/seed.ts'
import { as } from '../../support/visitor.ts'
import { eventually, idsIn, idsOf, running } from './hearing.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

const document = `subscription ($urlId: ID!) { clickRecorded(urlId: $urlId) { id } }`

interface Listening {
  readonly account: SeededAccount
  readonly token: string
  readonly link: SeededLink
  readonly client: LiveClient
  readonly heard: Heard
}

/** An account of its own, whose link is listened to with a credential of some kind. */
async function listening(
  credential: (account: SeededAccount) => Promise<string> = async ({ token }) => token,
  on: TestApp['app']['server'] = test.app.server,
): Promise<Listening> {
  const account = await test.seed.account()
  const [link, token] = [await test.seed.link(account), await credential(account)]
  const client = await liveClient(on, { token })
  const heard = client.subscribe(document, { urlId: link.id })
  await running(test, heard, link)
  return { account, token, link, client, heard }
}

const keyOf = async (account: SeededAccount) => (await test.seed.key(account)).key

const grantedBy = (account: SeededAccount) => tokenOf({ test, account, word: () => test.seed.word() }, 'read:analytics')

/** How each kind of credential comes to its end, and what the subscriber then reads. */
const ends: readonly {
  name: string
  credential?: (account: SeededAccount) => Promise<string>
  act: (given: Listening) => Promise<unknown>
  code: string
}[] = [
  {
    name: 'a session by a logout',
    act: ({ token }) => test.rest.post('/v1/auth/logout', undefined, { token }),
    code: 'INVALID_TOKEN',
  },
  {
    name: 'a session by a new password',
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
    name: `${['an API key', 'an OAuth token', 'a session'][index]} by the end of its account`,
    credential,
    act: ({ account: { id } }: Listening) => test.sql('delete from account where id = ?', [id]),
    code: 'INVALID_TOKEN',
  })),
]

/** The subscription and then the WebSocket end, in the words of the failure, and nothing is told any more. */
async function expectEnd({ heard, client, link }: Listening, code: string): Promise<void> {
  const told = heard.events.length
  await test.rest.get(`/${link.shortUrl}`, as('firefox'))
  const { code: closeCode, reason } = await withTimeout(3_000, client.closed)
  expect([closeCode, reason]).toEqual([4403, expect.stringMatching(new RegExp(`^${code}: \\S`))])
  expect(heard.errors?.map(({ extensions }) => [extensions.code, extensions.http.status])).toEqual([[code, 401]])
  expect(heard.events).toHaveLength(told)
}

describe('a subscription ends with its credential, and tells no click recorded after that:', () => {
  it.each(ends)('$name', async ({ credential, act, code }) => {
    const given = await listening(credential)
    // All that was made so far has been told.
    const made = await idsOf(test, given.link)
    await eventually(() => expect(idsIn(given.heard)).toContain(made.at(-1)))
    await act(given)
    await expectEnd(given, code)
  })

  it('an API key and a session whose time is over', async () => {
    const session = await listening()
    test.clock.advance({ hours: 24 })
    await expectEnd(session, 'TOKEN_EXPIRED')
    const key = await listening(keyOf)
    test.clock.advance({ days: 91 })
    await expectEnd(key, 'API_KEY_EXPIRED')
    test.clock.advance({ days: -92 })
  })

  it('on every node, wherever it was revoked', async ({ skip }) => {
    if (test.database === 'embedded') return skip('The embedded database takes one process.')
    const node = await test.sibling()
    const given = await listening(keyOf, node.server)
    await ends[2]?.act(given)
    await expectEnd(given, 'API_KEY_REVOKED')
    await node.close()
  })
})

describe('a subscription ends', () => {
  it('with LINK_NOT_FOUND when its link is deleted, and the WebSocket stays', async () => {
    const { client, heard, link, token } = await listening()
    const other = await test.seed.link({ token } as SeededAccount)
    await test.rest.delete(`/v1/urls/${link.id}`, { token })
    await eventually(() => expect(heard.errors?.map(({ extensions }) => extensions.code)).toEqual(['LINK_NOT_FOUND']))
    const next = client.subscribe(document, { urlId: other.id })
    await running(test, next, other)
    await client.close()
  })

  it('not when another credential of its account is revoked', async () => {
    const given = await listening()
    const { id } = await test.seed.key(given.account)
    await test.rest.delete(`/v1/keys/${id}`, { token: given.token })
    await running(test, given.heard, given.link)
    expect(given.heard.errors).toBeUndefined()
    await given.client.close()
  })

  it('before it begins, when the credential was revoked since its WebSocket was opened', async () => {
    const account = await test.seed.account()
    const client = await liveClient(test.app.server, { token: account.token })
    await client.connected
    await test.rest.post('/v1/auth/logout', undefined, { token: account.token })
    const heard = client.subscribe('subscription { clickRecorded { id } }')
    await eventually(() => expect(heard.errors?.[0]?.extensions.code).toBe('INVALID_TOKEN'))
    await client.close()
  })
})
