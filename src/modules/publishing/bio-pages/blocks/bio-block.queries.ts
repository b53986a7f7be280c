import type { EntityManager } from '../../../../platform/database/database.ts'
import { quoteArrayElement, toArrayLiteral } from '../../../../platform/database/statements.ts'

// Raw SQL, because all blocks of a page get their positions in one statement. Call it under the lock of the page.

/** Gives the blocks of a page their positions from 0 on, in the order of the ids. */
export async function storeOrder(em: EntityManager, pageId: string, blockIds: readonly string[]): Promise<void> {
  await em.execute(storeOrderSql, [toArrayLiteral(blockIds.map(quoteArrayElement)), pageId])
}

const storeOrderSql = `
  update bio_block
     set position = place.number - 1
    from unnest(?::text[]) with ordinality as place (id, number)
   where bio_block.id = place.id and page_id = ? and position <> place.number - 1`
