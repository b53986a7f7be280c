import type { App } from '../app.ts'
import { Link } from '../modules/publishing/links/index.ts'
import { AnomalyDetector, EvaluationWatermark } from '../modules/statistics/anomalies/index.ts'
import { insertClicks, PostgresClickReader } from '../modules/visits/clicks/index.ts'
import type { Orm } from '../platform/database/database.ts'
import { createNativeClient } from '../platform/database/native-client.ts'
import { EventPublisher } from '../platform/events/event-publisher.ts'
import { dayMs, hourMs, systemClock } from '../platform/shared/time.ts'
import type { DemoApi } from './demo-api.ts'
import { type ClickedLink, createDemoClicks, demoDays, spikeHour } from './demo-clicks.ts'
import { demoFolders, demoLinks, demoQrCodes, demoTags } from './demo-links.ts'

const batchSize = 2000

interface Created {
  readonly id: string
}

/** Creates the account with its folders, tags, links and QR codes by the API, and the clicks of 90 days in the database. */
export async function createDemoContent({ database: { orm } }: App, api: DemoApi): Promise<void> {
  await api.register('Maya')
  const folders = new Map<string, string>()
  for (const name of demoFolders) folders.set(name, (await api.post<Created>('/v1/folders', { name })).id)
  const tags = new Map<string, string>()
  for (const [name, color] of demoTags) tags.set(name, (await api.post<Created>('/v1/tags', { name, color })).id)
  const links: { id: string; link: (typeof demoLinks)[number] }[] = []
  // The last one is at the top of the list.
  for (const link of demoLinks.toReversed()) {
    const { id } = await api.post<Created>('/v1/urls', {
      longUrl: link.destination,
      customUrl: link.code,
      title: link.title,
      folderId: folders.get(link.folder) ?? null,
      tagIds: link.tags.flatMap((tag) => tags.get(tag) ?? []),
    })
    links.unshift({ id, link })
  }
  const codes: ClickedLink[] = []
  for (const { weight, ...code } of demoQrCodes) {
    const { urlId } = await api.post<{ urlId: string }>('/v1/dynamic-qr', code)
    codes.push({ id: urlId, weight, scanShare: 1 })
  }
  const now = new Date()
  const em = orm.em.fork()
  const clickedLinks = [...links.map(({ id, link: { weight, scanShare } }) => ({ id, weight, scanShare })), ...codes]
  for (const [index, { id }] of clickedLinks.entries()) {
    const ageDays = demoDays - 1 + index / clickedLinks.length
    await em.nativeUpdate(Link, { id }, { createdAt: new Date(now.getTime() - ageDays * dayMs) })
  }
  const clicks = createDemoClicks(clickedLinks, now)
  const client = await createNativeClient(orm)
  for (let start = 0; start < clicks.length; start += batchSize)
    await insertClicks(client, clicks.slice(start, start + batchSize))
  await detectAnomaly(orm, new Date(spikeHour(now).getTime() - hourMs))
}

/**
 * Looks for unusual clicks in the hours after `evaluatedUntil` again: the service has looked at them when it started, before
 * there were clicks.
 */
async function detectAnomaly(orm: Orm, evaluatedUntil: Date): Promise<void> {
  await orm.em.fork().nativeUpdate(EvaluationWatermark, { singleton: true }, { hour: evaluatedUntil })
  const detector = new AnomalyDetector({
    ...{ orm, store: new PostgresClickReader(), clock: systemClock, events: new EventPublisher() },
    isEmbedded: true,
  })
  await detector.evaluateClosedHours()
}
