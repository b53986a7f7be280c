import { expect, vi } from 'vitest'
import type { TestApp } from '../../support/app.ts'
import type { ReceivedMessages } from '../../support/live.ts'
import { settling } from '../../support/settling.ts'
import { as } from '../../support/visitor.ts'

/** The ids of the clicks that a subscription has received. */
export const idsIn = ({ events }: ReceivedMessages): string[] => events.map(({ data }) => data.clickRecorded.id)

/** The ids of all clicks on a link, oldest first. */
export async function idsOf({ sql }: TestApp, link: { id: string }): Promise<string[]> {
  const rows = await sql<{ id: string }>('select id from click where url_id = ? order by tx, id', [link.id])
  return rows.map(({ id }) => id)
}

export const eventually = (check: () => void) => vi.waitFor(check, settling)

/** Resolves when the subscription has received one of the clicks that are made for this. */
export async function running(
  test: TestApp,
  subscription: ReceivedMessages,
  link: { shortUrl: string },
): Promise<void> {
  const before = subscription.events.length
  await vi.waitFor(
    async () => {
      expect(subscription.errors).toBeUndefined()
      await test.rest.get(`/${link.shortUrl}`, as('curl'))
      expect(subscription.events.length).toBeGreaterThan(before)
    },
    { timeout: 30_000, interval: 300 },
  )
}
