import { IsolationLevel } from '@mikro-orm/postgresql'
import pLimit from 'p-limit'
import { isAtLeastSeverity } from '../../../platform/audit-log/activity.queries.ts'
import { listReadableTypes } from '../../../platform/audit-log/activity-types.ts'
import type { Severity } from '../../../platform/audit-log/operations.types.ts'
import { InsufficientScope } from '../../../platform/auth/auth.errors.ts'
import { hasScope, requireAccount } from '../../../platform/auth/authorization.ts'
import type { SelectedFields } from '../../../platform/graphql/inputs/selected-fields.ts'
import { perRequest, type RequestContext } from '../../../platform/graphql/request-context.ts'
import type { Quota } from '../../../platform/graphql/request-limits.ts'
import { once } from '../../../platform/shared/memoize.ts'
import { visibleKeysOfWorkspace } from '../../identity/api-keys/index.ts'
import { countUnprovenDomains } from '../../publishing/links/index.ts'
import {
  countOpenAnomalies,
  countUnresolvedAnomalies,
  findOpenOrDetectedAnomalies,
} from '../../statistics/anomalies/index.ts'
import type { ClickReader } from '../../visits/clicks/index.ts'
import { AccountRecords, maxAlertsOfKind } from './account-records.ts'
import { type AccountSnapshot, maxListItems } from './account-snapshot.ts'
import { AcknowledgedAlert } from './alerts/acknowledged-alert.entity.ts'
import { AlertNotFound } from './alerts/alert.errors.ts'
import { pageAlerts } from './alerts/alert-list.ts'
import { type Alert, type AlertConnection, listAlerts } from './alerts/alerts.ts'
import { listApprovals } from './approvals.ts'
import { type CommandCenterAlertsArgs, type CommandCenterArgs, matchesFilter } from './command-center.inputs.ts'
import type { CommandCenter, CommandCenterSummary } from './command-center.types.ts'
import { createPresetTimeRange, type RangePreset } from './command-center-period.ts'
import { buildActivityFilter, readRecentActivity } from './recent-activity.ts'
import { listRecommendations } from './recommendation-list.ts'
import { measureServiceLevels } from './service-levels.ts'
import { scopeOfSubject } from './subjects.ts'
import type { Workflow } from './workflows.ts'

/** Compiles the command center. All parts of an answer are read from one database snapshot. */
export class CommandCenterService {
  constructor(
    private readonly quota: Quota,
    private readonly clickStore: ClickReader,
  ) {}

  /** Compiles the whole command center. The filters apply to the lists and not to the summary. */
  compile(
    context: RequestContext,
    { range, page = 1, limit = 20, ...filter }: CommandCenterArgs,
    selected: SelectedFields,
  ): Promise<CommandCenter> {
    return this.readSnapshot(context, range, async (snapshot) => {
      const data = new SummaryData(snapshot, maxListItems, selected.has('alerts.acknowledgedAt'))
      const { em, workspaceId, scopes, span } = snapshot
      const ifSelected = async <T>(field: string, read: () => Promise<T[]>) => (selected.has(field) ? read() : [])
      const findAnomalies = async (severity: Severity) =>
        scopes.has('read:analytics')
          ? findOpenOrDetectedAnomalies(em, workspaceId, { ...span, severity, limit: maxListItems })
          : []
      const activityFilter = buildActivityFilter(snapshot, filter, listReadableTypes(context.caller))
      return {
        range: span,
        generatedAt: span.to,
        summary: await buildSummary(data, { has: (field) => selected.has(`summary.${field}`) }),
        workflows: await ifSelected('workflows', async () =>
          (await data.workflows()).filter(({ id, source }) => matchesFilter({ source, workflowId: id }, filter)),
        ),
        sla: await ifSelected('sla', async () => (await data.sla()).filter((level) => matchesFilter(level, filter))),
        anomalies: await ifSelected('anomalies', async () =>
          matchesFilter(detectorOrigin, filter) ? findAnomalies(filter.severity) : [],
        ),
        alerts: await ifSelected('alerts', async () =>
          selectAlerts((await data.alerts()).items, filter).slice(0, maxListItems),
        ),
        approvals: await ifSelected('approvals', async () =>
          matchesFilter(approvalOrigin, filter) ? [...(await data.approvals()).items] : [],
        ),
        recommendations: await ifSelected('recommendations', async () =>
          (await listRecommendations(data.records, await findAnomalies('error')))
            .filter((each) => matchesFilter(each, filter))
            .slice(0, maxListItems),
        ),
        recentActivity: context.isRest ? await readRecentActivity(snapshot, activityFilter, page, limit) : null,
        activityFilter,
        workspaceId,
      }
    })
  }

  /** Compiles the summary of the last 24 hours. */
  summarize(context: RequestContext, selected: SelectedFields): Promise<CommandCenterSummary> {
    return this.readSnapshot(context, '24h', (snapshot) => buildSummary(new SummaryData(snapshot, 0), selected))
  }

  /** A page of all current alerts that match the filters. */
  listAlerts(
    context: RequestContext,
    { source, severity, workflowId, acknowledged, ...args }: CommandCenterAlertsArgs,
    fields: SelectedFields,
  ): Promise<AlertConnection> {
    return this.readSnapshot(context, '24h', async (snapshot) => {
      const isSelected = fields.has('nodes.acknowledgedAt') || fields.has('edges.node')
      const areAcknowledged = acknowledged != null || isSelected
      const { items } = await listAlerts(new AccountRecords(snapshot, maxAlertsOfKind), { areAcknowledged })
      const selected = selectAlerts(items, { source, severity, workflowId })
      const isListed = (alert: Alert) => acknowledged == null || acknowledged === (alert.acknowledgedAt !== null)
      return pageAlerts(context, selected.filter(isListed), args)
    })
  }

