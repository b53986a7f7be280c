import { newId } from '../../src/platform/shared/ids.ts'
import type { Actor, Inputs } from './acts.ts'

/**
 * An anomaly of a link of the actor, inserted by SQL because the detector needs weeks of clicks. The detector of the service
 * may resolve it at any time, as the link has no clicks. So that it is listed then too, it was detected before now.
 */
export async function anomalyOf(actor: Actor): Promise<{ id: string; urlId: string }> {
  const { test, account, word } = actor
  const now = test.clock.now()
  const [id, { id: urlId }] = [
    newId('anm', now),
    await test.seed.link(account, { longUrl: 'https://example.com/page', customUrl: word() }),
  ]
  const from = new Date(now.getTime() - 3_600_000)
  const detectedAt = new Date(now.getTime() - 1_000)
  await test.sql(
    `insert into anomaly (id, workspace_id, url_id, kind, severity, observed, expected, score, level, window_start,
                          window_end, status, detected_at)
     values (?, ?, ?, 'spike', 'error', 240, 60.5, 7.5, 1, ?, ?, 'open', ?)`,
    [id, account.workspaceId, urlId, from, now, detectedAt],
  )
  return { id, urlId }
}

export const anomalyActs: Readonly<Record<string, (actor: Actor) => Inputs | Promise<Inputs>>> = {
  anomalies: async (actor) => {
    const { urlId } = await anomalyOf(actor)
    return { status: 'open', kind: 'spike', severity: 'warning', urlId, page: 1, limit: 5 }
  },
  anomaly: async (actor) => ({ id: (await anomalyOf(actor)).id }),
  acknowledgeAnomaly: async (actor) => ({ id: (await anomalyOf(actor)).id }),
  resolveAnomaly: async (actor) => ({ id: (await anomalyOf(actor)).id }),
}
