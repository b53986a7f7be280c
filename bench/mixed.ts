import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { benchDatabase } from './database.ts'
import { load, machine, startPinned } from './processes.ts'
import { costliest, stacksIn, widest } from './profile.ts'

/**
 * A mixed load (mixed.lua) on PostgreSQL, its answers compared with the database and what costs most.
 * `rm -r dist; SOURCE_MAPS=on npm run compile`, then `node --import tsx bench/mixed.ts [seconds]`
 */
const [, , seconds = '20'] = process.argv
const { url, drop } = await benchDatabase('postgres')
const profile = mkdtempSync(join(tmpdir(), 'tack-profile-'))
process.env.BENCH_NODE_FLAGS = `--cpu-prof --cpu-prof-dir=${profile}`
const tack = await startPinned(
  'dist/main.js',
  3902,
  { DATABASE_URL: url, RATE_LIMITS: 'off', LOG_LEVEL: 'warn', NODE_ENV: 'production', JWT_SECRET: 'x'.repeat(32) },
  '/readyz',
)
const answer = await fetch(`${tack.base}/v1/auth/register`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ name: 'B', email: 'b@example.com', password: 'a long bench password' }),
})
const { token, user } = (await answer.json()) as { token: string; user: { id: string } }
const database = new pg.Client({ connectionString: url })
await database.connect()
await database.query(
  `with made as (
     insert into link (id, workspace_id, code, is_custom, title, original_url, created_at, updated_at)
     select 'lnk_bench' || n, (select id from workspace where personal_account_id = $1), 'bench-' || n, true, 'bench', 'https://example.com/' || n, now(), now()
       from generate_series(1, 10000) as n returning id, code, workspace_id)
   insert into code (key, link_id, workspace_id) select code, id, workspace_id from made`,
  [user.id],
)
process.env.BENCH_TOKEN = token
const { perSecond, p50, p99, text } = load(tack.base, { seconds: Number(seconds), script: 'bench/mixed.lua' })
const [redirects = 0, resolved = 0, created = 0, failed = 0] = (/counts (.*)/.exec(text)?.[1] ?? '')
  .split(' ')
  .map(Number)
const { rows } = await database.query(
  `select (select count(*)::int from click) as clicks, (select sum(current_clicks)::int from link) as counted,
          (select count(*)::int - 10000 from link) as links`,
)
const [{ clicks, counted, links }] = rows as [{ clicks: number; counted: number; links: number }]
await database.end()
await tack.stop()
console.log(`mixed load: ${perSecond.toFixed(0)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; ${machine()}`)
console.log(`answers: ${redirects} redirects, ${resolved} resolutions, ${created} new links, ${failed} others`)
// One visitor who resolves a link and then opens it within ten seconds is one click, and all of this load is one visitor.
console.log(`database: ${clicks} clicks, counters ${counted}, ${links} new links`)
const stacks = stacksIn(profile, Number(seconds))
console.log(`busiest by themselves:\n${costliest(stacks, 12).join('\n')}`)
console.log(`anywhere on the stack:\n${widest(stacks, 24).join('\n')}`)
rmSync(profile, { recursive: true })
await drop()
if (clicks !== counted || links < created || failed > 0) process.exitCode = 1
