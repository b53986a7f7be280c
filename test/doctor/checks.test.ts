import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { readSettings } from '../../src/config.ts'
import { serviceChecks, tables } from '../../src/modules.ts'
import { createDatabaseCheck } from '../../src/platform/doctor/database-checks.ts'
import { type DoctorContext, formatLines, ok, problem, runChecks, warning } from '../../src/platform/doctor/doctor.ts'
import { diskCheck } from '../../src/platform/doctor/machine-checks.ts'
import { settingsCheck } from '../../src/platform/doctor/settings-check.ts'

const run = promisify(execFile)
const now = new Date('2026-11-28T12:00:00Z')

function contextOf(environment: Record<string, string>, changes: Partial<DoctorContext> = {}): DoctorContext {
  return { settings: readSettings(environment), query: null, now: () => now, ...changes }
}

it('what is wrong comes first, and a check that hangs or throws hides no other', async () => {
  const checks = [
    { name: 'good', run: async () => [ok('It works.')] },
    { name: 'late', run: () => new Promise<never>(() => undefined) },
    { name: 'bad', run: async () => [warning('It is slow.'), problem('It is\nbroken.')] },
    { name: 'thrown', run: () => Promise.reject(new Error('no luck')) },
  ]
  const lines = await runChecks(checks, contextOf({}), 20)
  expect(formatLines(lines).split('\n')).toEqual([
    'error    late    The check failed: No answer within 20 ms.',
    'error    bad     It is broken.',
    'error    thrown  The check failed: no luck',
    'warning  bad     It is slow.',
    'ok       good    It works.',
  ])
})

const server = {
  ...{ version: 150_018, nowMs: now.getTime(), isReadOnly: false, connections: 10, maxConnections: 97 },
  ...{ ownConnections: 0, oldestSeconds: 0, isUnlimited: false },
}

/** A server that gives these answers. */
function serverWith(changes: Partial<typeof server>, dead: object[] = [], standbys: object[] = []) {
  const query = async (sql: string) => {
    if (sql.includes('pg_stat_user_tables')) return dead
    if (sql.includes('pg_stat_replication')) return standbys
    if (sql.includes('server_version_num')) return [{ ...server, ...changes }]
    return [{ name: 'mikro_orm_migrations' }]
  }
  return contextOf({ DATABASE_URL: 'postgres://localhost/tack' }, { query: query as DoctorContext['query'] })
}

it.each([
  ['a clock that was set back', serverWith({ nowMs: now.getTime() + 5_000 }), 'differ by 5 s'],
  ['an old server', serverWith({ version: 140_000 }), 'older than PostgreSQL 15'],
  ['a server that is read-only', serverWith({ isReadOnly: true }), 'read-only'],
  ['too few connections', serverWith({ connections: 80 }), '17 connections are left'],
  ['a pooler that drops parameters', serverWith({ isUnlimited: true }), 'keeps the time limits'],
  ['an old transaction', serverWith({ oldestSeconds: 90 }), 'open for 90 s'],
  ['dead rows', serverWith({}, [{ table: 'link', dead: 200_000 }]), 'link has 200000 dead rows'],
  ['a standby that lags', serverWith({}, [], [{ name: 'second', seconds: 40 }]), 'second is 40 s behind'],
])('%s of the database has its line', async (_, context, text) => {
  const lines = await runChecks([createDatabaseCheck(tables)], context)
  expect(lines.filter(({ status }) => status !== 'ok').map((line) => line.text)).toContainEqual(
    expect.stringContaining(text),
  )
})

