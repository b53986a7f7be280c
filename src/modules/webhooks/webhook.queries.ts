import type { EntityManager } from '../../platform/database/database.ts'

export interface SecretReplacement {
  readonly id: string
  readonly ownerId: string
  readonly sealedSecret: Uint8Array
  readonly preview: string
  /** Until then the present secret signs as well. */
  readonly previousUntil: Date
  readonly now: Date
}

/** Replaces the secret of a webhook, in one statement: of two concurrent rotations the second keeps the secret of the first. */
export async function replaceSecret(em: EntityManager, replacement: SecretReplacement): Promise<void> {
  const { id, ownerId, sealedSecret, preview, previousUntil, now } = replacement
  await em.execute(replaceSecretSql, [previousUntil, sealedSecret, preview, now, id, ownerId])
}

const replaceSecretSql = `
  update webhook
     set sealed_previous_secret = sealed_secret, previous_secret_until = ?, sealed_secret = ?, secret_preview = ?,
         updated_at = ?
   where id = ? and owner_id = ?`
