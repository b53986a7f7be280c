import { dayMs } from '../../platform/shared/durations.ts'
import { type ApiKey, findExpiringApiKeys } from '../api-keys/index.ts'
import { countUnreachableLinks, findUnreachableLinks, type UnreachableLink } from '../link-health/index.ts'
import { findBlockedLinks, type Link } from '../links/index.ts'
import { type AccountSnapshot, type CountedList, maxListItems } from './account-snapshot.ts'
import { listWorkflowReports, type WorkflowReport } from './workflows.ts'

/** An API key is reported from this long before it expires until `expiredKeyNoticeMs` after. */
export const keyExpiryNoticeMs = 7 * dayMs
const expiredKeyNoticeMs = 30 * dayMs

/** The records from which alerts and recommendations are derived. */
export interface AccountRecords {
  readonly reports: readonly WorkflowReport[]
  /** Keys that expire soon or expired recently, the earliest first. */
  readonly keys: CountedList<ApiKey>
  readonly blocked: CountedList<Link>
  readonly unreachable: CountedList<UnreachableLink>
}

export async function readAccountRecords(snapshot: AccountSnapshot): Promise<AccountRecords> {
  const { em, ownerId, span } = snapshot
  const expiryRange = {
    after: new Date(span.to.getTime() - expiredKeyNoticeMs),
    upTo: new Date(span.to.getTime() + keyExpiryNoticeMs),
  }
  const [keys, keyCount] = await findExpiringApiKeys(em, ownerId, expiryRange, maxListItems)
  const [blockedLinks, blockedCount] = await findBlockedLinks(em, ownerId, maxListItems)
  return {
    reports: await listWorkflowReports(snapshot),
    keys: { items: keys, total: keyCount },
    blocked: { items: blockedLinks, total: blockedCount },
    unreachable: {
      items: await findUnreachableLinks(em, ownerId, maxListItems),
      total: await countUnreachableLinks(em, ownerId),
    },
  }
}
