import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '../../../config.ts'
import { Keyring, secretFile } from '../../../platform/shared/keyring.ts'

/** The secret of the settings, or the one that the service has made. */
export async function readSecret({ jwtSecret, dataFolder }: Settings): Promise<string | null> {
  if (jwtSecret !== undefined) return jwtSecret
  const text = await readFile(join(dataFolder, secretFile), 'utf8').catch(() => null)
  return text?.trim() ?? null
}

/** A digest by which a secret is recognized, and which reveals nothing of it. */
export function identifySecret(secret: string | null): string {
  return secret === null ? '' : new Keyring(secret).keys('backup')[0].id
}

/** What the operator has to know when the service will not use the secret of the backup. */
export async function describeSecretProblem(settings: Settings, secretId: string): Promise<string | null> {
  if (secretId === '' || identifySecret(await readSecret(settings)) === secretId) return null
  return (
    'The backup was made with another JWT_SECRET. Set JWT_SECRET to that secret before the service starts: without it, ' +
    'sessions, API keys, client secrets and the secrets of webhooks do not work.'
  )
}
