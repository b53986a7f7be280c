import argon2 from 'argon2'
import { argon2Parameters } from '../../src/platform/shared/password-hashing.ts'
import type { TestApp } from './app.ts'
import type { SeededAccount, SeededLink } from './seed.ts'

const realMemoryCost = argon2Parameters.memoryCost
const cheapMemoryCost = 1024

/** The service hashes passwords in 1 ms instead of 40. Each test file begins with it. */
export function useCheapHashes(): void {
  argon2Parameters.memoryCost = cheapMemoryCost
}

/** The service hashes passwords as it does outside of tests, for a file that is about hashes or how long they take. */
export function useRealHashes(): void {
  argon2Parameters.memoryCost = realMemoryCost
}

/** A hash that the service compares in no time: it reads the parameters from the hash. For tests of many attempts. */
export function cheapHash(password: string): Promise<string> {
  return argon2.hash(password, { memoryCost: cheapMemoryCost, timeCost: 2, parallelism: 1 })
}

/** A link with a password that is compared in no time. */
export async function seedCheapLink(
  { seed, sql }: TestApp,
  owner: SeededAccount,
  options: { readonly password: string; readonly clickLimit?: number },
): Promise<SeededLink> {
  const link = await seed.link(owner, options)
  await sql('update link set password_hash = ? where id = ?', [await cheapHash(options.password), link.id])
  return link
}
