import { actorOf } from '../../../../platform/auth/caller.ts'
import type { DomainEvent } from '../../../../platform/events/domain-events.ts'
import type { LinkImport } from '../import.entity.ts'

/** Publishes the only event of an import, which covers all links that the import has created. */
export function createCompletedEvent(linkImport: LinkImport, at: Date): DomainEvent<'import.completed'> {
  const { id, source, state, isDryRun: dryRun, processed, created, renamed, skipped, failed } = linkImport
  const { actorId, creator } = linkImport
  const createdAt = linkImport.createdAt.toISOString()
  return {
    kind: 'import.completed',
    workspaceId: linkImport.workspace.id,
    actor: creator ? actorOf({ actorId, accountId: creator.id }) : actorId,
    linkId: null,
    at,
    data: { import: { id, source, state, dryRun, processed, created, renamed, skipped, failed, createdAt } },
  }
}
