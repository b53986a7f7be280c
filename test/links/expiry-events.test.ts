import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishExpiredLinks } from '../../src/modules/publishing/links/link-expiry.ts'
import { EventPublisher } from '../../src/platform/events/event-publisher.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const inHours = (hours: number) => new Date(test.clock.now().getTime() + hours * 3_600_000)

const publish = () =>
  publishExpiredLinks({ orm: test.app.database.orm, events: new EventPublisher(), clock: test.clock })

/** The ids of links in the `link.expired` entries of the activity log, sorted. */
async function expiredLinkIds(): Promise<string[]> {
  const { json } = await test.rest.get('/v1/activity?type=link.expired&limit=100', { token: ada.token })
  return json.map(({ subjectId }: { subjectId: string }) => subjectId).sort()
}

describe('link.expired', () => {
  it('is published once for each past date of an update', async () => {
    const { id } = await test.seed.link(ada)
    const update = (expiresAt: Date | null) => test.rest.patch(`/v1/urls/${id}`, { expiresAt }, { token: ada.token })
    const [first, second] = [inHours(-2), inHours(-1)]
    for (const expiresAt of [first, null, first]) expect((await update(expiresAt)).status).toBe(200)
    expect(await expiredLinkIds()).toEqual([id])
    await update(second)
    expect(await expiredLinkIds()).toEqual([id, id])
  })

  it('is published once for each link if several nodes look for expired links at the same time', async () => {
    const before = await expiredLinkIds()
    const links = await Promise.all(
      Array.from({ length: 5 }, () => test.seed.link(ada, { expiresAt: inHours(1).toISOString() })),
    )
    test.clock.advance({ hours: 1 })
    await Promise.all(Array.from({ length: 4 }, publish))
    expect(await expiredLinkIds()).toEqual([...before, ...links.map(({ id }) => id)].sort())
  })
})

describe('the watermark of expired links', () => {
  it('follows the clock, also when it is set back', async () => {
    for (const hours of [2, -1]) {
      test.clock.advance({ hours })
      await publish()
      const rows = await test.sql<{ checked_until: string }>('select checked_until from event_expiry_watermark')
      expect(rows.map((row) => new Date(row.checked_until))).toEqual([test.clock.now()])
    }
  })
})
