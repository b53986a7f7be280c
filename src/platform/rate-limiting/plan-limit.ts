import type { EntityClass, Ref } from '@mikro-orm/postgresql'
import type { Plan, PlanLimits, Plans } from '../../config/plan.ts'
import { InvalidToken, WorkspaceNotFound } from '../auth/auth.errors.ts'
import type { EntityManager } from '../database/database.ts'
import { PlanLimitReached } from '../shared/general.errors.ts'

/** How many items of a kind a workspace, or an account, may have. */
export interface PlanLimit {
  /** Plural, such as `webhooks`. */
  readonly resourceName: string
  readonly holder: 'workspace' | 'account'
  /** A number that is the same on all plans, or the name of a limit of the workspace's plan. */
  readonly maximum: number | keyof PlanLimits
  /** Selects how many the holder has at this time, as one number. */
  selectUsed(em: EntityManager, holderId: string, now: Date): NumberQuery
  /** The item created last. */
  findNewest(em: EntityManager, holderId: string): Promise<{ readonly createdAt: Date } | null>
}

/** A query of the ORM that selects one number. */
interface NumberQuery {
  getQuery(): string
  getParams(): readonly unknown[]
}

interface RowOfWorkspace {
  readonly workspace: Ref<{ id: string }>
  readonly createdAt: Date
}

/** A limit on all rows of an entity that a workspace has. */
export function createPlanLimit(
  entity: EntityClass<RowOfWorkspace>,
  resourceName: string,
  maximum: PlanLimit['maximum'],
): PlanLimit {
  return {
    resourceName,
    maximum,
    holder: 'workspace',
    selectUsed: (em, workspace) => em.createQueryBuilder(entity).count().where({ workspace }),
    findNewest: (em, workspace) => em.findOne(entity, { workspace }, { orderBy: { createdAt: 'desc' } }),
  }
}

/** How many the holders have of each limit, in the order of the limits. Raw SQL: all are counted in one statement. */
export async function countUsed(
  em: EntityManager,
  planLimits: readonly PlanLimit[],
  holderIds: Readonly<Record<PlanLimit['holder'], string>>,
  now: Date,
): Promise<number[]> {
  const queries = planLimits.map((each) => each.selectUsed(em, holderIds[each.holder], now))
  const columns = queries.map((query, index) => `(${query.getQuery()})::int as used${index}`)
  const values = queries.flatMap((query) => query.getParams())
  const [row] = await em.execute<Record<string, number>[]>(`select ${columns.join(', ')}`, values)
  return queries.map((_, index) => row?.[`used${index}`] ?? 0)
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

/** The same for a workspace. Returns its plan. Throws `WorkspaceNotFound`. */
export async function lockWorkspace(em: EntityManager, id: string): Promise<Plan> {
  const [row] = await em.execute<{ plan: Plan }[]>('select plan from workspace where id = ? for no key update', [id])
  if (!row) throw new WorkspaceNotFound()
  return row.plan
}

/** How many one holder has. */
export async function countUsedOf(
  planLimit: PlanLimit,
  em: EntityManager,
  holderId: string,
  now: Date,
): Promise<number> {
  const [used = 0] = await countUsed(em, [planLimit], { workspace: holderId, account: holderId }, now)
  return used
}

/** The most that a workspace with these limits, or an account, may have. */
export function maximumOf({ maximum }: PlanLimit, limits: PlanLimits): number {
  return typeof maximum === 'number' ? maximum : limits[maximum]
}

/** The settings and the time of a request. */
interface LimitContext {
  readonly settings: { readonly plans: Plans }
  now(): Date
}

/** Locks the holder while it gets a new item. Throws `PlanLimitReached` when it has the maximum. */
export async function assertWithinPlanLimit(
  planLimit: PlanLimit,
  em: EntityManager,
  holderId: string,
  context: LimitContext,
): Promise<void> {
  const { resourceName, holder } = planLimit
  const plan = await lockHolder(planLimit, em, holderId)
  const maximum = maximumOf(planLimit, context.settings.plans[plan])
  const usedCount = await countUsedOf(planLimit, em, holderId, context.now())
  if (usedCount >= maximum) throw new PlanLimitReached(resourceName, maximum, usedCount, holder)
}

async function lockHolder({ holder }: PlanLimit, em: EntityManager, id: string): Promise<Plan> {
  if (holder === 'workspace') return lockWorkspace(em, id)
  await lockAccount(em, id)
  // An account has no plan: its limits are numbers.
  return 'free'
}
