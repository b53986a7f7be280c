import { randomInt } from 'node:crypto'
import type { EntityManager } from '../../../../platform/database/database.ts'
import { digestSecret } from '../../../../platform/shared/secret-digest.ts'
import { hasSecondFactor } from '../accounts.queries.ts'
import { RecoveryCode } from './recovery-code.entity.ts'

const recoveryCodeCount = 10
/** Without letters and digits that look alike. */
const alphabet = '23456789abcdefghjkmnpqrstvwxyz'

/** New recovery codes of an account in the place of the earlier ones. */
export async function replaceRecoveryCodes(em: EntityManager, account: string): Promise<string[]> {
  await em.nativeDelete(RecoveryCode, { account })
  const codes = Array.from({ length: recoveryCodeCount }, generateRecoveryCode)
  await em.insertMany(
    RecoveryCode,
    codes.map((code) => ({ account, digest: digestRecoveryCode(account, code) })),
  )
  return codes
}

/** Deletes the recovery codes of an account whose last second factor was removed. */
export async function deleteUselessRecoveryCodes(em: EntityManager, account: string): Promise<void> {
  if (!(await hasSecondFactor(em, account))) await em.nativeDelete(RecoveryCode, { account })
}

/** Salted with the account. A code has 78 random bits, which need no slow hash. */
export function digestRecoveryCode(accountId: string, code: string): string {
  return digestSecret(`${accountId} ${normalizeCode(code)}`)
}

/** Codes are the same with spaces, hyphens and capitals. */
export function normalizeCode(code: string): string {
  return code.replace(/[\s-]/g, '').toLowerCase()
}

/** Four groups of four, such as `k3v8-w2zq-7m4t-x9hd`: 78 random bits. */
function generateRecoveryCode(): string {
  const characters = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)])
  return [0, 4, 8, 12].map((start) => characters.slice(start, start + 4).join('')).join('-')
}
