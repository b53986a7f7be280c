import { LockMode } from '@mikro-orm/postgresql'
import type { EntityManager } from '../../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../../platform/database/statements.ts'
import { countUsedOf, type PlanLimit } from '../../../../platform/rate-limiting/plan-limit.ts'
import { PlanLimitReached } from '../../../../platform/shared/general.errors.ts'
import { newId } from '../../../../platform/shared/ids.ts'
import { toPlainText } from '../../../../platform/shared/text/human-text.ts'
import { toNameKey } from '../../../../platform/shared/text/name-key.ts'
import { foldText } from '../../../../platform/shared/text/search-text.ts'
import { Folder } from '../organizing/folder.entity.ts'
import { folderPlanLimit } from '../organizing/folder.service.ts'
import { Tag } from '../organizing/tag.entity.ts'
import { tagPlanLimit } from '../organizing/tag.service.ts'
import { insertNames } from './import-rows.queries.ts'

/** The tags or folders of a workspace by the names that rows use. */
export class NamedPlaces {
  private constructor(
    private readonly idByKey: ReadonlyMap<string, string>,
    private readonly limit: PlanLimit,
    private readonly used: number,
  ) {}

  /** Finds tags or folders and creates missing ones, up to the limit of the workspace. */
  static async open(
    em: EntityManager,
    table: 'tag' | 'folder',
    names: readonly string[],
    { workspaceId, isDryRun, now }: { readonly workspaceId: string; readonly isDryRun: boolean; readonly now: Date },
  ): Promise<NamedPlaces> {
    const entity = table === 'tag' ? Tag : Folder
    const limit = table === 'tag' ? tagPlanLimit : folderPlanLimit
    const nameByKey = new Map(names.map((name) => [toNameKey(name), toPlainText(name.toWellFormed()).trim()]))
    if (nameByKey.size === 0) return new NamedPlaces(new Map(), limit, 0)
    const where = { workspace: workspaceId, nameKey: { $in: [...nameByKey.keys()] } }
    const options = { lockMode: LockMode.PESSIMISTIC_READ, disableIdentityMap: true, ...withoutQueryLog() } as const
    const find = async () => {
      const found = await em.find<Tag | Folder>(entity, where, { ...options, orderBy: { id: 'asc' } })
      return new Map(found.map(({ nameKey, id }) => [nameKey, id]))
    }
    const existing = await find()
    const missing = [...nameByKey].filter(([key]) => !existing.has(key))
    if (missing.length === 0) return new NamedPlaces(existing, limit, 0)
    const used = await countUsedOf(limit, em, workspaceId, now)
    const created = missing.slice(0, Math.max(Number(limit.maximum) - used, 0)).map(([name_key, name]) => ({
      id: newId(table === 'tag' ? 'tag' : 'fld', now),
      workspace_id: workspaceId,
      name,
      name_key,
      ...(table === 'tag' && { color: 'gray', search_text: foldText(name) }),
      created_at: now,
      updated_at: now,
    }))
    if (isDryRun) {
      const planned = created.map(({ name_key, id }) => [name_key, id] as const)
      return new NamedPlaces(new Map([...existing, ...planned]), limit, used)
    }
    await insertNames(em, table, created)
    return new NamedPlaces(await find(), limit, used + created.length)
  }

  /** Throws `PlanLimitReached` for a name that could not be created. */
  idOf(name: string): string {
    const id = this.idByKey.get(toNameKey(name))
    if (id === undefined)
      throw new PlanLimitReached(this.limit.resourceName, Number(this.limit.maximum), this.used, 'workspace')
    return id
  }
}
