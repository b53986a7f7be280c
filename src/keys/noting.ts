import { accountOf } from '../access/admit.ts'
import type { EntityManager } from '../database/open.ts'
import { noteActivity } from '../events/activity/note.ts'
import type { Context } from '../graphql/context.ts'

/** Notes what the caller did to one of its API keys, in the transaction that does it. */
export function noteKey(
  em: EntityManager,
  context: Context,
  { id, name }: { readonly id: string; readonly name: string },
  what: 'created' | 'revoked',
): Promise<void> {
  const { accountId: ownerId, actorId: actor } = accountOf(context.caller)
  return noteActivity(em, {
    ...{ ownerId, actor, at: context.now(), type: `api_key.${what}`, subjectType: 'api_key', subjectId: id },
    ...{ summary: `API key "${name}" was ${what}.`, severity: 'info', source: 'lifecycle' },
  })
}
