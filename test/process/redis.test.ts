import { afterAll, describe, expect, it } from 'vitest'
import { RedisLedger } from '../../src/base/limits/redis.ts'
import { Keyring } from '../../src/base/secrets.ts'
import { startProcess } from '../support/process.ts'
import { ownSecret, redisUrl, removeKeysOf } from '../support/redis.ts'

const secret = ownSecret()
const url = redisUrl ?? 'redis://none'

describe.runIf(redisUrl)('two processes with one Redis', () => {
  afterAll(() => removeKeysOf(new RedisLedger({ url, key: new Keyring(secret).key('limits') }).prefix))

  it('admit exactly 100 of 500 calls at once on a quota of 100, and end with 0', async () => {
    const environment = {
      DATABASE_URL: 'memory://',
      JWT_SECRET: secret,
      REDIS_URL: url,
      RATE_LIMIT_PER_MINUTE: '100',
      LOG_LEVEL: 'warn',
    }
    const nodes = await Promise.all([startProcess(environment), startProcess(environment)])
    const calls = Array.from({ length: 500 }, (_, n) => fetch(`${nodes[n % 2]?.base}/v1/auth/me`))
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    for (const { child } of nodes) child.kill('SIGTERM')
    expect(await Promise.all(nodes.map(({ ended }) => ended))).toEqual([0, 0])
    // A node that had counted by itself would have said so.
    expect(nodes.map(({ output }) => output()).join()).not.toContain('shared limits')
    expect(statuses.filter((status) => status === 401)).toHaveLength(100)
    expect(statuses.filter((status) => status === 429)).toHaveLength(400)
  })
})
