import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RedisRateLimitStore } from '../../src/platform/rate-limiting/redis-store.ts'
import { Keyring } from '../../src/platform/shared/keyring.ts'
import { startProcess } from '../support/process.ts'
import { type ProcessDatabase, processFolder } from '../support/process-database.ts'
import { ownSecret, redisUrl, removeKeysOf } from '../support/redis.ts'

const url = redisUrl ?? 'redis://none'

describe.runIf(redisUrl)('two processes with one Redis', () => {
  const secret = ownSecret()
  let databases: ProcessDatabase[]
  beforeAll(async () => {
    databases = [await processFolder(), await processFolder()]
  })
  afterAll(async () => {
    await removeKeysOf(new RedisRateLimitStore({ url, hmacKey: new Keyring(secret).key('limits') }).prefix)
    for (const database of databases) await database.drop()
  })

  it('allow exactly 40 of 120 simultaneous calls on a quota of 40, and exit with 0', async () => {
    const environment = {
      JWT_SECRET: secret,
      REDIS_URL: url,
      RATE_LIMIT_PER_MINUTE: '40',
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
    }
    const nodes = await Promise.all(databases.map(({ url }) => startProcess({ ...environment, DATABASE_URL: url })))
    const call = async (n: number, from: string) => {
      const answer = await fetch(`${nodes[n % 2]?.base}/v1/auth/me`, { headers: { 'x-forwarded-for': from } })
      // A connection whose answer is not read stays open.
      await answer.text()
      return answer.status
    }
    // Cold code is slow, and a node that is too slow counts by itself.
    for (let n = 0; n < 40; n++) await call(n, '203.0.113.1')
    const statuses = await Promise.all(Array.from({ length: 120 }, (_, n) => call(n, '203.0.113.2')))
    for (const { child } of nodes) child.kill('SIGTERM')
    expect(await Promise.all(nodes.map(({ ended }) => ended))).toEqual([0, 0])
    expect(nodes.map(({ output }) => output()).join()).not.toContain('rate limits')
    expect(statuses.filter((status) => status === 401)).toHaveLength(40)
    expect(statuses.filter((status) => status === 429)).toHaveLength(80)
  }, 60_000)
})
