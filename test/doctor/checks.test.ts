import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { readSettings } from '../../src/config.ts'
import { tables } from '../../src/modules.ts'
import { createDatabaseCheck } from '../../src/platform/doctor/database-checks.ts'
import { type DoctorContext, formatLines, ok, problem, runChecks, warning } from '../../src/platform/doctor/doctor.ts'
import { diskCheck, settingsCheck } from '../../src/platform/doctor/machine-checks.ts'

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
  ...{ ownConnections: 0, oldestSeconds: 0 },
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
  [{}, 'ok', 'No setting contradicts'],
])('settings %j have their line', async (environment, status, text) => {
  const lines = await runChecks([settingsCheck], contextOf(environment))
  expect(lines).toContainEqual({ check: 'settings', status, text: expect.stringContaining(text) })
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
