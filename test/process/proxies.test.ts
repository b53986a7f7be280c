import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient as createSocketClient } from 'graphql-ws'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { freePort } from '../support/port.ts'
import { type ServiceProcess, sendTo, startProcess } from '../support/process.ts'
import { type ProcessDatabase, processDatabase } from '../support/process-database.ts'

/** A program in front of the service, with its file in `ops/proxies`. */
interface Proxy {
  readonly program: string
  readonly file: string
  /** The file with the ports of this test, and without certificates. */
  readonly adapt: (text: string, port: number, servicePort: string) => string
  readonly start: (file: string, folder: string) => readonly string[]
}

const proxies: readonly Proxy[] = [
  {
    program: 'nginx',
    file: 'nginx.conf',
    adapt: (text, port, servicePort) => {
      const site = text
        .replaceAll('listen 443 ssl;', `listen 127.0.0.1:${port};`)
        .replace(/^\s*ssl_.*$/gm, '')
        .replace('127.0.0.1:3000', `127.0.0.1:${servicePort}`)
      // Its workers must enter the folder of this test, also when root runs it.
      return `user ${userInfo().username}; pid nginx.pid; error_log stderr; daemon off; events {} http { access_log off; client_body_temp_path body;
        proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi; ${site} }`
    },
    start: (file, folder) => ['-p', folder, '-c', file],
  },
  {
    program: 'caddy',
    file: 'Caddyfile',
    adapt: (text, port, servicePort) => {
      const sites = text
        .replace('\ntack.example.org {', `\nhttp://tack.example.org:${port} {`)
        .replace('\nexample.org {', `\nhttp://example.org:${port} {`)
        .replaceAll('127.0.0.1:3000', `127.0.0.1:${servicePort}`)
      return `{\n\tadmin off\n}\n${sites}`
    },
    start: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
  },
  {
    program: 'haproxy',
    file: 'haproxy.cfg',
    adapt: (text, port, servicePort) =>
      text
        .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
        .replace('127.0.0.1:3000', `127.0.0.1:${servicePort}`)
        .replace(/.*server node2.*/, ''),
    start: (file) => ['-q', '-db', '-f', file],
  },
]

const isInstalled = (program: string) => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { env: { PATH: `${process.env.PATH}:/usr/sbin` } })
    return true
  } catch {
    return false
  }
}

const installed = proxies.filter(({ program }) => isInstalled(program))

let database: ProcessDatabase
let service: ServiceProcess
let token: string
let folder: string
beforeAll(async () => {
  if (installed.length === 0) return
  folder = await mkdtemp(join(tmpdir(), 'tack-proxies-'))
  database = await processDatabase()
  service = await startProcess({
    DATABASE_URL: database.url,
    PUBLIC_URL: 'https://tack.example.org',
    SHORT_URL: 'https://example.org/go',
    TRUST_PROXY: '1',
    RATE_LIMITS: 'off',
    JWT_SECRET: randomBytes(24).toString('hex'),
    LOG_FORMAT: 'json',
  })
  const account = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' }
  token = (await sendTo<{ token: string }>(service, 'POST', '/v1/auth/register', '', account)).token
  for (const link of [
    { longUrl: 'https://example.com/spring', customUrl: 'spring' },
    { longUrl: 'https://example.com/query', customUrl: 'query', forwardQuery: true },
  ])
    await sendTo(service, 'POST', '/v1/urls', token, link)
}, 120_000)
afterAll(async () => {
  if (installed.length === 0) return
  service.child.kill('SIGTERM')
  await service.ended
  await database.drop()
  await rm(folder, { recursive: true })
})

