import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startProcess } from '../support/process.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tack-doctor-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs the program, and returns its exit code and its lines, as status and check. */
async function doctor(environment: Record<string, string>) {
  const env = { PATH: process.env.PATH, ...environment }
  const program = promisify(execFile)(process.execPath, [resolve('dist/doctor.js')], { env, cwd: folder })
  const { code, stdout } = await program.then(
    (result) => ({ code: 0, ...result }),
    (error: { code: number; stdout: string }) => error,
  )
  const lines = stdout.trimEnd().split('\n')
  return { code, stdout, lines: lines.map((line) => line.split(/ +/, 2).join(' ')) }
}

it('names each part that is away, what is wrong first, and ends with 1', async () => {
  const { code, lines } = await doctor({
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    REDIS_URL: 'redis://127.0.0.1:1',
    ...{ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'tack@example.com', GEOIP_DB: '/nowhere/x.mmdb' },
    ...{ SHORT_URL: 'https://127.0.0.1:1', OUTWARD_NETWORKS: 'any', PORT: '1' },
  })
  expect(code).toBe(1)
  const wrong = ['database', 'settings', 'redis', 'mail', 'certificates']
  expect(lines.slice(0, wrong.length).toSorted()).toEqual(wrong.map((check) => `error ${check}`).toSorted())
  expect(lines.slice(wrong.length).filter((line) => line.startsWith('error'))).toEqual([])
})

it('names a setting that stops the start, and ends with 1', async () => {
  const { code, stdout } = await doctor({ PORT: 'hunter2', LOG_LEVEL: 'loud' })
  expect(code).toBe(1)
  expect(stdout).toMatch(/^error +settings +PORT accepts [^\n]+\nerror +settings +LOG_LEVEL accepts [^\n]+\n$/)
})

it('finds nothing wrong beside a service with the embedded database, and after it', async () => {
  const data = join(folder, 'data')
  const environment = { DATABASE_URL: `file:${data}`, OUTWARD_NETWORKS: 'any', LOG_LEVEL: 'error' }
  const service = await startProcess(environment)
  const port = new URL(service.base).port
  const beside = await doctor({ ...environment, PORT: port })
  expect([beside.code, beside.stdout]).toEqual([0, expect.stringContaining('The tables are of this version')])
  expect(beside.stdout).toContain('accepts visitors')
  service.child.kill('SIGTERM')
  await service.ended
  const after = await doctor({ ...environment, PORT: port })
  expect([after.code, after.stdout]).toEqual([0, expect.stringContaining('The tables are of this version')])
})
