import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type FileHandle, mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFailed, vi } from 'vitest'
import { freePort } from '../support/port.ts'
import { startProcess } from '../support/process.ts'

const run = promisify(execFile)

/** Longer than any machine needs: what happens decides, and not the clock. */
const waiting = { timeout: 240_000, interval: 50 }

const answers = (base: string) =>
  fetch(`${base}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

let folder: string
/** The compiled service while the disk of its log is full, with a connection to it that has never sent anything. */
let full: FileHandle
let service: ChildProcess
let base: string
let metricsUrl: string
let closedAfterMs: Promise<number>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tack-start-'))
  full = await open('/dev/full', 'w')
  const [port, metricsPort] = [String(await freePort()), String(await freePort())]
  base = `http://localhost:${port}`
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`
  service = spawn(process.execPath, ['dist/main.js'], {
    env: { ...process.env, PORT: port, METRICS_PORT: metricsPort, DATABASE_URL: 'memory://', DRAIN_SECONDS: '0' },
    stdio: ['ignore', full.fd, 'pipe'],
  })
  await vi.waitFor(async () => expect(await answers(base)).toBe(true), waiting)
  // The tests before the last one take their time meanwhile.
  const socket = connect(Number(port), '127.0.0.1').resume()
  const startedMs = performance.now()
  closedAfterMs = once(socket, 'close').then(() => performance.now() - startedMs)
}, 300_000)
afterAll(async () => {
  service.kill('SIGKILL')
  await full.close()
  await rm(folder, { recursive: true, force: true })
})

describe('npm start', () => {
  it('prints what to do next, and ends with the service at SIGTERM', async () => {
    const port = String(await freePort())
    const base = `http://localhost:${port}`
    const npm = spawn('npm', ['start'], {
      env: { ...process.env, PORT: port, DATABASE_URL: 'memory://', DRAIN_SECONDS: '0' },
      stdio: 'pipe',
      // A group of its own, which ends with the test.
      detached: true,
    })
    onTestFailed(() => {
      if (npm.pid !== undefined) process.kill(-npm.pid, 'SIGKILL')
    })
    let output = ''
    npm.stdout.on('data', (text) => (output += text))
    // Until its last line: it is written in pieces.
    await expect.poll(() => output, waiting).toMatch(/curl -X POST .*\n/)
    expect(output).toContain(`Home page  ${base}\n`)
    // On a busy machine the log says before how long the start takes.
    expect(output.indexOf('Tack is running')).toBeLessThan(output.indexOf('"started"') >>> 0)
    await expect.poll(() => answers(base), waiting).toBe(true)
    const exited = once(npm, 'exit')
    npm.kill('SIGTERM')
    await exited
    await expect.poll(() => answers(base), waiting).toBe(false)
  }, 300_000)
})

describe('the compiled service', () => {
  it('says which Node it needs when it runs with an older one', async () => {
    const pretendOld = 'data:text/javascript,Object.defineProperty(process.versions, "node", { value: "20.20.2" })'
    const { code, stderr } = await run(process.execPath, ['--import', pretendOld, 'dist/main.js']).then(
      () => ({ code: 0, stderr: '' }),
      (error) => error,
    )
    expect(code).toBe(1)
    expect(stderr).toBe('Tack needs Node 22.17 or later, and this is 20.20.2. npm start brings the right one.\n')
    // An older Node refuses the whole file for a name that its modules do not have.
    const [, ...names] = (await readFile('dist/main.js', 'utf8')).split(/import ?\{/)
    expect(names.filter((text) => /^[^}]*\} ?from ?"node:/.test(text))).toEqual([])
  })

  it('creates its database again when the first start was interrupted', async () => {
    const data = join(folder, 'interrupted')
    await mkdir(join(data, 'database'), { recursive: true })
    await writeFile(join(data, 'database', 'PG_VERSION'), '18\n')
    await writeFile(join(data, 'database.incomplete'), '')
    const service = await startProcess({ DATABASE_URL: `file:${data}`, LOG_LEVEL: 'error' })
    expect(await answers(service.base)).toBe(true)
    service.child.kill('SIGTERM')
    await service.ended
    expect(await readdir(data)).not.toContain('database.incomplete')
  })

  it('serves while the disk of its log is full, and counts the lines that it cannot write', async () => {
    for (let n = 0; n < 10; n++) expect((await fetch(`${base}/v1/urls`)).status).toBe(401)
    const metrics = await (await fetch(metricsUrl)).text()
    expect(Number(/^tack_log_lines_dropped_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThanOrEqual(10)
  })

  it('closes a connection that sends nothing within 30 seconds, and serves its metrics on METRICS_PORT until it ends at SIGTERM', async () => {
    // The process may be late on a busy machine, but not as late as the minute that Node takes by default.
    expect(await closedAfterMs).toBeLessThan(45_000)
    expect(await (await fetch(metricsUrl)).text()).toContain('\ntack_database_up 1\n')
    const exited = once(service, 'exit')
    service.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
    await expect(fetch(metricsUrl)).rejects.toThrow('fetch failed')
  })
})
