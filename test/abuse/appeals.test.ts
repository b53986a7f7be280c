import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BlockListSweeper } from '../../src/modules/operation/abuse/index.ts'
import { EventPublisher } from '../../src/platform/events/event-publisher.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { activitiesOf, adminOf, appeal, Desk, expectError, expectGraphqlError } from './answers.ts'

let test: TestApp
let ada: SeededAccount
let ben: SeededAccount
let desk: Desk
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  ben = await test.seed.account()
  desk = new Desk(test, await adminOf(test))
})
afterAll(() => test.close())

const read = (id: string, { token } = ada) => test.rest.get(`/v1/urls/${id}/appeal`, { token })
const readGraph = async (id: string, { token } = ada) => {
  const fields = 'message state createdAt decidedAt resolution url { id }'
  return test.graph(`{ urlAppeal(id: "${id}") { ${fields} } url(id: "${id}") { appeal { ${fields} } } }`, { token })
}

const isQueued = async (id: string) => {
  const { json } = await desk.get(`reviews/${id}`)
  return json.appeal !== null
}

const blocked = async () => {
  const link = await test.seed.link(ada)
  await desk.decide(link.id, 'block', { reason: 'phishing' })
  return link
}

/** A link whose destination alone is on the block list, and the entry. */
const listed = async () => {
  const host = `${test.seed.word()}.example`
  const link = await test.seed.link(ada, { longUrl: `https://${host}/` })
  return { link, entry: (await desk.list(host)).json }
}

const waits = 'Wait for the decision. Another appeal replaces the message.'
const appealAgain =
  'Appeal again with new reasons. Another destination does not end this block; you can also delete the link.'