  /** Acknowledges a current alert for everybody in the workspace. Throws `AlertNotFound` and `InsufficientScope`. */
  async acknowledge(context: RequestContext, id: string): Promise<Alert> {
    const scope = scopeOfSubject(id.slice(id.indexOf(':') + 1))
    if (!hasScope(context.caller, scope)) throw new InsufficientScope(scope)
    const { items } = await this.readSnapshot(context, '24h', (snapshot) =>
      listAlerts(new AccountRecords(snapshot, maxAlertsOfKind), { areAcknowledged: true }),
    )
    const alert = items.find((each) => each.id === id)
    if (!alert) throw new AlertNotFound()
    if (alert.acknowledgedAt) return alert
    const acknowledgedAt = context.now()
    await context.em.upsert(AcknowledgedAlert, { workspace: context.workspaceId, alertId: id, acknowledgedAt })
    return { ...alert, acknowledgedAt }
  }

  /**
   * Reads from one database snapshot. The snapshots of one request run one after the other, because each holds a
   * connection.
   */
  private readSnapshot<T>(
    context: RequestContext,
    preset: RangePreset,
    read: (snapshot: AccountSnapshot) => Promise<T>,
  ): Promise<T> {
    return oneAtATime(context)(async () => {
      const { scopes, role } = requireAccount(context.caller)
      const { workspaceId } = context
      const requests = await this.quota.readHourlyStatus(context)
      const span = createPresetTimeRange(preset, context.now())
      const limits = context.settings.plans[context.requireRole(workspaceId).plan]
      const base = {
        clickStore: this.clickStore,
        workspaceId,
        accountId: context.accountId,
        listedKeys: visibleKeysOfWorkspace(context),
        limits,
        scopes,
        isAdmin: role === 'admin',
        span,
        requests,
      }
      // `clear`: entities that the request has loaded before may differ from the snapshot.
      const transactionOptions = { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true, clear: true }
      return context.em.transactional((em) => read({ ...base, em }), transactionOptions)
    })
  }
}

const oneAtATime = perRequest(() => pLimit(1))

const detectorOrigin = { source: 'clicks', workflowId: 'anomaly-detector' } as const
const approvalOrigin = { source: 'lifecycle', workflowId: null } as const

type AlertFilter = Pick<CommandCenterArgs, 'source' | 'severity' | 'workflowId'>

function selectAlerts(alerts: readonly Alert[], filter: AlertFilter): Alert[] {
  return alerts.filter((alert) => matchesFilter(alert, filter) && isAtLeastSeverity(alert.severity, filter.severity))
}

/** The input of the summary. Each part is read when it is first needed. */
class SummaryData {
  readonly records: AccountRecords
  readonly sla = once(async () => measureServiceLevels(this.snapshot, await this.records.reports()))
  readonly alerts = once(() => listAlerts(this.records, { areAcknowledged: this.areAcknowledged }))
  readonly approvals = once(() => listApprovals(this.snapshot))

  /** `limit` bounds the lists of the records: 0 to count them only. */
  constructor(
    private readonly snapshot: AccountSnapshot,
    limit: number,
    private readonly areAcknowledged = false,
  ) {
    this.records = new AccountRecords(snapshot, limit)
  }

  async workflows(): Promise<Workflow[]> {
    return (await this.records.reports()).map(({ workflow }) => workflow)
  }

  async countAnomalies(): Promise<number> {
    const { em, workspaceId, scopes } = this.snapshot
    return scopes.has('read:analytics') ? countUnresolvedAnomalies(em, workspaceId) : 0
  }

  /** How many alerts, anomalies and domains wait for somebody. */
  async countWaiting(): Promise<number> {
    const { em, workspaceId, scopes } = this.snapshot
    const { items } = await listAlerts(new AccountRecords(this.snapshot, maxAlertsOfKind), { areAcknowledged: true })
    const alerts = items.filter(({ acknowledgedAt }) => acknowledgedAt === null).length
    const anomalies = scopes.has('read:analytics') ? await countOpenAnomalies(em, workspaceId) : 0
    const domains = scopes.has('read:links') ? await countUnprovenDomains(em, workspaceId) : 0
    return alerts + anomalies + domains
  }
}

/** The numbers of the selected fields. The other numbers are 0, and no answer contains them. */
async function buildSummary(data: SummaryData, selected: SelectedFields): Promise<CommandCenterSummary> {
  const ifSelected = async (field: keyof CommandCenterSummary, read: () => Promise<number>) =>
    selected.has(field) ? read() : 0
  const sumOf = async (field: 'running' | 'failed') =>
    (await data.workflows()).reduce((sum, workflow) => sum + workflow[field], 0)
  return {
    activeWorkflows: await ifSelected(
      'activeWorkflows',
      async () => (await data.workflows()).filter(({ isActive }) => isActive).length,
    ),
    runningExecutions: await ifSelected('runningExecutions', () => sumOf('running')),
    failures: await ifSelected('failures', () => sumOf('failed')),
    slaBreaches: await ifSelected(
      'slaBreaches',
      async () => (await data.sla()).filter(({ status }) => status === 'breached').length,
    ),
    anomalies: await ifSelected('anomalies', () => data.countAnomalies()),
    alerts: await ifSelected('alerts', async () => (await data.alerts()).total),
    approvals: await ifSelected('approvals', async () => (await data.approvals()).total),
    waiting: await ifSelected('waiting', () => data.countWaiting()),
  }
}
