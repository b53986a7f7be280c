import { access, chmod, lstat, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { listOpenFiles } from '../support/open-files.ts'
import { type ServiceProcess, startProcess } from '../support/process.ts'
import { type ProcessDatabase, processFolder } from '../support/process-database.ts'

/** An empty folder, and one with a migrated database. */
let empty: string
let database: ProcessDatabase
beforeAll(async () => {
  empty = await mkdtemp(join(tmpdir(), 'tack-life-'))
  database = await processFolder()
})
afterAll(async () => {
  await rm(empty, { recursive: true })
  await database.drop()
})

const begun = () => ({ DATABASE_URL: `file:${empty}`, LOG_LEVEL: 'error' })
const setUp = () => ({ DATABASE_URL: database.url, LOG_LEVEL: 'error' })

async function shorten({ base }: ServiceProcess): Promise<string> {
  const body = JSON.stringify({ longUrl: 'https://example.com/kept' })
  const answer = await fetch(`${base}/v1/free-urls/shorten`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return ((await answer.json()) as { shortCode: string }).shortCode
}

async function follow({ base }: ServiceProcess, code: string): Promise<string | null> {
  const answer = await fetch(`${base}/${code}`, { redirect: 'manual', headers: { 'user-agent': 'curl/8.5.0' } })
  return answer.headers.get('location')
}

describe('the process', () => {
  it('keeps its links after SIGTERM, with exit code 0, and after kill -9, in a folder that no other user can read', async () => {
    process.umask(0o022)
    const first = await startProcess(begun())
    const code = await shorten(first)
    expect(await listOpenFiles(empty)).toEqual([])
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)

    // As a version before left them.
    for (const name of ['.', ...(await readdir(empty, { recursive: true }))])
      await chmod(join(empty, name), (await lstat(join(empty, name))).isDirectory() ? 0o755 : 0o644)
    const second = await startProcess({ ...begun(), LOG_LEVEL: 'warn' })
    expect(await listOpenFiles(empty)).toEqual([])
    expect(second.output().match(/other users of this machine could read the data folder/g)).toHaveLength(1)
    expect(await follow(second, code)).toBe('https://example.com/kept')
    const late = await shorten(second)
    second.child.kill('SIGKILL')
    expect(await second.ended).toBeNull()

    const third = await startProcess({ ...begun(), LOG_LEVEL: 'warn' })
    expect(third.output()).not.toContain('other users of this machine')
    expect(await follow(third, code)).toBe('https://example.com/kept')
    expect(await follow(third, late)).toBe('https://example.com/kept')
    third.child.kill('SIGTERM')
    expect(await third.ended).toBe(0)
  })

  it('stores the last use of an API key just before SIGTERM', async () => {
    const json = { 'content-type': 'application/json' }
    const first = await startProcess(setUp())
    const body = JSON.stringify({ name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' })
    const post = async (path: string, body: string, headers = {}) => {
      const answer = await fetch(`${first.base}/v1${path}`, { method: 'POST', body, headers: { ...json, ...headers } })
      return (await answer.json()) as { token: string; key: string }
    }
    const { token } = await post('/auth/register', body)
    const session = { authorization: `Bearer ${token}` }
    const { key } = await post('/keys', '{"name":"the last one"}', session)
    const used = await fetch(`${first.base}/v1/urls`, { headers: { authorization: `Bearer ${key}` } })
    expect(used.status).toBe(200)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)

    const second = await startProcess(setUp())
    const keys = await fetch(`${second.base}/v1/keys`, { headers: session })
    expect(await keys.json()).toMatchObject([{ name: 'the last one', lastUsedAt: expect.stringMatching(/Z$/) }])
    second.child.kill('SIGTERM')
    await second.ended
  }, 60_000)

  it('prints its URLs when it has started, and exits with a sentence when another process uses the folder', async () => {
    const holder = await startProcess(setUp())
    await expect.poll(() => holder.output()).toContain(`${holder.base}/graphql`)
    for (const address of ['/v1', '/docs', '/v1/openapi.json'])
      expect(holder.output()).toContain(`${holder.base}${address}`)
    expect(holder.output()).toContain(`curl -X POST ${holder.base}/v1/free-urls/shorten`)
    const second = await startProcess(setUp())
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain(`is in use by process ${holder.child.pid}`)
    expect(second.output()).not.toContain('    at ')
    expect(await shorten(holder)).toMatch(/^\w{7}$/)
    holder.child.kill('SIGTERM')
    expect(await holder.ended).toBe(0)
  })

  it('exits with a sentence when its journal cannot be written', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tack-life-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'journal'), 'a file where a folder belongs')
    const service = await startProcess({ DATABASE_URL: `file:${folder}`, LOG_LEVEL: 'error' })
    expect(await service.ended).toBe(1)
    expect(service.output()).toContain(`because it cannot use ${join(folder, 'journal')}`)
    expect(service.output()).not.toContain('    at ')
  })

  it.each([
    ['moved', (folder: string) => rename(folder, `${folder}-moved`)],
    ['taken by another process', (folder: string) => writeFile(join(folder, 'tack.lock'), '{}')],
  ])('exits with 1 and a sentence when its data folder is %s', async (how, lose) => {
    const { place, url, drop } = await processFolder()
    const { folder } = place as { folder: string }
    onTestFinished(async () => {
      await rm(`${folder}-moved`, { recursive: true, force: true })
      await drop().catch(() => undefined)
    })
    const service = await startProcess({ DATABASE_URL: url, LOG_LEVEL: 'error' })
    const code = await shorten(service)
    await lose(folder)
    // Whoever is sent on is counted: nobody is, when the clicks would be elsewhere than the links.
    if (how === 'moved') expect(await follow(service, code)).toBeNull()
    expect(await service.ended).toBe(1)
    if (how === 'moved') await expect(access(folder)).rejects.toThrow('ENOENT')
    expect(service.output()).toContain(`The data folder ${folder} is no longer the one that this process has opened`)
  })

  it('exits for invalid settings with their names and accepted values', async () => {
    const service = await startProcess({ DATABASE_URL: 'mysql://root:hunter2@host/x', RATE_LIMITS: 'maybe' })
    expect(await service.ended).toBe(1)
    expect(service.output()).toContain('DATABASE_URL accepts postgres://')
    expect(service.output()).toContain('RATE_LIMITS accepts on or off.')
    expect(service.output()).not.toContain('hunter2')
  })

  it('exits for a port in use with its number', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as { port: number }
    // Another server on the port must not answer the health check, so this one closes connections.
    other.on('connection', (socket) => socket.destroy())
    const service = await startProcess({ ...setUp(), PORT: String(port) })
    expect(await service.ended).toBe(1)
    expect(service.output()).toContain(`Port ${port} is in use`)
    other.close()
  })
})
