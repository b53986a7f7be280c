import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { resetRestoredActivities } from '../../src/platform/audit-log/activity.queries.ts'
import { withTimeout } from '../../src/platform/shared/time.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { type LiveClient, liveClient, type ReceivedMessages } from '../support/live.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

const mine = 'subscription { activityRecorded { id type subjectId severity actorId createdAt } }'
const subjectsIn = ({ events }: ReceivedMessages) => events.map(({ data }) => data.activityRecorded.subjectId)
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 50 })

interface Listening {
  readonly account: SeededAccount
  readonly client: LiveClient
  readonly received: ReceivedMessages
}

/** A new account with a subscription that has received its first activity. */
async function listening(server = test.app.server, document = mine): Promise<Listening> {
  const account = await test.seed.account()
  const client = await liveClient(server, { token: account.token })
  const received = client.subscribe(document)
  await vi.waitFor(
    async () => {
      await test.sql(insertActivitySql, [account.workspaceId])
      expect(received.errors).toBeUndefined()
      expect(received.events.length).toBeGreaterThan(0)
    },
    { timeout: 20_000, interval: 300 },
  )
  return { account, client, received }
}

const insertActivitySql = `
  insert into activity (id, workspace_id, type, actor, subject_type, subject_id, summary, severity, source, created_at)
  select 'act_' || gen_random_uuid(), ?, 'webhook.disabled', 'system', 'webhook', 'first', 'Done.', 'critical', 'lifecycle', now()`

/** The subjects of the received activities, without the first one. */
const laterIn = (received: ReceivedMessages) => subjectsIn(received).filter((id) => id !== 'first')

describe('subscription activityRecorded', () => {
  it("sends the caller's activities only, each once and in order", async () => {
    const { account, client, received } = await listening()
    const made: SeededLink[] = []
    await test.seed.link(await test.seed.account())
    for (let n = 0; n < 20; n++) made.push(await test.seed.link(account))
    await eventually(() => expect(laterIn(received).length).toBeGreaterThanOrEqual(20))
    await Promise.all(Array.from({ length: 20 }, async () => made.push(await test.seed.link(account))))
    await eventually(() => expect(laterIn(received).length).toBeGreaterThanOrEqual(40))
    expect(laterIn(received).slice(0, 20)).toEqual(made.slice(0, 20).map(({ id }) => id))
    expect(laterIn(received).toSorted()).toEqual(made.map(({ id }) => id).toSorted())
    expect(received.events.at(-1)?.data.activityRecorded).toMatchObject({ type: 'LINK_CREATED', actorId: account.id })
    await client.close()
  })

  it('leaves out activities below the minimum severity', async () => {
    const document = 'subscription { activityRecorded(minSeverity: ERROR) { subjectId severity } }'
    const { account, client, received } = await listening(test.app.server, document)
    await test.seed.link(account)
    const before = received.events.length
    await test.sql(insertActivitySql, [account.workspaceId])
    await eventually(() => expect(received.events.length).toBeGreaterThan(before))
    expect(laterIn(received)).toEqual([])
    const other = client.subscribe('subscription { activityRecorded(minSeverity: FATAL) { id } }')
    await eventually(() => expect(other.errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED'))
    await client.close()
  })

  it('does not repeat activities that were restored from another database with higher transaction ids', async () => {
    const { account, client, received } = await listening()
    const far = '(pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 20)'
    await test.sql(`update activity set tx = ${far} where workspace_id = ?`, [account.workspaceId])
    await resetRestoredActivities(test.app.database.orm)
    const before = received.events.length
    for (let n = 0; n < 25; n++) await test.seed.link(account)
    await eventually(() => expect(laterIn(received).length).toBeGreaterThanOrEqual(25))
    expect(received.events.length - before).toBe(25)
    await client.close()
  })

  it('ends with its credential, and rejects an API key', async () => {
    const { account, client, received } = await listening()
    const keyed = await liveClient(test.app.server, { token: (await test.seed.key(account)).key })
    const refused = keyed.subscribe(mine)
    await eventually(() => expect(refused.errors?.[0]?.extensions.code).toBe('API_KEY_NOT_ACCEPTED'))
    await keyed.close()
    await eventually(() => expect(laterIn(received)).toHaveLength(1))
    await test.rest.post('/v1/auth/logout', undefined, { token: account.token })
    const count = received.events.length
    await test.sql(insertActivitySql, [account.workspaceId])
    expect((await withTimeout(5_000, client.closed)).code).toBe(4403)
    expect(received.errors?.[0]?.extensions.code).toBe('INVALID_TOKEN')
    expect(received.events).toHaveLength(count)
  })
})

describe('on a server', () => {
  it('sends the activities of another node, even of a transaction that ends after later ones', async ({ skip }) => {
    if (test.database === 'embedded') return skip('the embedded database takes one process')
    const node = await test.sibling()
    const { account, client, received } = await listening(node.server)
    const slow = test.app.database.orm.em.fork()
    await slow.begin()
    await slow.execute(insertActivitySql.replace("'first'", "'slow'"), [account.workspaceId])
    const link = await test.seed.link(account)
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    expect(laterIn(received)).toEqual([])
    await slow.commit()
    await eventually(() => expect(laterIn(received)).toEqual(['slow', link.id]))
    await client.close()
    await node.close()
  })
})
