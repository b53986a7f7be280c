import type { EntityManager } from '../database/open.ts'
import type { Executions } from '../events/operations.ts'

interface Within {
  readonly from: Date
  readonly to: Date
}

/** A link whose destination does not answer as it should. */
export interface UnreachableLink {
  readonly linkId: string
  readonly code: string
  readonly status: number | null
  readonly error: string | null
  readonly since: Date
  /** Whether the destination says that it is gone: 404 or 410. */
  readonly isGone: boolean
}

export async function isHealthOn(_em: EntityManager, _ownerId: string): Promise<boolean> {
  return false
}

export async function healthExecutions(_em: EntityManager, _ownerId: string, _within: Within): Promise<Executions> {
  return {
    ...{ executions: 0, succeeded: 0, failed: 0, running: 0, averageDurationMs: null, p95DurationMs: null },
    ...{ lastExecutionAt: null, lastError: null },
  }
}

export async function unreachableLinks(
  _em: EntityManager,
  _ownerId: string,
  _limit: number,
): Promise<UnreachableLink[]> {
  return []
}

export async function countUnreachable(_em: EntityManager, _ownerId: string): Promise<number> {
  return 0
}
