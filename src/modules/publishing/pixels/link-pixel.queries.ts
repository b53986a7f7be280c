import { raw } from '@mikro-orm/postgresql'
import { countByGroup } from '../../../platform/database/counted-list.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import type { NativeClient, PreparedStatement } from '../../../platform/database/native-client.ts'
import { executeUnlogged, quoteArrayElement, toArrayLiteral } from '../../../platform/database/statements.ts'
import { type PurgeStep, purgeSliceSize } from '../../../platform/jobs/workspace-purge.ts'
import type { PixelType } from './pixel.entity.ts'

// Raw SQL, because the ORM has no update with a condition on another table, no delete with a limit and no "exists", and its
// counts by group have no form of their own.

/** The number of links that have each of the pixels. Pixels without links are missing. */
export function countLinksOfPixels(em: EntityManager, ids: readonly string[]): Promise<Map<string, number>> {
  return countByGroup(
    em,
    'select pixel_id as id, count(*)::int as count from link_pixel where pixel_id in (?) group by 1',
    ids,
  )
}

/** Selects the links that have a pixel. */
export function buildPixelCondition(pixelId: string): object {
  const existsSql = (alias: string) =>
    `exists (select 1 from link_pixel where link_pixel.link_id = ${alias}.id and link_pixel.pixel_id = ?)`
  return { [raw(existsSql, [pixelId])]: [] }
}

/** Finds which of the links have no pixels any more, and marks them. Lock the links before. */
export async function forgetLastPixels(em: EntityManager, linkIds: readonly string[]): Promise<void> {
  await executeUnlogged(em, forgetLastPixelsSql, [toArrayLiteral(linkIds.map(quoteArrayElement))])
}

const forgetLastPixelsSql = `
  update link set has_pixels = false
   where id = any(?::text[]) and has_pixels
     and not exists (select from link_pixel where link_pixel.link_id = link.id)`

/** Deletes the assignments of the pixels of a workspace to links. */
export const deleteLinkPixelsOfWorkspace: PurgeStep = async (em, workspaceId) =>
  (await executeUnlogged(em, deleteLinkPixelsSql, [workspaceId])).length

const deleteLinkPixelsSql = `
  delete from link_pixel
   where ctid = any(array(
     select link_pixel.ctid from pixel join link_pixel on link_pixel.pixel_id = pixel.id
      where pixel.workspace_id = ? limit ${purgeSliceSize}))
  returning 1`

/** A pixel in the form that visitors get. */
export interface ActivePixel {
  readonly pixelType: PixelType
  readonly pixelId: string
}

interface ActivePixelRow extends ActivePixel {
  readonly linkId: string
}

const activePixels: PreparedStatement = {
  name: 'active_pixels',
  text: `
  select link_pixel.link_id as "linkId", pixel.pixel_type as "pixelType", pixel.pixel_id as "pixelId"
    from link_pixel join pixel on pixel.id = link_pixel.pixel_id
   where link_pixel.link_id = any($1::text[]) and pixel.is_active
   order by link_pixel.link_id, link_pixel.position`,
}

/** The active pixels of links, in the order of the ids. A prepared statement of the driver, because visitors wait for it. */
export async function readActivePixels(client: NativeClient, linkIds: readonly string[]): Promise<ActivePixel[][]> {
  const rows = await client.query<ActivePixelRow>(activePixels, [toArrayLiteral(linkIds.map(quoteArrayElement))])
  const byLink = Map.groupBy(rows, ({ linkId }) => linkId)
  return linkIds.map((id) => byLink.get(id) ?? [])
}