describe.each(proxies)('behind $program', (proxy) => {
  const canRun = installed.includes(proxy)
  beforeEach(({ skip }) => {
    if (!canRun) skip(`${proxy.program} is not installed (Debian: apt-get install ${proxy.program}).`)
  })

  let port: number
  let child: ChildProcess | undefined
  let output = ''
  beforeAll(async () => {
    if (!canRun) return
    port = await freePort()
    const home = join(folder, proxy.program)
    await mkdir(home)
    const text = await readFile(join('ops/proxies', proxy.file), 'utf8')
    const file = join(home, proxy.file)
    await writeFile(file, proxy.adapt(text, port, new URL(service.base).port))
    const env = { PATH: `${process.env.PATH}:/usr/sbin`, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home }
    child = spawn(proxy.program, proxy.start(file, home), { env, stdio: 'pipe' })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (output += part))
    const endMs = performance.now() + 30_000
    while ((await send('GET', '/readyz').catch(() => null))?.status !== 200) {
      if (performance.now() > endMs) throw new Error(`${proxy.program} does not answer: ${output}`)
      await sleep(50)
    }
  }, 60_000)
  afterAll(() => void child?.kill('SIGTERM'))

  interface Sent {
    readonly host?: string
    readonly headers?: Record<string, string>
    readonly body?: string | Buffer
    readonly onData?: (part: string, answer: IncomingMessage) => void
  }

  /** Sends a request as a visitor at 127.0.0.2, with the path as it is. */
  const send = (method: string, path: string, { host = 'tack.example.org', headers = {}, body, onData }: Sent = {}) =>
    new Promise<{ status: number; headers: IncomingMessage['headers']; text: string }>((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        localAddress: '127.0.0.2',
        port,
        method,
        path,
        headers: { host, ...headers },
      }
      const sent = request(options, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => {
          text += part
          onData?.(part, answer)
        })
        const end = () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text })
        answer.on('end', end).on('close', end)
      })
      sent.on('error', reject).end(body)
    })

  const short = (path: string) => send('GET', path, { host: 'example.org', headers: { 'user-agent': 'curl/8.9.1' } })

  it('the service sees the address of the visitor, whatever headers the visitor sends', async () => {
    const forged = {
      'x-forwarded-for': '203.0.113.9',
      forwarded: 'for=203.0.113.8',
      'x-forwarded-host': 'evil.example',
    }
    const path = `/v1/urls/${proxy.program}`
    const { headers, status } = await send('GET', path, { headers: forged })
    expect(status).toBe(401)
    const line = () =>
      service
        .output()
        .split('\n')
        .find((each) => each.includes(`"reqId":"${headers['x-request-id']}"`))
    await expect.poll(line).toBeDefined()
    expect(JSON.parse(line() ?? '').req).toMatchObject({ ip: '127.0.0.2', path })
    // A page of the service itself, and not the page of an unknown host.
    expect((await send('GET', '/', { headers: forged })).status).toBe(200)
  })

  it('short addresses below a path work, with previews, codes, encoded characters and queries', async () => {
    expect(await short('/go/spring')).toMatchObject({
      status: 302,
      headers: { location: 'https://example.com/spring' },
    })
    for (const path of ['/go/spring+', '/go/spring%2B']) {
      const { status, text } = await short(path)
      expect([status, text.includes('href="/go/spring"')]).toEqual([200, true])
    }
    expect(await short('/go/spring/qr.svg')).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/svg+xml' },
    })
    expect((await short('/go/query?a=1%2F2&b=x+y%2B')).headers.location).toBe(
      'https://example.com/query?a=1%2F2&b=x+y%2B',
    )
    expect((await short('/go')).headers.location).toMatch(/\/go\/$/)
    expect((await short('/go/no-such-link')).status).toBe(404)
  })

  it('an address in a path arrives encoded as it was', async () => {
    const address = encodeURIComponent('https://example.org/go/spring')
    const { status, text } = await send('GET', `/v1/urls/redirect/${address}`)
    expect([status, JSON.parse(text).originalUrl]).toEqual([200, 'https://example.com/spring'])
  })

  it('an import of 49 MB arrives', async () => {
    const { id } = await sendTo<{ id: string }>(service, 'POST', '/v1/imports', token, { source: 'csv', dryRun: true })
    const row = `https://example.com/${'x'.repeat(2_000)}\n`
    const body = Buffer.from(`longUrl\n${row.repeat(Math.floor(49_000_000 / row.length))}`)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' }
    const answer = await send('PUT', `/v1/imports/${id}/content`, { headers, body })
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([202, expect.stringContaining(id)])
    await sendTo(service, 'POST', `/v1/imports/${id}/cancel`, token, {})
  }, 120_000)

  const subscription = 'subscription { clickRecorded(includeBots: true) { id } }'

  it('an event stream is not buffered', async () => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    }
    const startedAtMs = performance.now()
    const visits = setInterval(() => void short('/go/spring'), 500)
    const { text } = await send('POST', '/graphql', {
      headers,
      body: JSON.stringify({ query: subscription }),
      onData: (part, answer) => {
        if (part.includes('event: next')) answer.destroy()
      },
    })
    clearInterval(visits)
    expect(text).toContain('event: next')
    expect(performance.now() - startedAtMs).toBeLessThan(14_000)
  }, 60_000)

  it('a WebSocket receives events', async () => {
    class VisitorSocket extends WebSocket {
      constructor(address: string, protocols: string | string[]) {
        super(address, protocols, { headers: { host: 'tack.example.org' } })
      }
    }
    const client = createSocketClient({
      url: `ws://127.0.0.1:${port}/graphql`,
      webSocketImpl: VisitorSocket,
      connectionParams: { authorization: `Bearer ${token}` },
      retryAttempts: 0,
    })
    const visits = setInterval(() => void short('/go/spring'), 500)
    const first = await client.iterate({ query: subscription }).next()
    expect(first.value).toMatchObject({ data: { clickRecorded: { id: expect.any(String) } } })
    clearInterval(visits)
    await client.dispose()
  }, 60_000)
})