it.each([
  [{ GEOIP_DB: '/nowhere/x.mmdb' }, 'error', 'GEOIP_DB'],
  [{ JWT_SECRET: 'x'.repeat(32), JWT_SECRET_PREVIOUS: 'x'.repeat(32) }, 'error', 'JWT_SECRET_PREVIOUS'],
  [{ REDIS_URL: 'redis://localhost', RATE_LIMITS: 'off' }, 'warning', 'RATE_LIMITS=off'],
  [{ NODE_ENV: 'production', DATABASE_URL: 'memory://' }, 'error', 'keeps nothing'],
  [{ NODE_ENV: 'production', PUBLIC_URL: 'https://x.test' }, 'warning', 'TRUST_PROXY'],
  [{ JWT_SECRET: 'x'.repeat(32) }, 'warning', 'JWT_SECRET can be guessed'],
  [{ NODE_ENV: 'production', JWT_SECRET: 'please-change-me-please-change-me' }, 'error', 'JWT_SECRET can be guessed'],
  [{ JWT_SECERT: 'anything' }, 'warning', 'JWT_SECERT is not a setting. Did you mean JWT_SECRET?'],
  [{ SMTP_HOST: 'mail.example.com' }, 'warning', 'SMTP_HOST is not a setting. Did you mean SMTP_URL?'],
  [{ RATE_LIMIT_PER_MINTUE: '7' }, 'warning', 'Did you mean RATE_LIMIT_PER_MINUTE?'],
  [{ REDIS_PORT: 'tcp://10.0.0.1:6379', HOSTNAME: 'a', REDIS_SERVICE_HOST: 'b', PWD: '/' }, 'ok', 'No setting'],
  [{}, 'ok', 'No setting contradicts'],
])('settings %j have their line', async (environment, status, text) => {
  const lines = await runChecks([settingsCheck], contextOf(environment))
  expect(lines).toContainEqual({ check: 'settings', status, text: expect.stringContaining(text) })
})

const nowhere = 'http://127.0.0.1:1'
const oidc = { OIDC_CLIENT_ID: 'tack', OIDC_NETWORKS: 'any' }
const llm = { LLM_MODEL: 'small', LLM_API_KEY: 'key' }

it.each([
  ['REDIS_URL', { REDIS_URL: 'redis://127.0.0.1:1' }, 'Redis does not answer'],
  ['SMTP_URL', { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@example.com' }, 'does not accept a connection'],
  ['OIDC_ISSUER', { OIDC_ISSUER: nowhere, ...oidc }, 'Nobody logs in there'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', { OTEL_EXPORTER_OTLP_ENDPOINT: nowhere }, 'Traces are lost'],
  ['LLM_BASE_URL', { LLM_BASE_URL: nowhere, ...llm }, 'The language model does not answer'],
  ['BACKUP_DIR', { BACKUP_EVERY: '1d', BACKUP_DIR: '/dev/null/backups' }, 'No backup can be made'],
])('%s that names something that is away has its line, with what to do', async (_name, environment, text) => {
  const lines = await runChecks(serviceChecks, contextOf(environment))
  expect(lines[0]).toMatchObject({ status: 'error', text: expect.stringContaining(text) })
  expect(lines[0]?.text).toMatch(/Start it, or correct|Make it writable|or start it/)
})

it.each([
  ['an issuer with another name', 200, { issuer: 'https://other.example' }, 'Set OIDC_ISSUER to this'],
  ['a page instead of a description', 404, 'Not found', 'does not describe itself (status 404)'],
  ['a model that refuses the key', 401, {}, 'refuses LLM_API_KEY'],
  ['a model with another list', 200, { data: [{ id: 'large' }] }, 'its list does not have small'],
  ['a collector that refuses the headers', 403, {}, 'Correct OTEL_EXPORTER_OTLP_HEADERS'],
  ['a server that is no collector', 404, {}, 'Correct OTEL_EXPORTER_OTLP_ENDPOINT'],
])('%s has its line', async (_, status, answer, text) => {
  const server = createServer((_request, response) => response.writeHead(status).end(JSON.stringify(answer)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const environment = { OIDC_ISSUER: url, ...oidc, LLM_BASE_URL: url, ...llm, OTEL_EXPORTER_OTLP_ENDPOINT: url }
  const lines = await runChecks(serviceChecks, contextOf(environment))
  expect(lines.filter((line) => line.status !== 'ok').map((line) => line.text)).toContainEqual(
    expect.stringContaining(text),
  )
})

it('a disk that is nearly full has its line', async ({ skip }) => {
  const folder = await mkdtemp(join(tmpdir(), 'tack-disk-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const isMounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).then(
    () => true,
    () => false,
  )
  if (!isMounted) skip('Only root can mount a small disk.')
  onTestFinished(async () => void (await run('umount', [folder])))
  const [line] = await runChecks([diskCheck], contextOf({ DATABASE_URL: `file:${folder}` }))
  expect(line).toMatchObject({ status: 'error', text: expect.stringContaining('Make room') })
})
