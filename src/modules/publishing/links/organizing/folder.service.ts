import { rejectNulls } from '../../../../platform/graphql/inputs/argument-validation.ts'
import { OwnedItems } from '../../../../platform/graphql/owned/owned-items.ts'
import { findNamedConnection, type NamedListQuery } from '../../../../platform/graphql/pagination/named-list.ts'
import { batchPerRequest, type RequestContext } from '../../../../platform/graphql/request-context.ts'
import type { ParentIds } from '../../../../platform/graphql/success-response.types.ts'
import { createPlanLimit } from '../../../../platform/rate-limiting/plan-limit.ts'
import { Folder, FolderConnection, folderList } from './folder.entity.ts'
import { FolderNameTaken, FolderNotFound } from './folder.errors.ts'
import type { CreateFolderInput, UpdateFolderInput } from './folder.inputs.ts'
import { countLinksOfFolders, emptyFolderSlice } from './organizing.queries.ts'

export const folderPlanLimit = createPlanLimit(Folder, 'folders', 500)

/** The folders of the caller. */
export class FolderService extends OwnedItems<Folder> {
  /** The number of links in a folder. */
  readonly countLinks = batchPerRequest(async ({ em }: RequestContext, ids: readonly string[]) => {
    const counts = await countLinksOfFolders(em, ids)
    return ids.map((id) => counts.get(id) ?? 0)
  })

  constructor() {
    const uniqueName = { constraint: 'folder_name_unique', NameTaken: FolderNameTaken }
    super({ entity: Folder, idPrefix: 'fld', planLimit: folderPlanLimit, NotFound: FolderNotFound, uniqueName })
  }

  /** Throws `PlanLimitReached` beyond 500, and `FolderNameTaken`. */
  create(context: RequestContext, { name }: CreateFolderInput): Promise<Folder> {
    return this.add(context, { name })
  }

  /** The folders of the workspace, at most 500. */
  list(context: RequestContext, query: NamedListQuery): Promise<FolderConnection> {
    return findNamedConnection(context, FolderConnection, Folder, folderList, query)
  }

  /** Changes the given fields. Throws `FolderNotFound` and `FolderNameTaken`. */
  update(context: RequestContext, id: string, { name }: UpdateFolderInput): Promise<Folder> {
    rejectNulls({ name })
    return this.change(context, id, () => ({ name }))
  }

  /**
   * Deletes a folder and takes its links out of it. Only few links are locked at a time, because clicks on locked links
   * wait. Throws `FolderNotFound`.
   */
  override async delete(context: RequestContext, id: string): Promise<ParentIds> {
    const { workspace } = await this.get(context, id)
    context.requireRole(workspace.id)
    while ((await context.em.transactional((em) => emptyFolderSlice(em, id))) > 0);
    return context.em.transactional(async (em) => {
      const folder = await this.lock(context, em, id)
      // No link can be put in a locked folder. The few links that came meanwhile are locked in the order of their ids.
      // The foreign key would lock them in any order.
      while ((await emptyFolderSlice(em, id)) > 0);
      em.remove(folder)
      return { workspaceId: workspace.id }
    })
  }
}
