import { DestinationBlocked, findBlockedAddresses } from '../../../platform/addresses/block-list.ts'
import type { Orm } from '../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../platform/database/statements.ts'
import type { LinkRules } from '../links/index.ts'

/**
 * Returns the address of a page in its normal form. Throws for an address of this service or on the block list. Does not
 * use the EntityManager of a request, because other requests wait for the result too.
 */
export async function checkPageAddress(orm: Orm, linkRules: LinkRules, text: string): Promise<string> {
  const address = linkRules.parsePageAddress(text)
  const blocked = await findBlockedAddresses(orm.em.fork(withoutQueryLog()), [address])
  if (blocked.has(address)) throw new DestinationBlocked('url')
  return address
}
