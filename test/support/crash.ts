import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DatabasePlace, readSettings } from '../../src/config.ts'
import { findJournalPlace } from '../../src/modules/visits/clicks/journal/journal-place.ts'
import { tables } from '../../src/modules.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { identifyDatabase } from '../../src/platform/database/database-identity.ts'
import { type ServiceProcess, startProcess } from './process.ts'
import { agents } from './visitor.ts'

/** The clicks by people on a link. */
export interface StoredClicks {
  readonly code: string
  readonly rows: number
  readonly ids: number
  readonly counter: number
}

/** What one connection with its own link has received, and what was stored. */
export interface RecordedRedirects extends StoredClicks {
  /** Answers with 302. */
  readonly seen: number
  /** 1 when a request was running at the end. */
  readonly inFlight: number
}

export interface CrashOptions {
  readonly place: DatabasePlace
  readonly environment: Record<string, string>
  readonly signal: 'SIGKILL' | 'SIGTERM'
  readonly connections?: number
  /** Milliseconds of load before the signal. */
  readonly afterMs: number
}

/**
 * Starts the service, puts it under load and ends it with the signal. Starts it again until it has written the journal that
 * was left, and compares answers with rows.
 */
export async function lifeUnderLoad({
  place,
  environment,
  signal,
  connections = 16,
  afterMs,
}: CrashOptions): Promise<RecordedRedirects[]> {
  const service = await startProcess({ ...environment, RATE_LIMITS: 'off', LOG_LEVEL: 'error' })
  const codes = await Promise.all(Array.from({ length: connections }, () => shorten(service)))
  const seen = await hammered(service, codes, signal, afterMs)
  await shipJournal(place, environment)
  const stored = await readStoredClicks(place, codes)
  return stored.map((clicks, n) => ({ ...seen[n], ...clicks }) as RecordedRedirects)
}

/** The clicks of links, in the order of their codes. The service must have ended if its database is embedded. */
export async function readStoredClicks(place: DatabasePlace, codes: readonly string[]): Promise<StoredClicks[]> {
  const database = await openDatabase({ place, tables })
  const rows = await database.orm.em
    .fork()
    .execute<StoredClicks[]>(
      `select lower(link.code) as code, current_clicks as counter, count(click.id)::int as rows,
              count(distinct click.id)::int as ids
         from link left join click on click.url_id = link.id and not is_bot group by link.id`,
    )
    .finally(() => database.close())
  return codes.map((code) => {
    const row = rows.find((each) => each.code === code.toLowerCase())
    if (!row) throw new Error(`The link ${code} is missing.`)
    return row
  })
}

/** The folder with the journals of a database, which no service uses if it is embedded. */
export async function findJournalRoot(place: DatabasePlace, environment: Record<string, string>): Promise<string> {
  const { orm, close } = await openDatabase({ place, tables })
  const id = await identifyDatabase(orm.em.fork()).finally(close)
  return (await findJournalPlace(readSettings(environment), id)).root
}

/** Starts the service, and ends it when no journal has clicks. */
export async function shipJournal(place: DatabasePlace, environment: Record<string, string>): Promise<void> {
  const root = await findJournalRoot(place, environment)
  const hasClicks = async () =>
    (await readdir(root, { recursive: true }).catch(() => [])).some((name) => name.endsWith('.clicks'))
  if (!(await hasClicks())) return
  const { child, ended } = await startProcess({ ...environment, LOG_LEVEL: 'error', DRAIN_SECONDS: '0' })
  while (await hasClicks()) await sleep(50)
  child.kill('SIGTERM')
  await ended
}

async function hammered({ base, child, ended }: ServiceProcess, codes: string[], signal: NodeJS.Signals, ms: number) {
  let isOver = false
  const answered = codes.map(() => Promise.withResolvers<void>())
  const loops = codes.map(async (code, n) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    let seen = 0
    let inFlight = 0
    while (!isOver) {
      inFlight = 1
      const status = await visit(`${base}/${code}`, agent)
      if (status === undefined) break
      inFlight = 0
      if (status !== 302) throw new Error(`Answered ${status} instead of 302.`)
      seen++
      answered[n]?.resolve()
    }
    agent.destroy()
    return { seen, inFlight }
  })
  // A new service is slow, so the load starts after the first answer of every connection.
  await Promise.race([Promise.all(answered.map(({ promise }) => promise)), Promise.all(loops)])
  await new Promise((done) => setTimeout(done, ms))
  child.kill(signal)
  const code = await ended
  isOver = true
  if (signal === 'SIGTERM' && code !== 0) throw new Error(`SIGTERM ended the service with ${code}.`)
  return Promise.all(loops)
}

/** The status of a visit, as from an address behind a proxy; undefined when the connection closed before. */
export function visit(url: string, agent: Agent, address?: string): Promise<number | undefined> {
  const headers = { 'user-agent': agents.chrome, ...(address && { 'x-forwarded-for': address }) }
  return new Promise((resolve) => {
    get(url, { agent, headers }, (answer) => {
      answer.resume()
      answer.on('error', () => undefined)
      resolve(answer.statusCode)
    }).on('error', () => resolve(undefined))
  })
}

/** The code of a new link. */
export async function shorten({ base }: ServiceProcess): Promise<string> {
  const answer = await fetch(`${base}/v1/free-urls/shorten`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ longUrl: `https://example.com/${randomUUID()}` }),
  })
  return ((await answer.json()) as { shortCode: string }).shortCode
}
