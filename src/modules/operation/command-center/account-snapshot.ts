import type { FilterQuery } from '@mikro-orm/postgresql'
import type { PlanLimits } from '../../../platform/auth/plan.ts'
import type { Scope } from '../../../platform/auth/scopes.ts'
import type { CountedList } from '../../../platform/database/counted-list.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import type { LimitStatus } from '../../../platform/rate-limiting/rate-limit.ts'
import { createEnumType } from '../../../platform/shared/enum-type.ts'
import { once } from '../../../platform/shared/memoize.ts'
import { dayMs, hourMs } from '../../../platform/shared/time.ts'
import { type ApiKey, findExpiringApiKeys } from '../../identity/api-keys/index.ts'
import { findWebhooks, type Webhook } from '../../integrations/webhooks/index.ts'
import { type BlockedLink, findBlockedLinks } from '../../publishing/links/index.ts'
import { findUnreachableLinks, type UnreachableLink } from '../link-health/index.ts'
import type { CommandCenterPeriod } from './command-center.types.ts'
import { listWorkflowReports, scopesBySource } from './workflows.ts'

/** Lengths of the time ranges, by preset. */
const rangeDurationsMs = {
  '1h': hourMs,
  '24h': dayMs,
  '7d': 7 * dayMs,
  '30d': 30 * dayMs,
  '90d': 90 * dayMs,
}

export type RangePreset = keyof typeof rangeDurationsMs
export const rangePresets = Object.keys(rangeDurationsMs) as RangePreset[]
export const RangePreset = createEnumType<RangePreset>('RangePreset', 'Length of a time range that ends now.', {
  '1h': 'One hour.',
  '24h': '24 hours.',
  '7d': '7 days.',
  '30d': '30 days.',
  '90d': '90 days.',
})

/** The time range of a preset, which ends now. */
export function createPresetTimeRange(preset: RangePreset, now: Date): CommandCenterPeriod {
  return { preset, from: new Date(now.getTime() - rangeDurationsMs[preset]), to: now }
}

/** The input of the command center: a database snapshot, a workspace and a time range. */
export interface AccountSnapshot {
  readonly em: EntityManager
  readonly workspaceId: string
  readonly accountId: string
  /** The keys of the workspace that the caller may see. */
  readonly listedKeys: FilterQuery<ApiKey>
  /** The scopes of the caller. Data outside these scopes is not part of the command center. */
  readonly scopes: ReadonlySet<Scope>
  /** Whether the caller may review reported links of all accounts. */
  readonly isAdmin: boolean
  readonly span: CommandCenterPeriod
  /** The limits of the workspace on its plan. */
  readonly limits: PlanLimits
  /** The account's requests of this hour; undefined while rate limits are off. */
  readonly requests: LimitStatus | undefined
}

/** Maximum length of a list. */
export const maxListItems = 100

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
