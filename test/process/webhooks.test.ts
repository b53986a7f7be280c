import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type ServiceProcess, startProcess } from '../support/process.ts'
import { type ProcessDatabase, processDatabase } from '../support/process-database.ts'
import { type Receiver, startReceiver, verified } from '../support/receiver.ts'
import { trials } from '../support/size.ts'

/** In the first of three rounds a delivery is under way. */
const kills = Number(process.env.TEST_KILLS ?? trials(1, 30))

let database: ProcessDatabase
let environment: Record<string, string>
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  database = await processDatabase()
  const JWT_SECRET = 'a secret that only this test knows, twice'
  const others = { OUTWARD_NETWORKS: 'any', RATE_LIMITS: 'off', LOG_LEVEL: 'error' }
  environment = { DATABASE_URL: database.url, JWT_SECRET, ...others }
})
afterAll(async () => {
  await receiver.close()
  await database.drop()
})

async function post({ base }: ServiceProcess, path: string, body: object, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  return fetch(`${base}/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

/** Creates a link and returns its id; undefined if the service ended before it responded. */
async function shorten(service: ServiceProcess, token: string): Promise<string | undefined> {
  const response = await post(service, '/urls', { longUrl: 'https://example.com/page' }, token).catch(() => undefined)
  const text = await response?.text().catch(() => undefined)
  if (text === undefined) return undefined
  expect([response?.status, text]).toEqual([201, expect.any(String)])
  return (JSON.parse(text) as { id: string }).id
}

it(
  `loses no event over ${kills} times kill -9, before and during an attempt`,
  async () => {
    let service = await startProcess(environment)
    const email = 'ada@example.com'
    const account = await post(service, '/auth/register', { name: 'Ada', email, password: 'correct horse battery' })
    const { token } = (await account.json()) as { token: string }
    const input = { name: 'Receiver', url: receiver.url, events: ['link.created'] }
    const { secret } = (await (await post(service, '/webhooks', input, token)).json()) as { secret: string }
    const made: string[] = []
    for (let round = 0; round < kills; round++) {
      // In every third round the receiver does not respond, so that the process is killed during an attempt.
      const isHeld = round % 3 === 0
      receiver.answer = isHeld ? () => undefined : 204
      const before = receiver.received.length
      const links = await Promise.all([shorten(service, token), shorten(service, token)])
      made.push(...links.flatMap((id) => id ?? []))
      if (isHeld) await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(before), 90_000)
      service.child.kill('SIGKILL')
      await service.ended
      // Otherwise the attempt of the next process would fail as well, and the one after it be due minutes later.
      receiver.answer = 204
      service = await startProcess(environment)
    }
    expect(made).toHaveLength(kills * 2)
    const seen = () => Map.groupBy(receiver.received, ({ json }) => String(json.data.link?.id))
    await vi.waitFor(() => expect(made.filter((id) => !seen().has(id))).toEqual([]), 120_000)
    for (const id of made) {
      const ids = new Set(
        seen()
          .get(id)
          ?.map(({ headers }) => headers['webhook-id']),
      )
      expect([id, ids.size]).toEqual([id, 1])
    }
    for (const received of receiver.received) expect(verified(secret, received)).toEqual(received.json)
    // Interrupted deliveries have been repeated and succeeded.
    const open = async () => {
      const webhooks = await fetch(`${service.base}/v1/webhooks`, { headers: { authorization: `Bearer ${token}` } })
      const [{ id }] = (await webhooks.json()) as [{ id: string }]
      const path = `${service.base}/v1/webhooks/${id}/deliveries?limit=100`
      const all = await fetch(path, { headers: { authorization: `Bearer ${token}` } })
      return ((await all.json()) as { state: string }[]).map(({ state }) => state)
    }
    await vi.waitFor(async () => expect(await open()).toEqual(Array.from({ length: kills * 2 }, () => 'succeeded')), {
      timeout: 150_000,
      interval: 500,
    })
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
  },
  480_000 + kills * 20_000,
)
