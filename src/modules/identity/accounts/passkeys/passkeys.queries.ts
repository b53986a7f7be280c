import type { EntityManager, Orm } from '../../../../platform/database/database.ts'
import { UsedPasskeyChallenge } from './used-passkey-challenge.entity.ts'

/**
 * Marks a challenge as used. Returns false when it was used before: of several uses at a time, the first one that commits wins. Plain
 * SQL, because a violation of the primary key would end the transaction.
 */
export async function useChallenge(em: EntityManager, digest: string, expiresAt: Date): Promise<boolean> {
  return (await em.execute<object[]>(useChallengeSql, [digest, expiresAt])).length > 0
}

const useChallengeSql = `
  insert into used_passkey_challenge (digest, expires_at) values (?, ?)
  on conflict (digest) do nothing returning digest`

/** Deletes the challenges that nobody could answer any more. */
export async function deleteExpiredChallenges(orm: Orm, now: Date): Promise<void> {
  await orm.em.fork().nativeDelete(UsedPasskeyChallenge, { expiresAt: { $lte: now } })
}
