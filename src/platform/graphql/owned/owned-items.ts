import type { EntityClass, RequiredEntityData } from '@mikro-orm/postgresql'
import { mapUniqueViolation } from '../../database/database.errors.ts'
import type { EntityManager } from '../../database/database.ts'
import { assertWithinPlanLimit, type PlanLimit } from '../../rate-limiting/plan-limit.ts'
import { newId } from '../../shared/ids.ts'
import { toNameKey } from '../../shared/text/name-key.ts'
import { batchById, type RequestContext } from '../request-context.ts'
import type { ParentIds } from '../success-response.types.ts'
import { findOwned, lockOwned, ownedBy } from './owned-rows.ts'

/** A row of a workspace that its members create, name and delete. */
interface OwnedItem {
  readonly id: string
  readonly workspace: { readonly id: string }
  readonly name: string
}

/** What is special about such rows. */
export interface OwnedItemKind<T> {
  readonly entity: EntityClass<T>
  /** Begins each id, such as `fld`. */
  readonly idPrefix: string
  readonly planLimit: PlanLimit
  readonly NotFound: new () => Error
  /** The constraint that keeps names unique in a workspace, regardless of case, and its error. Absent: names may repeat. */
  readonly uniqueName?: { readonly constraint: string; readonly NameTaken: new (cause: unknown) => Error }
}

type Values<T> = Partial<Omit<T, 'id' | 'workspace'>>

/**
 * The named items of the caller's workspaces, such as folders and pixels. The workspaces are in each query, so an item of
 * another workspace gives the same 404 as a missing one.
 */
export class OwnedItems<T extends OwnedItem> {
  /** The item with this id; null for a deleted item and for an item of somebody else. */
  readonly load = batchById(
    ({ em, workspaceIds }: RequestContext, ids: string[]): Promise<T[]> =>
      em.find(this.kind.entity, ownedBy({ workspaceIds }, { id: { $in: ids } }) as never),
  )

  constructor(protected readonly kind: OwnedItemKind<T>) {}

  /** Throws the `NotFound` of the kind. */
  get(context: RequestContext, id: string): Promise<T> {
    return findOwned(context, this.kind.entity, { id }, this.kind.NotFound)
  }

  /** Deletes an item; the database takes it from what refers to it. Throws the `NotFound` of the kind. */
  delete(context: RequestContext, id: string): Promise<ParentIds> {
    return context.em.transactional(async (em) => {
      const item = await this.lock(context, em, id)
      em.remove(item)
      return { workspaceId: item.workspace.id }
    })
  }

  /** Saves a new item. Throws `PlanLimitReached`, and the `NameTaken` of the kind. */
  protected add(context: RequestContext, { name, ...values }: Values<T> & { name: string }): Promise<T> {
    const { entity, idPrefix, planLimit } = this.kind
    const { workspaceId } = context
    const now = context.now()
    return this.saveWithName(() =>
      context.em.transactional(async (em) => {
        await assertWithinPlanLimit(planLimit, em, workspaceId, context)
        // Rows that never change have no `updatedAt`; it is ignored there.
        const row = { ...values, ...this.nameValues(name), id: newId(idPrefix, now), workspace: workspaceId }
        const item = em.create(entity, { ...row, createdAt: now, updatedAt: now } as unknown as RequiredEntityData<T>)
        em.persist(item)
        return item
      }),
    )
  }

  /**
   * Locks an item and changes the values that `change` returns; undefined leaves one as it is. Throws the `NotFound` and the
   * `NameTaken` of the kind.
   */
  protected change(
    context: RequestContext,
    id: string,
    change: (item: T) => { readonly [P in keyof Values<T>]: Values<T>[P] | undefined | null },
  ): Promise<T> {
    return this.saveWithName(() =>
      context.em.transactional(async (em) => {
        const item = await this.lock(context, em, id)
        const { name, ...values } = change(item) as { name?: string | null }
        const given = Object.entries(values).filter(([, value]) => value !== undefined)
        const named = typeof name === 'string' ? this.nameValues(name) : {}
        Object.assign(item, Object.fromEntries(given), named, { updatedAt: context.now() })
        return item
      }),
    )
  }

  /** Locks an item until the transaction ends. Throws the `NotFound` of the kind, and `RoleTooLow`. */
  protected lock(context: RequestContext, em: EntityManager, id: string): Promise<T> {
    return lockOwned(context, em, this.kind.entity, { id }, this.kind.NotFound)
  }

  /** What is stored of a name. */
  protected nameValues(name: string): { readonly [column: string]: string } {
    return { name: name.trim(), ...(this.kind.uniqueName && { nameKey: toNameKey(name) }) }
  }

  private saveWithName(save: () => Promise<T>): Promise<T> {
    const { uniqueName } = this.kind
    if (!uniqueName) return save()
    return mapUniqueViolation(uniqueName.constraint, save, (cause) => new uniqueName.NameTaken(cause))
  }
}
