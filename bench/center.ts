import 'reflect-metadata'
import { createApp } from '../src/app.ts'
import { readSettings } from '../src/config.ts'
import { settledDeliveryMetricsSql } from '../src/modules/integrations/webhooks/deliveries/delivery-metrics.queries.ts'
import { addToHistogramSql } from '../src/platform/database/duration-histogram.queries.ts'
import { statementTimeoutSql } from '../src/platform/database/silence-detector.ts'
import { benchDatabase } from './database.ts'
import { machine, median } from './processes.ts'

/**
 * The command center of an account with 1,000,000 deliveries in its log, of five webhooks over 30 days, against one with
 * 1,000, at every range. `node --import tsx bench/center.ts [postgres|embedded] [deliveries]`
 */
const [, , kind = 'postgres', given = '1000000'] = process.argv
const most = Number(given)
const { url, drop } = await benchDatabase(kind)
const app = await createApp({
  settings: readSettings({ DATABASE_URL: url, RATE_LIMITS: 'off', LOG_LEVEL: 'warn', JWT_SECRET: 'x'.repeat(32) }),
})
const run = (sql: string, values: unknown[] = []) =>
  app.database.orm.em.fork().transactional(async (em) => {
    await em.execute(`select ${statementTimeoutSql(0)}`)
    await em.execute(sql, values)
  })

interface Account {
  readonly id: string
  readonly token: string
}

async function accountWith(deliveries: number): Promise<Account> {
  const input = { name: 'Ada', email: `ada${deliveries}@example.com`, password: 'correct horse battery' }
  const answer = await app.server.inject({ method: 'POST', url: '/v1/auth/register', payload: input })
  const { token, user } = answer.json()
  const ids: string[] = []
  for (let n = 0; n < 5; n++) {
    const payload = {
      name: `Receiver ${n}`,
      url: `https://hooks.example.com/${deliveries}/${n}`,
      events: ['link.deleted'],
    }
    const headers = { authorization: `Bearer ${token}` }
    ids.push((await app.server.inject({ method: 'POST', url: '/v1/webhooks', payload, headers })).json().id)
  }
  await write({ id: user.id, token }, ids, deliveries)
  return { id: user.id, token }
}

/** Of 1,000 deliveries one was given up, and one waits for its next attempt. */
async function write({ id }: Account, webhooks: readonly string[], deliveries: number): Promise<void> {
  const each = 100_000
  for (let done = 0; done < deliveries; done += each) {
    const count = Math.min(each, deliveries - done)
    const batch = `${deliveries}_${done}_`
    await run(
      `insert into event (id, kind, workspace_id, payload, created_at)
       select 'evt_' || ? || n, 'link.created', ?, '{}', now() - random() * interval '30 days'
         from generate_series(1, ?) as n`,
      [batch, id, count],
    )
    await run(
      `insert into webhook_delivery (id, webhook_id, event_id, state, attempt, duration_ms, next_attempt_at,
                                     created_at, settled_at)
       select 'dlv_' || ? || n, (array[${webhooks.map(() => '?').join(', ')}])[1 + n % 5], event.id,
              case when n % 1000 = 0 then 'exhausted' when n % 1000 = 1 then 'failed' else 'succeeded' end, 1,
              (5 + 400 * random() ^ 4)::int, case when n % 1000 = 1 then now() + interval '1 day' end,
              event.created_at,
              case when n % 1000 <> 1 then least(event.created_at + random() ^ 8 * interval '1 hour', now()) end
         from generate_series(1, ?) as n join event on event.id = 'evt_' || ? || n`,
      [batch, ...webhooks, count, batch],
    )
  }
  await run(addToHistogramSql('webhook_sum', settledDeliveryMetricsSql), [
    webhooks,
    new Date(0),
    new Date(Date.now() + 1),
  ])
}

async function milliseconds({ token }: Account, path: string): Promise<number> {
  const begin = performance.now()
  const headers = { authorization: `Bearer ${token}` }
  const { statusCode, body } = await app.server.inject({ url: `/v1/integrations/command-center${path}`, headers })
  if (statusCode !== 200) throw new Error(body)
  return performance.now() - begin
}

const [few, many] = [await accountWith(1_000), await accountWith(most)]
if (kind === 'postgres') await run('analyze')
for (const path of ['/summary', ...['1h', '24h', '7d', '30d', '90d'].map((range) => `?range=${range}`)]) {
  const [a, b]: [number[], number[]] = [[], []]
  for (let round = 0; round < 40; round++) {
    a.push(await milliseconds(few, path))
    b.push(await milliseconds(many, path))
  }
  const [thousand, million] = [median(a), median(b)]
  console.log(
    `${path}: ${thousand.toFixed(1)} ms with 1,000, ${million.toFixed(1)} ms with ${most}: ` +
      `ratio ${(million / thousand).toFixed(2)}`,
  )
}
console.log(machine())
await app.close()
await drop()
