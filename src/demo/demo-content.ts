import type { App } from '../app.ts'
import { Link } from '../modules/publishing/links/index.ts'
import { insertClicks } from '../modules/visits/clicks/index.ts'
import { createNativeClient } from '../platform/database/native-client.ts'
import { dayMs } from '../platform/shared/time.ts'
import type { DemoApi } from './demo-api.ts'
import { createDemoClicks, demoDays } from './demo-clicks.ts'
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
  const now = new Date()
  const em = orm.em.fork()
  for (const [index, { id }] of links.entries()) {
    const ageDays = demoDays - 1 + index / links.length
    await em.nativeUpdate(Link, { id }, { createdAt: new Date(now.getTime() - ageDays * dayMs) })
  }
  const clicks = createDemoClicks(
    links.map(({ id, link: { weight, isOnPosters } }) => ({ id, weight, isOnPosters })),
    now,
  )
  const client = await createNativeClient(orm)
  for (let start = 0; start < clicks.length; start += batchSize)
    await insertClicks(client, clicks.slice(start, start + batchSize))
  for (const { title, targetUrl, scans } of demoQrCodes) {
    const { shortUrl } = await api.post<{ shortUrl: string }>('/v1/dynamic-qr', { title, targetUrl })
    const code = shortUrl.split('/').at(-1)
    for (let scan = 0; scan < scans; scan++) await api.visit(`/${code}`)
  }
}
