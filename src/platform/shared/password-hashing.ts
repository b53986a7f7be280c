import argon2 from 'argon2'
import { ConcurrencyLimiter } from './concurrency-limiter.ts'

/** OWASP Password Storage Cheat Sheet: argon2id, 19 MiB, two passes, one lane. Said aloud, the library's defaults differ. */
const argon2Parameters = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/**
 * Every hash of the process goes through here, whoever asks for it: two leave the other half of libuv's four threads to
 * files and names, and a full queue is worked off before the Retry-After of those it turned away (promises, section 4).
 */
const limiter = new ConcurrencyLimiter({ maxConcurrent: 2, maxQueued: 50 })

/** The hash of no password: salt and digest are zeros. To compare with it costs what every comparison costs. */
const decoyHash = `$argon2id$v=19$m=${argon2Parameters.memoryCost},t=${argon2Parameters.timeCost},p=${argon2Parameters.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** What comparing a password with a kept hash found. */
export interface PasswordVerification {
  readonly matches: boolean
  /** To be kept from now on, when the password matches a hash that was made more cheaply than hashes are today. */
  readonly rehashed: string | null
}

/**
 * Hashes a password into a PHC string. Two spellings of one text (NFKC) give one password. Throws `Unavailable`, as the
 * others here do, when too many hashes are waiting already.
 */
export function hashPassword(password: string): Promise<string> {
  return limiter.run(() => computeHash(password))
}

/**
 * Whether the password belongs to the hash. Without a hash the same work is done and the answer is no, so that nobody
 * can tell by the time whether there was anything to compare with.
 */
export function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  return limiter.run(() => matchesHash(hash, password))
}

/** As `verifyPassword`, and the stronger hash to keep instead of one that has aged. */
export function verifyAndRehashPassword(hash: string | null, password: string): Promise<PasswordVerification> {
  // In one turn: a password that was right is not turned away for the sake of a better hash.
  return limiter.run(async () => {
    const matches = await matchesHash(hash, password)
    return { matches, rehashed: matches && hash && isWeak(hash) ? await computeHash(password) : null }
  })
}

async function computeHash(password: string): Promise<string> {
  const hash = await argon2.hash(password.normalize('NFKC'), argon2Parameters)
  // The library writes p before t; argon2's own decoder, and so other software, takes them as m, t, p only.
  return hash.replace(/,(p=\d+),(t=\d+)\$/, ',$2,$1$$')
}

async function matchesHash(hash: string | null, password: string): Promise<boolean> {
  const matches = await argon2.verify(hash ?? decoyHash, password.normalize('NFKC'))
  return matches && hash !== null
}

/** A hash that costs more than today's is left alone. */
function isWeak(hash: string): boolean {
  const cost = (name: 'm' | 't') => Number(new RegExp(`[$,]${name}=(\\d+)`).exec(hash)?.[1] ?? 0)
  return cost('m') < argon2Parameters.memoryCost || cost('t') < argon2Parameters.timeCost
}
