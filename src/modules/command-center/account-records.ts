import { dayMs } from '../../platform/shared/durations.ts'
import { type ApiKey, findExpiringApiKeys } from '../api-keys/index.ts'
import { countUnreachableLinks, findUnreachableLinks, type UnreachableLink } from '../link-health/index.ts'
import { findBlockedLinks, type Link } from '../links/index.ts'
import { type AccountSnapshot, type CountedList, maxListItems } from './account-snapshot.ts'
import { listWorkflowReports, type WorkflowReport } from './workflows.ts'

/** How long before its date a key is told of, and how long after it. */
export const keyExpiryNoticeMs = 7 * dayMs
const expiredKeyNoticeMs = 30 * dayMs

/** What alerts and recommendations are made of. */
export interface AccountRecords {
  readonly reports: readonly WorkflowReport[]
  /** Keys that expire soon or did of late, the earliest first. */
  readonly keys: CountedList<ApiKey>
  readonly flagged: CountedList<Link>
  readonly unreachable: CountedList<UnreachableLink>
}

export async function readAccountRecords(snapshot: AccountSnapshot): Promise<AccountRecords> {
  const { em, ownerId, span } = snapshot
  const dates = {
    after: new Date(span.to.getTime() - expiredKeyNoticeMs),
    upTo: new Date(span.to.getTime() + keyExpiryNoticeMs),
  }
  const [keys, ending] = await findExpiringApiKeys(em, ownerId, dates, maxListItems)
  const [flagged, blocked] = await findBlockedLinks(em, ownerId, maxListItems)
  return {
    reports: await listWorkflowReports(snapshot),
    keys: { items: keys, total: ending },
    flagged: { items: flagged, total: blocked },
    unreachable: {
      items: await findUnreachableLinks(em, ownerId, maxListItems),
      total: await countUnreachableLinks(em, ownerId),
    },
  }
}
