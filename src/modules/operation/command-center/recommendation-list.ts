import { findNewestApiKey } from '../../identity/api-keys/index.ts'
import { countFailedEvents } from '../../integrations/webhooks/index.ts'
import type { Anomaly } from '../../statistics/anomalies/index.ts'
import { findAppealedLinkIds } from '../abuse/index.ts'
import type { AccountRecords } from './account-records.ts'
import { findExpiredLinksInUse } from './expired-links.ts'
import { toKeyRecommendation } from './key-recommendations.ts'
import {
  listPasswordRecommendations,
  toAnomalyRecommendation,
  toAppealRecommendation,
  toDestinationRecommendation,
  toExpiredUrlRecommendation,
} from './link-recommendations.ts'
import { impacts, type Recommendation, toRecommendation } from './recommendations.ts'
import { listWebhookRecommendations } from './webhook-recommendations.ts'

/**
 * Returns the recommendations, the highest impact first. A followed recommendation loses its cause, so it is not listed
 * again. `anomalies` are those with the severity `error` or higher.
 */
export async function listRecommendations(
  records: AccountRecords,
  anomalies: readonly Anomaly[],
): Promise<Recommendation[]> {
  const { em, listedKeys, scopes, span } = records.snapshot
  const now = span.to
  const reports = await records.reports()
  const keys = await records.keys()
  const unreachable = await records.unreachable()
  const blocked = await records.blocked()
  const webhookIds = reports.flatMap(({ workflow: { webhook } }) => (webhook ? [webhook.id] : []))
  const failedEvents = await countFailedEvents(em, webhookIds)
  const newestKey = await findNewestApiKey(em, listedKeys, now)
  const blockedIds = blocked.items.map(({ id }) => id)
  const appealedIds = await findAppealedLinkIds(em, blockedIds)
  const mayReadLinks = scopes.has('read:links')
  const expiredLinks = mayReadLinks ? await findExpiredLinksInUse(records.snapshot) : []
  const openAnomalies = anomalies.filter(({ status }) => status === 'open')
  return [
    ...reports.flatMap((report) => listWebhookRecommendations(report, failedEvents)),
    ...keys.items.map((key) => toKeyRecommendation(key, newestKey, now)),
    ...blocked.items.filter(({ id }) => !appealedIds.has(id)).map(toAppealRecommendation),
    ...expiredLinks.map(toExpiredUrlRecommendation),
    ...unreachable.items.map(toDestinationRecommendation),
    ...(mayReadLinks ? listPasswordRecommendations(openAnomalies, now) : []),
    ...openAnomalies.map(toAnomalyRecommendation),
  ]
    .map(toRecommendation)
    .toSorted((a, b) => impacts.indexOf(b.impact) - impacts.indexOf(a.impact))
}
