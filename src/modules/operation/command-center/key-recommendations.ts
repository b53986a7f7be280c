import { dayMs } from '../../../platform/shared/time.ts'
import type { ApiKey } from '../../identity/api-keys/index.ts'
import type { RecommendationDraft } from './recommendations.ts'

/** A key that was made or used within this time may be in use. */
const recentUseMs = 7 * dayMs

/** Returns what to do about a key that expires soon or has expired. `newestKey` is the account's newest valid key. */
export function toKeyRecommendation(key: ApiKey, newestKey: ApiKey | null, now: Date): RecommendationDraft {
  const { name, expiresAt, createdAt, lastUsedAt } = key
  const day = expiresAt.toISOString().slice(0, 10)
  if (expiresAt <= now) return toRevokeKeyRecommendation(key, 'The key has expired. Revoking it ends its alert.')
  if (newestKey && isReplaced(key, newestKey))
    return toRevokeKeyRecommendation(key, `The key "${newestKey.name}" replaces it: it is newer and expires later.`)
  const isRecent = (at: Date | null) => at !== null && now.getTime() - at.getTime() <= recentUseMs
  const isInUse = isRecent(lastUsedAt)
  if (!isInUse && !isRecent(createdAt))
    return toRevokeKeyRecommendation(key, `The key expires on ${day} and was not used for 7 days.`)
  return {
    ...originOf(key),
    kind: 'rotate_key',
    title: `Create an API key that replaces "${name}", and use it wherever "${name}" is used`,
    reason: `The key expires on ${day}${isInUse ? ' and is in use' : ''}.`,
    action: { method: 'POST', path: '/keys' },
    impact: isInUse ? 'high' : 'medium',
  }
}

/** Whether a newer key lasts longer and the older one was not used since. */
function isReplaced({ id, createdAt, expiresAt, lastUsedAt }: ApiKey, newestKey: ApiKey): boolean {
  if (newestKey.id === id || newestKey.createdAt < createdAt || newestKey.expiresAt <= expiresAt) return false
  return lastUsedAt === null || lastUsedAt <= newestKey.createdAt
}

function toRevokeKeyRecommendation(key: ApiKey, reason: string): RecommendationDraft {
  return {
    ...originOf(key),
    kind: 'revoke_key',
    title: `Revoke the API key "${key.name}"`,
    reason,
    action: { method: 'DELETE', path: `/keys/${key.id}` },
    impact: 'low',
  }
}

function originOf({ id }: ApiKey) {
  return { subjectId: id, source: 'lifecycle', workflowId: null } as const
}
