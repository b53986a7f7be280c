import type { EntityClass, Ref } from '@mikro-orm/postgresql'
import { InvalidToken, WorkspaceNotFound } from '../auth/auth.errors.ts'
import type { EntityManager } from '../database/database.ts'
import { PlanLimitReached } from '../shared/general.errors.ts'

/** How many items of a kind a workspace, or an account, may have. */
export interface PlanLimit {
  /** Plural, such as `webhooks`. */
  readonly resourceName: string
  readonly maximum: number
  readonly holder: 'workspace' | 'account'
  /** How many the holder has at this time. */
  countUsed(em: EntityManager, holderId: string, now: Date): Promise<number>
  /** The item created last. */
  findNewest(em: EntityManager, holderId: string): Promise<{ readonly createdAt: Date } | null>
}

interface RowOfWorkspace {
  readonly workspace: Ref<{ id: string }>
  readonly createdAt: Date
}

/** A limit on all rows of an entity that a workspace has. */
export function createPlanLimit(entity: EntityClass<RowOfWorkspace>, resourceName: string, maximum: number): PlanLimit {
  return {
    resourceName,
    maximum,
    holder: 'workspace',
    countUsed: (em, workspace) => em.count(entity, { workspace }),
    findNewest: (em, workspace) => em.findOne(entity, { workspace }, { orderBy: { createdAt: 'desc' } }),
  }
}

/**
 * Locks the row of the account, so that simultaneous acts see the results of each other. Rows that refer to the
 * account, such as new keys, need a weaker lock and do not wait. In SQL, because the platform has no entity of
 * accounts. Throws `InvalidToken`.
 */
export async function lockAccount(em: EntityManager, id: string): Promise<void> {
  const locked = await em.execute('select id from account where id = ? for no key update', [id])
  // A token of a deleted account is invalid.
  if (locked.length === 0) throw new InvalidToken()
}

/** The same for a workspace. Throws `WorkspaceNotFound`. */
export async function lockWorkspace(em: EntityManager, id: string): Promise<void> {
  const locked = await em.execute('select id from workspace where id = ? for no key update', [id])
  if (locked.length === 0) throw new WorkspaceNotFound()
}

/** Locks the holder while it gets a new item. Throws `PlanLimitReached` when it has the maximum. */
export async function assertWithinPlanLimit(
  { resourceName, maximum, holder, countUsed }: PlanLimit,
  em: EntityManager,
  holderId: string,
  now: Date,
): Promise<void> {
  await (holder === 'workspace' ? lockWorkspace : lockAccount)(em, holderId)
  const usedCount = await countUsed(em, holderId, now)
  if (usedCount >= maximum) throw new PlanLimitReached(resourceName, maximum, usedCount, holder)
}
