import { mapUniqueViolation } from '../../../../platform/database/database.errors.ts'
import { rejectNulls } from '../../../../platform/graphql/inputs/argument-validation.ts'
import { findOwned, lockOwned } from '../../../../platform/graphql/owned-rows.ts'
import { findNamedConnection, type NamedListQuery } from '../../../../platform/graphql/pagination/named-list.ts'
import { batchById, batchPerRequest, type RequestContext } from '../../../../platform/graphql/request-context.ts'
import type { ParentIds } from '../../../../platform/graphql/success-response.types.ts'
import { assertWithinPlanLimit, createPlanLimit } from '../../../../platform/rate-limiting/plan-limit.ts'
import { newId } from '../../../../platform/shared/ids.ts'
import { toNameKey } from '../rules/name-key.ts'
import { Folder, FolderConnection, folderList } from './folder.entity.ts'
import { FolderNameTaken, FolderNotFound } from './folder.errors.ts'
import type { CreateFolderInput, UpdateFolderInput } from './folder.inputs.ts'
import { countLinksOfFolders, emptyFolderSlice } from './organizing.queries.ts'

export const folderPlanLimit = createPlanLimit(Folder, 'folders', 500)

/**
 * The folders of the caller. The workspaces are in each query, so a folder of another workspace gives the same 404 as a
 * missing one.
 */
export class FolderService {
  /** The folder with this id; null for a deleted folder and for a folder of somebody else. */
  readonly load = batchById(({ em, workspaceIds }: RequestContext, ids: string[]) =>
    em.find(Folder, { id: { $in: ids }, workspace: { $in: workspaceIds } }),
  )

  /** The number of links in a folder. */
  readonly countLinks = batchPerRequest(async ({ em }: RequestContext, ids: readonly string[]) => {
    const counts = await countLinksOfFolders(em, ids)
    return ids.map((id) => counts.get(id) ?? 0)
  })

  /** Throws `PlanLimitReached` beyond 500, and `FolderNameTaken`. */
  create(context: RequestContext, { name }: CreateFolderInput): Promise<Folder> {
    const now = context.now()
    const { workspaceId } = context
    return saveWithName(() =>
      context.em.transactional(async (em) => {
        await assertWithinPlanLimit(folderPlanLimit, em, workspaceId, context)
        const folder = em.create(Folder, {
          id: newId('fld', now),
          workspace: workspaceId,
          name: name.trim(),
          nameKey: toNameKey(name),
          createdAt: now,
          updatedAt: now,
        })
        em.persist(folder)
        return folder
      }),
    )
  }

  /** The folders of the workspace, at most 500. */
  list(context: RequestContext, query: NamedListQuery): Promise<FolderConnection> {
    return findNamedConnection(context, FolderConnection, Folder, folderList, query)
  }

  /** Throws `FolderNotFound`. */
  get(context: RequestContext, id: string): Promise<Folder> {
    return findOwned(context, Folder, { id }, FolderNotFound)
  }

  /** Changes the given fields. Throws `FolderNotFound` and `FolderNameTaken`. */
  update(context: RequestContext, id: string, { name }: UpdateFolderInput): Promise<Folder> {
    rejectNulls({ name })
    return saveWithName(() =>
      context.em.transactional(async (em) => {
        const folder = await lockOwned(context, em, Folder, { id }, FolderNotFound)
        Object.assign(folder, {
          ...(typeof name === 'string' && { name: name.trim(), nameKey: toNameKey(name) }),
          updatedAt: context.now(),
        })
        return folder
      }),
    )
  }

  /**
   * Deletes a folder and takes its links out of it. Only few links are locked at a time, because clicks on locked links
   * wait. Throws `FolderNotFound`.
   */
  async delete(context: RequestContext, id: string): Promise<ParentIds> {
    const { workspace } = await this.get(context, id)
    context.requireRole(workspace.id)
    while ((await context.em.transactional((em) => emptyFolderSlice(em, id))) > 0);
    return context.em.transactional(async (em) => {
      const folder = await lockOwned(context, em, Folder, { id }, FolderNotFound)
      // No link can be put in a locked folder. The few links that came meanwhile are locked in the order of their ids.
      // The foreign key would lock them in any order.
      while ((await emptyFolderSlice(em, id)) > 0);
      em.remove(folder)
      return { workspaceId: workspace.id }
    })
  }
}

function saveWithName<T>(save: () => Promise<T>): Promise<T> {
  return mapUniqueViolation('folder_name_unique', save, (cause) => new FolderNameTaken(cause))
}
