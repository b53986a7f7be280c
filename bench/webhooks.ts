import { once } from 'node:events'
import { createServer } from 'node:http'
import pg from 'pg'
import { benchDatabase } from './database.ts'
import { cpuSeconds, machine } from './processes.ts'
import { BenchService } from './service.ts'

/**
 * Deliveries a second to quick receivers on PostgreSQL, from the first one that arrives to the last, and whether each has
 * arrived once. `npm run compile`, then `node --import tsx bench/webhooks.ts [receivers] [deliveries]`
 */
const [receiverCount, deliveryCount] = [Number(process.argv[2] ?? 100), Number(process.argv[3] ?? 20_000)]

const { url, drop } = await benchDatabase('postgres')
const service = await BenchService.start(3905, {
  DATABASE_URL: url,
  OUTWARD_NETWORKS: 'any',
  PLAN_LIMITS: `free.webhooks=${receiverCount}`,
})
let [arrived, firstAt, lastAt] = [0, 0, 0]
const receiver = createServer((request, response) => {
  request.resume().on('end', () => {
    lastAt = performance.now()
    firstAt ||= lastAt
    arrived++
    response.end()
  })
}).listen(3906, '127.0.0.1')
await once(receiver, 'listening')

const events = ['link.created']
for (let number = 0; number < receiverCount; number++)
  await service.send('POST', '/webhooks', { name: `W${number}`, url: `http://127.0.0.1:3906/${number}`, events })
await service.send('POST', '/urls', { longUrl: 'https://example.com/' })
while (arrived < receiverCount) await new Promise((resolve) => setTimeout(resolve, 100))
;[arrived, firstAt] = [0, 0]

const client = new pg.Client({ connectionString: url })
await client.connect()
const cpuBefore = cpuSeconds(service.server.child.pid ?? 0)
await client.query(
  `insert into webhook_delivery (id, webhook_id, event_id, state, next_attempt_at, created_at)
   select 'dlv_' || gen_random_uuid(), webhook.id, event.id, 'pending', now(), now()
     from webhook
    cross join (select id from event where kind = 'link.created') as event
    cross join generate_series(1, $1::int)`,
  [Math.ceil(deliveryCount / receiverCount)],
)
const countOpen = async () =>
  Number((await client.query(`select count(*) from webhook_delivery where state <> 'succeeded'`)).rows[0].count)
while ((await countOpen()) > 0) await new Promise((resolve) => setTimeout(resolve, 500))
const cpu = cpuSeconds(service.server.child.pid ?? 0) - cpuBefore
const expected = Math.ceil(deliveryCount / receiverCount) * receiverCount
console.log(
  `${receiverCount} receivers: ${Math.round(arrived / ((lastAt - firstAt) / 1000))} deliveries a second, ` +
    `${((cpu * 1e6) / arrived).toFixed(0)} µs of CPU of the service each; ${arrived} arrived of ${expected}; ${machine()}`,
)
if (arrived !== expected) process.exitCode = 1
await client.end()
receiver.close()
receiver.closeAllConnections()
await service.server.stop()
await drop()
