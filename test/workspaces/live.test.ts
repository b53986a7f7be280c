import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import { addAuthenticatorApp } from '../support/authenticator-app.ts'
import { type OperationClient, type ReceivedMessages, transports } from '../support/live.ts'
import type { SeededLink } from '../support/seed.ts'
import { as as visitor } from '../support/visitor.ts'
import { as, seedTeam, type Team } from './team.ts'

type Node = Pick<TestApp, 'close'> & Pick<TestApp['app'], 'server'>

let test: TestApp
/** Another node on a server, where the subscriptions are; the same one on the embedded database. */
let node: Node
beforeAll(async () => {
  test = await sharedApp()
  node = test.database === 'server' ? await test.sibling() : { server: test.app.server, close: () => Promise.resolve() }
})
afterAll(async () => {
  await node.close()
  await test.close()
})

const clicks = 'subscription ($id: ID) { clickRecorded(workspaceId: $id) { id } }'
const activities = 'subscription ($id: ID) { activityRecorded(workspaceId: $id) { summary } }'
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 50 })
const codesOf = ({ errors }: ReceivedMessages) => errors?.map(({ extensions }) => extensions.code)

interface Listener {
  readonly client: OperationClient
  readonly clicks: ReceivedMessages
  readonly activities: ReceivedMessages
}

/** A team, a link of it, and a member and the owner, who have both received a click and an activity on the other node. */
async function listen(openClient: (typeof transports)[number]['openClient']) {
  const team = await seedTeam(test)
  const link = await test.seed.link(team.owner, { workspaceId: team.id })
  const subscribe = async (account: Team['owner']): Promise<Listener> => {
    const client = await openClient(node.server, as(account))
    const ofTeam = (document: string) => client.subscribe(document, { id: team.id })
    return { client, clicks: ofTeam(clicks), activities: ofTeam(activities) }
  }
  const [member, owner] = [await subscribe(team.member), await subscribe(team.owner)]
  const all = [member.clicks, member.activities, owner.clicks, owner.activities]
  await vi.waitFor(
    async () => {
      await cause(team, link)
      for (const each of all) {
        expect(each.errors).toBeUndefined()
        expect(each.events.length).toBeGreaterThan(0)
      }
    },
    { timeout: 30_000, interval: 500 },
  )
  return { team, link, member, owner }
}

/** The number of times that something was caused for a link. */
const causedByLink = new Map<string, number>()

/** A click on the link, and an activity with the number of changes in the title of the link. */
async function cause({ owner }: Pick<Team, 'owner'>, link: SeededLink): Promise<string> {
  const count = (causedByLink.get(link.id) ?? 0) + 1
  causedByLink.set(link.id, count)
  const title = `Title ${count} of them`
  await test.rest.get(`/${link.shortUrl}`, visitor('firefox'))
  await test.rest.patch(`/v1/urls/${link.id}`, { title }, as(owner))
  return title
}

/** Causes both once more, and resolves when the subscriptions have received them and all before. */
async function settled(team: Team, link: SeededLink, { clicks: own, activities: log }: Listener): Promise<void> {
  const title = await cause(team, link)
  const recorded = () => test.sql<{ id: string }>('select id from click where url_id = ? order by tx, id', [link.id])
  await expect.poll(async () => (await recorded()).length).toBe(causedByLink.get(link.id))
  const last = (await recorded()).at(-1)?.id
  await eventually(() => {
    expect(own.events.at(-1)?.data.clickRecorded.id).toBe(last)
    expect(log.events.at(-1)?.data.activityRecorded.summary).toContain(title)
  })
}

describe.each(transports)('subscriptions to a workspace over $transport, on every node', ({ openClient }) => {
  it('end for a removed member with the next event, and go on for the others', async () => {
    const { team, link, member, owner } = await listen(openClient)
    await settled(team, link, member)
    const received = () => [member.clicks.events.length, member.activities.events.length]
    const before = received()
    await test.rest.delete(`/v1/workspaces/${team.id}/members/${team.member.id}`, as(team.admin))
    await settled(team, link, owner)
    await eventually(() => {
      expect(codesOf(member.clicks)).toEqual(['WORKSPACE_NOT_FOUND'])
      expect(codesOf(member.activities)).toEqual(['WORKSPACE_NOT_FOUND'])
    })
    expect(received()).toEqual(before)
    expect([owner.clicks.errors, owner.activities.errors]).toEqual([undefined, undefined])
    expect(JSON.stringify(owner.activities.events)).toContain('was removed from the workspace')
    await Promise.all([member.client.close(), owner.client.close()])
  })

  it('end with the deletion of the workspace', async () => {
    const { team, link, member, owner } = await listen(openClient)
    await settled(team, link, member)
    const before = member.clicks.events.length
    await test.rest.delete(`/v1/workspaces/${team.id}?confirm=${team.slug}`, as(team.owner))
    await eventually(() => {
      for (const each of [member, owner]) expect(codesOf(each.activities)).toEqual(['WORKSPACE_NOT_FOUND'])
    })
    await test.sql(
      `insert into click (id, url_id, created_at, trigger, is_bot)
       select 'clk_' || gen_random_uuid(), id, now(), 'link', false from link where id = ?`,
      [link.id],
    )
    await eventually(() => {
      for (const each of [member, owner]) expect(codesOf(each.clicks)).toEqual(['WORKSPACE_NOT_FOUND'])
    })
    expect(member.clicks.events).toHaveLength(before)
    expect(JSON.stringify(member.activities.events)).not.toContain('was deleted')
    await Promise.all([member.client.close(), owner.client.close()])
  })

  it('end for a login without a second factor when the workspace needs one, and go on for the others', async () => {
    const { team, link, member, owner } = await listen(openClient)
    await settled(team, link, member)
    const received = () => [member.clicks.events.length, member.activities.events.length]
    const before = received()
    await addAuthenticatorApp(test, team.owner)
    await test.rest.patch(`/v1/workspaces/${team.id}`, { needsSecondFactor: true }, as(team.owner))
    await settled(team, link, owner)
    await eventually(() => {
      expect(codesOf(member.clicks)).toEqual(['SECOND_FACTOR_NEEDED'])
      expect(codesOf(member.activities)).toEqual(['SECOND_FACTOR_NEEDED'])
    })
    expect(received()).toEqual(before)
    expect([owner.clicks.errors, owner.activities.errors]).toEqual([undefined, undefined])
    await Promise.all([member.client.close(), owner.client.close()])
  })

  it('stay with another role', async () => {
    const { team, link, member, owner } = await listen(openClient)
    await test.rest.patch(`/v1/workspaces/${team.id}/members/${team.member.id}`, { role: 'viewer' }, as(team.admin))
    await settled(team, link, member)
    expect([member.clicks.errors, member.activities.errors]).toEqual([undefined, undefined])
    expect(JSON.stringify(member.activities.events)).toContain('got the role viewer')
    await Promise.all([member.client.close(), owner.client.close()])
  })
})
