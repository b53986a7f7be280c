import { setTimeout } from 'node:timers/promises'
import createClient from 'openapi-fetch'
import type { paths } from './generated/rest.ts'
import { readToken, tackUrl } from './settings.ts'

/** Creates a link, reads its clicks and deletes it. Paths, bodies and answers are typed by the OpenAPI document. */

const tack = createClient<paths>({ baseUrl: `${tackUrl}/v1`, headers: { authorization: `Bearer ${readToken()}` } })

const created = await tack.POST('/urls', {
  body: { longUrl: 'https://example.com/report', title: 'Report' },
  // Sent again with the same key, the request creates nothing twice.
  headers: { 'idempotency-key': crypto.randomUUID() },
})
if (created.error) throw new Error(created.error.error.resolution)
const link = created.data
console.log(`Created ${link.shortUrl}`)

await fetch(`${tackUrl}/${link.shortUrl}`, {
  redirect: 'manual',
  headers: { 'user-agent': 'Mozilla/5.0 Firefox/133.0' },
})

console.log(`Clicks: ${await waitForClicks(link.id)}`)

const refused = await tack.PATCH('/urls/{id}', { params: { path: { id: link.id } }, body: { clickLimit: 0 } })
console.log(`A limit of 0: ${refused.response.status} ${refused.error?.error.code}`)

const deleted = await tack.DELETE('/urls/{id}', { params: { path: { id: link.id } } })
console.log(`Deleted: ${deleted.data?.success}`)

/** A click is counted shortly after its visitor was redirected. */
async function waitForClicks(urlId: string): Promise<number> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const { data } = await tack.GET('/clicks/analytics/{urlId}', { params: { path: { urlId } } })
    if (data && data.totalClicks > 0) return data.totalClicks
    await setTimeout(500)
  }
  throw new Error('The click was not counted within 10 seconds.')
}
