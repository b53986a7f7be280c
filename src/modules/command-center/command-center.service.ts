import { IsolationLevel } from '@mikro-orm/postgresql'
import pLimit from 'p-limit'
import { isAtLeastSeverity } from '../../platform/audit-log/activity.queries.ts'
import { listReadableTypes } from '../../platform/audit-log/activity-types.ts'
import type { Severity } from '../../platform/audit-log/operations.types.ts'
import { requireAccount } from '../../platform/auth/authorization.ts'
import { perRequest, type RequestContext } from '../../platform/graphql/request-context.ts'
import type { Quota } from '../../platform/graphql/request-limits.ts'
import { countOpenAnomalies, findOpenOrDetectedAnomalies } from '../anomalies/index.ts'
import { visibleKeysOfWorkspace } from '../api-keys/index.ts'
import {
  type AccountSnapshot,
  createPresetTimeRange,
  maxAlertsOfKind,
  maxListItems,
  type RangePreset,
  readAccountRecords,
} from './account-snapshot.ts'
import { pageAlerts } from './alert-list.ts'
import { type Alert, type AlertConnection, listAlerts } from './alerts.ts'
import { listApprovals } from './approvals.ts'
import { type CommandCenterAlertsArgs, type CommandCenterArgs, matchesFilter } from './command-center.inputs.ts'
import type { CommandCenter, CommandCenterSummary } from './command-center.types.ts'
import { buildActivityFilter, readRecentActivity } from './recent-activity.ts'
import { listRecommendations } from './recommendation-list.ts'
import { measureServiceLevels } from './service-levels.ts'

/** Compiles the command center. All parts of an answer are read from one database snapshot. */
export class CommandCenterService {
  constructor(private readonly quota: Quota) {}

  /** Compiles the whole command center. The filters apply to the lists and not to the summary. */
  compile(
    context: RequestContext,
    { range, page = 1, limit = 20, ...filter }: CommandCenterArgs,
  ): Promise<CommandCenter> {
    return this.readSnapshot(context, range, async (snapshot) => {
      const data = await readSummaryData(snapshot)
      const { em, workspaceId, scopes, span } = snapshot
      const findAnomalies = async (severity: Severity) =>
        scopes.has('read:analytics')
          ? findOpenOrDetectedAnomalies(em, workspaceId, { ...span, severity, limit: maxListItems })
          : []
      const activityFilter = buildActivityFilter(snapshot, filter, listReadableTypes(context.caller))
      const recommendations = await listRecommendations(snapshot, data.records, await findAnomalies('error'))
      return {
        range: span,
        generatedAt: span.to,
        summary: buildSummary(data),
        workflows: data.records.reports
          .map(({ workflow }) => workflow)
          .filter(({ id, source }) => matchesFilter({ source, workflowId: id }, filter)),
        sla: data.sla.filter((level) => matchesFilter(level, filter)),
        anomalies: matchesFilter(detectorOrigin, filter) ? await findAnomalies(filter.severity) : [],
        alerts: selectAlerts(data.alerts.items, filter).slice(0, maxListItems),
        approvals: matchesFilter(approvalOrigin, filter) ? [...data.approvals.items] : [],
        recommendations: recommendations.filter((each) => matchesFilter(each, filter)).slice(0, maxListItems),
        recentActivity: context.isRest ? await readRecentActivity(snapshot, activityFilter, page, limit) : null,
        activityFilter,
        workspaceId,
      }
    })
  }

  /** Compiles the summary of the last 24 hours. */
  summarize(context: RequestContext): Promise<CommandCenterSummary> {
    return this.readSnapshot(context, '24h', async (snapshot) => buildSummary(await readSummaryData(snapshot)))
  }

  /** A page of all current alerts that match the filters. */
  listAlerts(
    context: RequestContext,
    { source, severity, workflowId, ...args }: CommandCenterAlertsArgs,
  ): Promise<AlertConnection> {
    return this.readSnapshot(context, '24h', async (snapshot) => {
      const { items } = await listAlerts(snapshot, await readAccountRecords(snapshot, maxAlertsOfKind))
      return pageAlerts(context, selectAlerts(items, { source, severity, workflowId }), args)
    })
  }

  /** Reads from one database snapshot. Those of one request run one by one, because each holds a connection. */
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

/** Reads the input of the summary. */
async function readSummaryData(snapshot: AccountSnapshot) {
  const { em, workspaceId, scopes } = snapshot
  const records = await readAccountRecords(snapshot, maxListItems)
  return {
    records,
    sla: await measureServiceLevels(snapshot, records.reports),
    alerts: await listAlerts(snapshot, records),
    approvals: await listApprovals(snapshot),
    anomalies: scopes.has('read:analytics') ? await countOpenAnomalies(em, workspaceId) : 0,
  }
}

function buildSummary(data: Awaited<ReturnType<typeof readSummaryData>>): CommandCenterSummary {
  const { records, sla, alerts, approvals, anomalies } = data
  const workflows = records.reports.map(({ workflow }) => workflow)
  return {
    activeWorkflows: workflows.filter(({ isActive }) => isActive).length,
    runningExecutions: workflows.reduce((sum, { running }) => sum + running, 0),
    failures: workflows.reduce((sum, { failed }) => sum + failed, 0),
    slaBreaches: sla.filter(({ status }) => status === 'breached').length,
    anomalies,
    alerts: alerts.total,
    approvals: approvals.total,
  }
}