describe('the owner of a blocked link', () => {
  it('reads over both interfaces that the appeal is open, was dismissed, is open again, and has succeeded', async () => {
    const { id, shortUrl, title } = await blocked()
    await appeal(test, ada, id, ' My school. ')
    const createdAt = test.clock.now().toISOString()
    const open = { urlId: id, message: 'My school.', state: 'open', createdAt, decidedAt: null, resolution: waits }
    expect((await read(id)).json).toEqual(open)

    test.clock.advance({ minutes: 1 })
    expect((await desk.decide(id, 'dismiss', { note: 'A secret of reviewers.' })).json.appeal).toBe(null)
    const decidedAt = test.clock.now().toISOString()
    const answer = await read(id)
    expect(answer.json).toEqual({ ...open, state: 'dismissed', decidedAt, resolution: appealAgain })
    const { urlId: _, ...shown } = { ...answer.json, state: 'DISMISSED', url: { id } }
    expect((await readGraph(id)).data).toEqual({ urlAppeal: shown, url: { appeal: shown } })
    const activities = await activitiesOf(test, id)
    expect(activities.at(-1)).toEqual({
      type: 'link.appeal_dismissed',
      summary: `Link /${shortUrl} ("${title}") stays blocked: your appeal was dismissed. ${appealAgain}`,
    })
    expect(JSON.stringify([answer.json, activities])).not.toContain('secret')
    const log = await test.rest.get(`/v1/activity?type=link.appeal_dismissed`, { token: ada.token })
    expect(log.json[0]).toMatchObject({ actor: 'system', subjectId: id, severity: 'warning' })
    // A dismissal without an appeal is no news.
    await desk.decide(id, 'dismiss')
    expect(await activitiesOf(test, id)).toEqual(activities)

    test.clock.advance({ minutes: 1 })
    expect((await appeal(test, ada, id, 'Look at the imprint.')).status).toBe(202)
    const again = { createdAt: test.clock.now().toISOString(), decidedAt: null, state: 'open' }
    expect((await read(id)).json).toMatchObject({ ...again, message: 'Look at the imprint.' })
    expect(await isQueued(id)).toBe(true)
    await desk.decide(id, 'unblock')
    const succeeded = { state: 'unblocked', resolution: 'Nothing: the link opens again.' }
    expect((await read(id)).json).toMatchObject(succeeded)
    expect(await isQueued(id)).toBe(false)
  })

  it('reads that a second block of the link has dismissed the appeal, and that a later block has none', async () => {
    const { id } = await blocked()
    await appeal(test, ada, id)
    await desk.decide(id, 'block', { reason: 'spam' })
    expect((await read(id)).json.state).toBe('dismissed')
    await desk.decide(id, 'unblock')
    expect((await read(id)).json.state).toBe('dismissed')
    await desk.decide(id, 'block', { reason: 'spam' })
    expectError(await read(id), 404, 'APPEAL_NOT_FOUND')
    expect((await readGraph(id)).data.url).toEqual({ appeal: null })
  })

  it('is told to change a destination that is on the block list, and that it has left it', async () => {
    const { link, entry } = await listed()
    const other = await listed()
    for (const { id } of [link, other.link]) await appeal(test, ada, id)
    await desk.decide(link.id, 'dismiss')
    expect((await read(link.id)).json.resolution).toMatch(/^Change the destination, which ends the block at once/)
    expect((await activitiesOf(test, link.id)).at(-1)?.summary).toContain('Change the destination')
    await desk.unlist(other.entry.id)
    expect((await read(other.link.id)).json.state).toBe('unblocked')
    expect(await isQueued(other.link.id)).toBe(false)
    await desk.unlist(entry.id)
    // It was decided before.
    expect((await read(link.id)).json.state).toBe('dismissed')
  })

  it('keeps the appeal for 90 days after its decision', async () => {
    const { id } = await blocked()
    await appeal(test, ada, id)
    await desk.decide(id, 'dismiss')
    const age = (days: number) => new Date(test.clock.now().getTime() - days * 24 * 3600 * 1000)
    const maintain = async () => {
      const sweeper = new BlockListSweeper({
        orm: test.app.database.orm,
        routes: {} as never,
        events: new EventPublisher(),
        mails: { sendBlocked: async () => undefined },
        clock: test.clock,
        log: { warn: () => undefined },
      })
      await sweeper.runMaintenance()
      await sweeper.close()
    }
    for (const [days, status] of [
      [89, 200],
      [91, 404],
    ] as const) {
      await test.sql('update abuse_appeal set decided_at = ? where link_id = ?', [age(days), id])
      await maintain()
      expect((await read(id)).status).toBe(status)
    }
  })
})

describe('an appeal', () => {
  it('is 404 for another account, over both interfaces, and on a link without one', async () => {
    const { id } = await blocked()
    await appeal(test, ada, id)
    expectError(await read(id, ben), 404, 'LINK_NOT_FOUND')
    expectGraphqlError(
      await test.graph(`{ urlAppeal(id: "${id}") { state } }`, { token: ben.token }),
      404,
      'LINK_NOT_FOUND',
    )
    const other = await test.seed.link(ada)
    expectError(await read(other.id), 404, 'APPEAL_NOT_FOUND')
    expectGraphqlError(
      await test.graph(`{ urlAppeal(id: "${other.id}") { state } }`, { token: ada.token }),
      404,
      'APPEAL_NOT_FOUND',
    )
  })

  it('of many links is read by one statement', async () => {
    const owner = await test.seed.account()
    const links = await Promise.all([1, 2, 3].map(() => test.seed.link(owner)))
    for (const { id } of links) {
      await desk.decide(id, 'block', { reason: 'spam' })
      await appeal(test, owner, id)
    }
    test.statements.splice(0)
    const { data } = await test.graph('{ urls(first: 10) { nodes { appeal { state } } } }', { token: owner.token })
    expect(data.urls.nodes).toEqual(links.map(() => ({ appeal: { state: 'OPEN' } })))
    expect(test.statements.filter((sql) => sql.includes('"abuse_appeal"'))).toHaveLength(1)
  })
})
