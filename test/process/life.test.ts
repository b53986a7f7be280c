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

const setUp = () => ({ DATABASE_URL: database.url, LOG_LEVEL: 'error' })

async function follow({ base }: ServiceProcess, code: string): Promise<string | null> {
  const answer = await fetch(`${base}/${code}`, { redirect: 'manual', headers: { 'user-agent': 'curl/8.5.0' } })
  return answer.headers.get('location')
}

async function expectLost(service: ServiceProcess, folder: string): Promise<void> {
  expect(await service.ended).toBe(1)
  expect(service.output()).toContain(`The data folder ${folder} is no longer the one that this process has opened`)
}

async function post<T>({ base }: ServiceProcess, path: string, body: object, headers = {}): Promise<T> {
  const answer = await fetch(`${base}/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as T
}

async function shorten(service: ServiceProcess): Promise<string> {
  const input = { longUrl: 'https://example.com/kept' }
  return (await post<{ shortCode: string }>(service, '/free-urls/shorten', input)).shortCode
}

describe('the process', () => {
  it('keeps its links and the last use of an API key after SIGTERM, with exit code 0, and after kill -9, in a folder that no other user can read', async () => {
    process.umask(0o022)
    const environment = { DATABASE_URL: `file:${empty}`, LOG_LEVEL: 'warn' }
    const first = await startProcess(environment)
    const code = await shorten(first)
    expect(await listOpenFiles(empty)).toEqual([])
    const ada = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' }
    const { token } = await post<{ token: string }>(first, '/auth/register', ada)
    const session = { authorization: `Bearer ${token}` }
    const { key } = await post<{ key: string }>(first, '/keys', { name: 'the last one' }, session)
    const used = await fetch(`${first.base}/v1/urls`, { headers: { authorization: `Bearer ${key}` } })
    expect(used.status).toBe(200)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)

    // As a version before left them.
    for (const name of ['.', ...(await readdir(empty, { recursive: true }))])
      await chmod(join(empty, name), (await lstat(join(empty, name))).isDirectory() ? 0o755 : 0o644)
    const second = await startProcess(environment)
    expect(await listOpenFiles(empty)).toEqual([])
    expect(second.output().match(/other users of this machine could read the data folder/g)).toHaveLength(1)
    expect(await follow(second, code)).toBe('https://example.com/kept')
    const keys = await fetch(`${second.base}/v1/keys`, { headers: session })
    expect(await keys.json()).toMatchObject([{ name: 'the last one', lastUsedAt: expect.stringMatching(/Z$/) }])
    const late = await shorten(second)
    second.child.kill('SIGKILL')
    expect(await second.ended).toBeNull()

    const third = await startProcess(environment)
    expect(third.output()).not.toContain('other users of this machine')
    expect(await follow(third, code)).toBe('https://example.com/kept')
    expect(await follow(third, late)).toBe('https://example.com/kept')
    third.child.kill('SIGTERM')
    expect(await third.ended).toBe(0)
  })

  it('prints its URLs when it has started; a second one exits with a sentence; and it ends when another process takes the folder', async () => {
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
    const { folder } = database.place as { folder: string }
    await writeFile(join(folder, 'tack.lock'), '{}')
    await expectLost(holder, folder)
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

  it('exits with 1 and a sentence when its data folder is moved', async () => {
    const { place, url } = await processFolder()
    const { folder } = place as { folder: string }
    onTestFinished(() => rm(`${folder}-moved`, { recursive: true }))
    const service = await startProcess({ DATABASE_URL: url, LOG_LEVEL: 'error' })
    const code = await shorten(service)
    await rename(folder, `${folder}-moved`)
    // Whoever is sent on is counted: nobody is, when the clicks would be elsewhere than the links.
    expect(await follow(service, code)).toBeNull()
    await expectLost(service, folder)
    await expect(access(folder)).rejects.toThrow('ENOENT')
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
