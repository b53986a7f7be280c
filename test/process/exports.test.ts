import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tables } from '../../src/modules.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { type ServiceProcess, sendTo, startProcess } from '../support/process.ts'
import { type ProcessDatabase, processDatabase } from '../support/process-database.ts'
import { trials } from '../support/size.ts'

const kills = Number(process.env.TEST_KILLS ?? trials(1, 20))
const linkCount = trials(20_000, 40_000)
const pollOptions = { timeout: 120_000, interval: 20 }

let database: ProcessDatabase
let environment: Record<string, string>
beforeAll(async () => {
  database = await processDatabase()
  const JWT_SECRET = randomBytes(24).toString('hex')
  environment = { DATABASE_URL: database.url, LOG_LEVEL: 'error', RATE_LIMITS: 'off', JWT_SECRET }
})
afterAll(() => database.drop())

interface Answer {
  readonly id: string
  readonly token: string
  readonly state: string
  readonly rowCount: number
  readonly download: { readonly href: string; readonly byteCount: number } | null
}

const send = sendTo<Answer>
const read = (service: ServiceProcess, id: string, token: string) => send(service, 'GET', `/v1/exports/${id}`, token)

/** Runs statements while no process has the database. */
async function runSql<T extends object>(statement: string, parameters: unknown[] = []): Promise<T[]> {
  const opened = await openDatabase({ place: database.place, tables })
  try {
    return await opened.orm.em.fork().execute<T[]>(statement, parameters)
  } finally {
    await opened.close()
  }
}

it(
  'leaves one file, with each link once, after kill -9 in the middle of an export',
  async () => {
    let service = await startProcess(environment)
    const account = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' }
    const { token } = await send(service, 'POST', '/v1/auth/register', '', account)
    service.child.kill('SIGTERM')
    await service.ended
    // Counting each link in its workspace would take minutes.
    await runSql('alter table link disable trigger user')
    await runSql(
      `insert into link (id, workspace_id, code, is_custom, title, original_url, created_at, updated_at)
       select 'lnk_' || lpad(n::text, 26, '0'), workspace.id, 'row' || n, false, 'Row', 'https://example.com/' || n, now(), now()
         from workspace, generate_series(1, ?) as n`,
      [linkCount],
    )
    await runSql('alter table link enable trigger user')
    service = await startProcess(environment)
    const { id } = await send(service, 'POST', '/v1/exports/links', token, { format: 'json' })
    let previousCount = 0
    // The count is that of the attempt before, until the file is begun again.
    const hasNewRows = async () => ![0, previousCount].includes((await read(service, id, token)).rowCount)
    for (let kill = 1; kill <= kills; kill++) {
      await expect.poll(hasNewRows, pollOptions).toBe(true)
      await sleep(200 * Math.random())
      service.child.kill('SIGKILL')
      await service.ended
      service = await startProcess(environment)
      const { state, rowCount, download } = await read(service, id, token)
      expect({ state, download }).toEqual({ state: 'running', download: null })
      previousCount = rowCount
    }
    await expect.poll(async () => (await read(service, id, token)).state, pollOptions).toBe('completed')
    const { rowCount, download } = await read(service, id, token)
    expect(rowCount).toBe(linkCount)
    const text = await (await fetch(service.base + new URL(download?.href ?? '').pathname)).text()
    expect(Buffer.byteLength(text)).toBe(download?.byteCount)
    const links = JSON.parse(text) as { readonly longUrl: string }[]
    expect(new Set(links.map(({ longUrl }) => longUrl)).size).toBe(linkCount)
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
    const files = await runSql('select completed_at is not null as "isComplete" from stored_file')
    expect(files).toEqual([{ isComplete: true }])
    expect(await runSql('select 1 from stored_file_chunk where file_id not in (select id from stored_file)')).toEqual(
      [],
    )
  },
  180_000 + kills * 60_000,
)
