import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../support/port.ts'
import { startProcess } from '../support/process.ts'

const run = promisify(execFile)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tack-start-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const answers = (base: string) =>
  fetch(`${base}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

describe('npm start', () => {
  it('prints what to do next, and ends with the service at SIGTERM', async () => {
    const port = String(await freePort())
    const base = `http://localhost:${port}`
    const npm = spawn('npm', ['start'], {
      env: { ...process.env, PORT: port, DATABASE_URL: 'memory://' },
      stdio: 'pipe',
    })
    let output = ''
    npm.stdout.on('data', (text) => (output += text))
    await expect.poll(() => output, { timeout: 60_000 }).toContain('curl -X POST')
    expect(output).toContain(`Home page  ${base}\n`)
    expect(output.indexOf('Tack is running')).toBeLessThan(output.indexOf('{"level"') >>> 0)
    expect(await answers(base)).toBe(true)
    npm.kill('SIGTERM')
    await once(npm, 'exit')
    await expect.poll(() => answers(base), { timeout: 10_000 }).toBe(false)
  })
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

  it('serves while the disk of its log is full, counts the lines that it cannot write, and ends at SIGTERM', async () => {
    const [port, metricsPort] = [String(await freePort()), String(await freePort())]
    const full = await open('/dev/full', 'w')
    const service = spawn(process.execPath, ['dist/main.js'], {
      env: { ...process.env, PORT: port, METRICS_PORT: metricsPort, DATABASE_URL: 'memory://', DRAIN_SECONDS: '0' },
      stdio: ['ignore', full.fd, 'pipe'],
    })
    const readMetrics = () => fetch(`http://localhost:${metricsPort}/metrics`).then((answer) => answer.text())
    const base = `http://localhost:${port}`
    await expect.poll(() => answers(base), { timeout: 60_000 }).toBe(true)
    for (let n = 0; n < 10; n++) expect((await fetch(`${base}/v1/urls`)).status).toBe(401)
    expect(Number(/^tack_log_lines_dropped_total (\d+)$/m.exec(await readMetrics())?.[1])).toBeGreaterThanOrEqual(10)
    service.kill('SIGTERM')
    expect(await once(service, 'exit')).toEqual([0, null])
    await full.close()
  })

  it('closes a connection that sends nothing within 30 seconds, and serves its metrics on METRICS_PORT until it ends', async () => {
    const metricsPort = String(await freePort())
    const service = await startProcess({ DATABASE_URL: 'memory://', METRICS_PORT: metricsPort, LOG_LEVEL: 'error' })
    const socket = connect(Number(new URL(service.base).port), '127.0.0.1').resume()
    const startedMs = performance.now()
    await once(socket, 'close')
    // The process may be late on a busy machine, but not as late as the minute that Node takes by default.
    expect(performance.now() - startedMs).toBeLessThan(45_000)
    const url = `http://127.0.0.1:${metricsPort}/metrics`
    expect(await (await fetch(url)).text()).toContain('\ntack_database_up 1\n')
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
    await expect(fetch(url)).rejects.toThrow('fetch failed')
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
})
