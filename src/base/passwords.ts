import argon2 from 'argon2'
import { Turnstile } from './turnstile.ts'

/** OWASP Password Storage Cheat Sheet: argon2id, 19 MiB, two passes, one lane. Said aloud, the library's defaults differ. */
const parameters = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/**
 * Every hash of the process goes through here, whoever asks for it: two leave the other half of libuv's four threads to
 * files and names, and a full queue is worked off before the Retry-After of those it turned away (promises, section 4).
 */
const turnstile = new Turnstile({ atOnce: 2, waiting: 50 })

/** The hash of no password: salt and digest are zeros. To compare with it costs what every comparison costs. */
const nobody = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** What comparing a password with a kept hash found. */
export interface Comparison {
  readonly matches: boolean
  /** To be kept from now on, when the password matches a hash that was made more cheaply than hashes are today. */
  readonly renewed: string | null
}

/**
 * Hashes a password into a PHC string. Two spellings of one text (NFKC) give one password. Throws `Unavailable`, as the
 * others here do, when too many hashes are waiting already.
 */
export function hashPassword(password: string): Promise<string> {
  return turnstile.pass(() => hashed(password))
}

/**
 * Whether the password belongs to the hash. Without a hash the same work is done and the answer is no, so that nobody
 * can tell by the time whether there was anything to compare with.
 */
export function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  return turnstile.pass(() => verified(hash, password))
}

/** As `verifyPassword`, and the stronger hash to keep instead of one that has aged. */
export function comparePassword(hash: string | null, password: string): Promise<Comparison> {
  // In one turn: a password that was right is not turned away for the sake of a better hash.
  return turnstile.pass(async () => {
    const matches = await verified(hash, password)
    return { matches, renewed: matches && hash && isWeak(hash) ? await hashed(password) : null }
  })
}

async function hashed(password: string): Promise<string> {
  const hash = await argon2.hash(password.normalize('NFKC'), parameters)
  // The library writes p before t; argon2's own decoder, and so other software, takes them as m, t, p only.
  return hash.replace(/,(p=\d+),(t=\d+)\$/, ',$2,$1$$')
}

async function verified(hash: string | null, password: string): Promise<boolean> {
  const matches = await argon2.verify(hash ?? nobody, password.normalize('NFKC'))
  return matches && hash !== null
}

/** A hash that costs more than today's is left alone. */
function isWeak(hash: string): boolean {
  const cost = (name: 'm' | 't') => Number(new RegExp(`[$,]${name}=(\\d+)`).exec(hash)?.[1] ?? 0)
  return cost('m') < parameters.memoryCost || cost('t') < parameters.timeCost
}
