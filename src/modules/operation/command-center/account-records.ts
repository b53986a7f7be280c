import type { CountedList } from '../../../platform/database/counted-list.ts'
import { once } from '../../../platform/shared/memoize.ts'
import { dayMs } from '../../../platform/shared/time.ts'
import { type ApiKey, findExpiringApiKeys } from '../../identity/api-keys/index.ts'
import { findWebhooks, type Webhook } from '../../integrations/webhooks/index.ts'
import { type BlockedLink, findBlockedLinks } from '../../publishing/links/index.ts'
import { findUnreachableLinks, type UnreachableLink } from '../link-health/index.ts'
import type { AccountSnapshot } from './account-snapshot.ts'
import { AcknowledgedAlert } from './alerts/acknowledged-alert.entity.ts'
import { listWorkflowReports, scopesBySource } from './workflows.ts'

/** Alerts of one kind are listed and counted up to this number. */
export const maxAlertsOfKind = 10_000

const emptyList = { items: [], total: 0 }

/** How long before its expiry an API key is reported. It is reported until `expiredKeyNoticeMs` after its expiry. */
export const keyExpiryNoticeMs = 7 * dayMs
const expiredKeyNoticeMs = 30 * dayMs

/**
 * The records from which alerts and recommendations are derived. Each record is read when it is first needed. Lists
 * have their first `limit` items, and totals are counted up to `maxAlertsOfKind`.
 */
export class AccountRecords {
  readonly reports = once(() => listWorkflowReports(this.snapshot))
  /** The webhooks of the workspace, without their metrics. */
  readonly webhooks = once(() => this.readWebhooks())
  /** Keys that expire soon or expired recently, the earliest first. */
  readonly keys = once(() => this.readKeys())
  readonly blocked = once(() => this.readBlockedLinks())
  readonly unreachable = once(() => this.readUnreachableLinks())
  /** When alerts were acknowledged, by their ids. */
  readonly acknowledged = once(() => this.readAcknowledged())

  constructor(
    readonly snapshot: AccountSnapshot,
    readonly limit: number,
  ) {}

  private async readWebhooks(): Promise<readonly Webhook[]> {
    const { em, workspaceId, scopes } = this.snapshot
    return scopes.has(scopesBySource.webhooks) ? findWebhooks(em, workspaceId) : []
  }

  private async readKeys(): Promise<CountedList<ApiKey>> {
    const { em, listedKeys, span } = this.snapshot
    const now = span.to.getTime()
    const expiryRange = { after: new Date(now - expiredKeyNoticeMs), upTo: new Date(now + keyExpiryNoticeMs) }
    return capTotal(await findExpiringApiKeys(em, listedKeys, expiryRange, this.limit))
  }

  private async readAcknowledged(): Promise<ReadonlyMap<string, Date>> {
    const { em, workspaceId: workspace } = this.snapshot
    const found = await em.find(AcknowledgedAlert, { workspace }, { disableIdentityMap: true })
    return new Map(found.map(({ alertId, acknowledgedAt }) => [alertId, acknowledgedAt]))
  }

  private async readBlockedLinks(): Promise<CountedList<BlockedLink>> {
    const { em, workspaceId, scopes } = this.snapshot
    if (!scopes.has('read:links')) return emptyList
    return capTotal(await findBlockedLinks(em, workspaceId, this.limit))
  }

  private async readUnreachableLinks(): Promise<CountedList<UnreachableLink>> {
    const { em, workspaceId, scopes } = this.snapshot
    if (!scopes.has('read:links')) return emptyList
    return capTotal(await findUnreachableLinks(em, workspaceId, this.limit))
  }
}

function capTotal<T>({ items, total }: CountedList<T>): CountedList<T> {
  return { items, total: Math.min(total, maxAlertsOfKind) }
}
