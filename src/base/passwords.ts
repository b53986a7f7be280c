import argon2 from 'argon2'

/** OWASP Password Storage Cheat Sheet: argon2id, 19 MiB, two passes, one lane. Said aloud, the library's defaults differ. */
const parameters = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hashes a password into a PHC string. Two spellings of one text (NFKC) give one password. */
export async function hashPassword(password: string): Promise<string> {
  const hash = await argon2.hash(password.normalize('NFKC'), parameters)
  // The library writes p before t; argon2's own decoder, and so other software, takes them as m, t, p only.
  return hash.replace(/,(p=\d+),(t=\d+)\$/, ',$2,$1$$')
}

let dummy: Promise<string> | undefined

/**
 * Whether the password belongs to the hash. Without a hash the same work is done on a dummy and the answer is no,
 * so that nobody can tell by the time whether there was anything to compare with.
 */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  dummy ??= hashPassword('nobody has this password')
  const matches = await argon2.verify(hash ?? (await dummy), password.normalize('NFKC'))
  return matches && hash !== null
}
