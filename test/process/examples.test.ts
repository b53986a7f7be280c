import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { Browser } from '../oauth/browser.ts'
import { freePort } from '../support/port.ts'
import { type ServiceProcess, startProcess } from '../support/process.ts'

const folder = 'examples'
const isInstalled = existsSync(`${folder}/node_modules`)
const title = isInstalled
  ? 'the examples'
  : 'the examples: skipped, as their packages are not installed (npm ci --prefix examples)'
const ada = { email: 'ada@example.com', password: 'correct horse battery' }

describe.runIf(isInstalled)(title, () => {
  let service: ServiceProcess
  let token: string
  beforeAll(async () => {
    await run('npm', ['run', 'generate'])
    service = await startProcess({ DATABASE_URL: 'memory://', LOG_LEVEL: 'error', OUTWARD_NETWORKS: 'any' })
    token = (await post('/v1/auth/register', { name: 'Ada', ...ada })).token
  })
  afterAll(async () => {
    service.child.kill('SIGTERM')
    await service.ended
  })

  let started: ChildProcess | undefined
  afterEach(() => started?.kill('SIGKILL'))

  const run = async (command: string, parameters: string[]) =>
    (await promisify(execFile)(command, parameters, { cwd: folder })).stdout

  const post = async (path: string, body: object) => {
    const response = await fetch(service.base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    expect(response.ok).toBe(true)
    return response.json()
  }

  /** Starts an example as its npm script does, without npm in between, so that signals reach it. */
  function start(file: string, environment: Record<string, string> = {}) {
    const tsx = createRequire(`${process.cwd()}/${folder}/`).resolve('tsx/cli')
    const child = spawn(process.execPath, [tsx, file], {
      cwd: folder,
      env: { PATH: process.env.PATH, TACK_URL: service.base, TACK_TOKEN: token, ...environment },
      stdio: 'pipe',
    })
    started = child
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += piece))
    const ended = once(child, 'close').then(([code]) => ({ code, output }))
    return { child, ended, output: () => output }
  }

  it('have correct types', async () => {
    expect(await run('npm', ['run', '--silent', 'types'])).toBe('')
  })

  it('graphql-links.ts creates links, pages through them, and survives a missing one', async () => {
    const { code, output } = await start('graphql-links.ts').ended
    expect(output).toMatch(/^(Created http\S+\n){3}Page of 2 of 3 links\n {2}Third: 0 clicks\n/)
    expect(output).toContain('Page of 1 of 3 links\n  First: 0 clicks\n')
    expect(output).toContain('No url: LINK_NOT_FOUND\nLinks of everyone: ')
    expect(code).toBe(0)
  })

  it('rest-links.ts creates a link, reads its click and deletes it', async () => {
    const { code, output } = await start('rest-links.ts').ended
    expect(output).toMatch(/^Created \w+\nClicks: 1\nA limit of 0: 400 INVALID_PARAMS\nDeleted: true\n$/)
    expect(code).toBe(0)
  })

  it('webhook-receiver.ts prints a signed event, refuses a forged one, and removes its webhook', async () => {
    const port = String(await freePort())
    const example = start('webhook-receiver.ts', { PORT: port })
    await vi.waitFor(() => expect(example.output()).toContain(`listens on port ${port}`), { timeout: 20_000 })
    await post('/v1/urls', { longUrl: 'https://example.com/event' })
    await vi.waitFor(() => expect(example.output()).toContain('link.created {'), { timeout: 20_000 })
    const forged = await fetch(`http://localhost:${port}/`, { method: 'POST', body: '{"type":"link.created"}' })
    expect(forged.status).toBe(400)
    example.child.kill('SIGINT')
    expect((await example.ended).code).toBe(0)
    const headers = { authorization: `Bearer ${token}` }
    expect(await (await fetch(`${service.base}/v1/webhooks`, { headers })).json()).toEqual([])
  })

  it('oauth-application.ts reads the links of a person who allows it, and revokes its access', async () => {
    await post('/v1/urls', { longUrl: 'https://example.com/shared', title: 'Shared' })
    const example = start('oauth-application.ts', { PORT: String(await freePort()) })
    await vi.waitFor(() => expect(example.output()).toContain('Open http'), { timeout: 20_000 })
    const [, address = ''] = /Open (\S+)/.exec(example.output()) ?? []
    const browser = new Browser(service.base)
    const consent = await browser.submit(await browser.open(address), { act: 'login', ...ada })
    const callback = await browser.submit(consent, { act: 'allow' })
    expect(await (await fetch(callback.url)).text()).toBe('You can close this page.')
    const { code, output } = await example.ended
    expect(output).toMatch(/\nShared: \w+\n/)
    expect(output).toMatch(/\nAccess revoked\n$/)
    expect(code).toBe(0)
  })
})
