import { type EntityName, type FilterQuery, LockMode } from '@mikro-orm/postgresql'
import type { EntityManager } from '../../database/database.ts'
import type { RequestContext } from '../request-context.ts'

/** A row of a workspace. */
interface Owned {
  readonly id: string
  readonly workspace: { readonly id: string } | null
}

/** The id, and what else the row must be. */
type Where = { readonly id: string | { readonly $in: string[] }; readonly [property: string]: unknown }
type ErrorClass = new () => Error

/** The rows that are in a workspace of the caller: to others they do not exist. */
export function ownedBy<T extends Where>({ workspaceIds }: Pick<RequestContext, 'workspaceIds'>, where: T) {
  return { ...where, workspace: { $in: workspaceIds } }
}

/** Finds a row of the caller. `findOneOrFail` gets the options. Throws `NotFound`. */
export function findOwned<T extends Owned>(
  context: RequestContext,
  type: EntityName<T>,
  where: Where,
  NotFound: ErrorClass,
  options: { readonly refresh?: boolean; readonly populate?: readonly ['link' | 'routeRules'] } = {},
): Promise<T> {
  const failHandler = () => new NotFound()
  return context.em.findOneOrFail(type, ownedBy(context, where) as unknown as FilterQuery<T>, {
    ...(options as object),
    failHandler,
  })
}

/**
 * Locks a row of the caller until the transaction ends. So when two changes arrive at once, the second sees the result of
 * the first. Reads again what an earlier mutation of the same request has read: otherwise MikroORM would keep old values
 * that are now null. Throws `NotFound`, and `RoleTooLow` when the operation needs a higher role.
 */
export async function lockOwned<T extends Owned>(
  context: RequestContext,
  em: EntityManager,
  type: EntityName<T>,
  where: Where,
  NotFound: ErrorClass,
): Promise<T> {
  const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, failHandler: () => new NotFound() }
  const row = await em.findOneOrFail(type, ownedBy(context, where) as unknown as FilterQuery<T>, options)
  context.requireRole(row.workspace?.id)
  return row
}
