import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'

const url = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379'

/** The URL of a Redis that answers; null skips the tests that need one. */
export const redisUrl: string | null = await answers()

async function answers(): Promise<string | null> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null })
  redis.on('error', () => undefined)
  try {
    await redis.connect()
    await redis.ping()
    return url
  } catch (error) {
    console.warn(`Tests with Redis are skipped: none answers at ${url} (${(error as Error).message}).`)
    return null
  } finally {
    redis.disconnect()
  }
}

/** A secret per test, and so its own key prefix. */
export function ownSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Reads the keys with one prefix from Redis. */
export async function keysOf(prefix: string): Promise<{ name: string; value: string[]; ttlMs: number }[]> {
  const redis = new Redis(url)
  try {
    const names: string[] = []
    for await (const some of redis.scanStream({ match: `${prefix}*`, count: 1000 })) names.push(...some)
    return await Promise.all(
      [...new Set(names)].sort().map(async (name) => ({
        name,
        value: Object.values(await redis.hgetall(name)),
        ttlMs: await redis.pttl(name),
      })),
    )
  } finally {
    redis.disconnect()
  }
}

/** Deletes the keys with one prefix. */
export async function removeKeysOf(prefix: string): Promise<void> {
  const names = (await keysOf(prefix)).map(({ name }) => name)
  if (names.length === 0) return
  const redis = new Redis(url)
  await redis.del(...names).finally(() => redis.disconnect())
}
