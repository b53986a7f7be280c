import argon2 from 'argon2'
import type { TestApp } from './app.ts'
import type { SeededAccount, SeededLink } from './seed.ts'

/** A hash that the service compares in no time: it reads the parameters from the hash. For tests of many attempts. */
export function cheapHash(password: string): Promise<string> {
  return argon2.hash(password, { memoryCost: 1024, timeCost: 2, parallelism: 1 })
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
