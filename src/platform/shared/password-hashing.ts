import argon2 from 'argon2'
import { ConcurrencyLimiter } from './event-loop/concurrency-limiter.ts'

/**
 * argon2id, 19 MiB, two passes, one lane (OWASP Password Storage Cheat Sheet); the library has other defaults. No setting
 * changes them: only tests that are about something else take less memory.
 */
export const argon2Parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * All hashing of the process uses this limiter. Two at once leave half of the four threads of libuv to files and DNS,
 * and a full queue is done before the Retry-After of rejected requests has passed (promises, section 4).
 */
const limiter = new ConcurrencyLimiter({ maxConcurrent: 2, maxQueued: 50 })

/** A hash that no password matches: salt and digest are zeros. Comparing with it takes as long as any comparison. */
const decoyHash = () =>
  `$argon2id$v=19$m=${argon2Parameters.memoryCost},t=${argon2Parameters.timeCost},p=${argon2Parameters.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** The caller that waits for a hash: an account or a network. */
export interface HashingCaller {
  readonly key: string
  /** Whether nobody waits any more: what has not begun by then is dropped. */
  isGone?(): boolean
}

/** The result of comparing a password with a stored hash. */
export interface PasswordVerification {
  readonly matches: boolean
  /** The hash to store from now on, when the password matches a hash with weaker parameters than today's. */
  readonly rehashed: string | null
}

/**
 * Hashes a password into a PHC string. Texts that are equal after NFKC are the same password. Callers, which are accounts
 * and networks, have equal shares. Throws `Unavailable`, like the other functions here, when too many hashes are waiting, and when the caller
 * has gone before its turn.
 */
export function hashPassword(caller: HashingCaller, password: string): Promise<string> {
  return run(caller, () => computeHash(password))
}

/**
 * Whether the password matches the hash. Without a hash it does the same work and returns false, so that the response
 * time does not reveal whether there was a hash.
 */
export function verifyPassword(caller: HashingCaller, hash: string | null, password: string): Promise<boolean> {
  return run(caller, () => matchesHash(hash, password))
}

/** Like `verifyPassword`; also returns a stronger hash to replace an outdated one. */
export function verifyAndRehashPassword(
  caller: HashingCaller,
  hash: string | null,
  password: string,
): Promise<PasswordVerification> {
  // One task of the limiter: a correct password is not rejected because the queue is full when it is hashed again.
  return run(caller, async () => {
    const matches = await matchesHash(hash, password)
    return { matches, rehashed: matches && hash && isWeak(hash) ? await computeHash(password) : null }
  })
}

function run<T>({ key, isGone }: HashingCaller, task: () => Promise<T>): Promise<T> {
  return limiter.run(key, task, isGone)
}

async function computeHash(password: string): Promise<string> {
  const hash = await argon2.hash(password.normalize('NFKC'), { type: argon2.argon2id, ...argon2Parameters })
  // The library writes p before t; the decoder of argon2, and so other software, only accepts the order m, t, p.
  return hash.replace(/,(p=\d+),(t=\d+)\$/, ',$2,$1$$')
}

async function matchesHash(hash: string | null, password: string): Promise<boolean> {
  const matches = await argon2.verify(hash ?? decoyHash(), password.normalize('NFKC'))
  return matches && hash !== null
}

/** Whether a hash has weaker parameters than today's. A hash with stronger parameters stays. */
function isWeak(hash: string): boolean {
  const cost = (name: 'm' | 't') => Number(new RegExp(`[$,]${name}=(\\d+)`).exec(hash)?.[1] ?? 0)
  return cost('m') < argon2Parameters.memoryCost || cost('t') < argon2Parameters.timeCost
}
