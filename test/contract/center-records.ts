const summary = {
  activeWorkflows: 'integer',
  runningExecutions: 'integer',
  failures: 'integer',
  slaBreaches: 'integer',
  anomalies: 'integer',
  alerts: 'integer',
  approvals: 'integer',
} as const

const alert = {
  id: 'string',
  kind: 'string',
  severity: 'string',
  message: 'string',
  subjectId: 'string',
  createdAt: 'date-time',
  acknowledgedAt: 'date-time or null',
} as const

/** The records of the command center. */
export const centerRecords = {
  Alert: alert,
  CommandCenterSummary: summary,
  AdminAccount: {
    id: 'string',
    name: 'string',
    email: 'string',
    role: 'string',
    emailVerifiedAt: 'date-time or null',
    createdAt: 'date-time',
    suspendedAt: 'date-time or null',
    deletionRequestedAt: 'date-time or null',
  },
  AdminWorkspace: {
    id: 'string',
    name: 'string',
    slug: 'string',
    plan: 'string',
    isPersonal: 'boolean',
    urlCount: 'integer',
    createdAt: 'date-time',
    suspendedAt: 'date-time or null',
    usage: [{ resource: 'string', used: 'integer', limit: 'integer' }],
  },
  DoctorReport: {
    status: 'string',
    version: 'string',
    checkedAt: 'date-time',
    findings: [{ check: 'string', status: 'string', text: 'string' }],
  },
  CommandCenterPeriod: { from: 'date-time', to: 'date-time', preset: 'string' },
  RecommendedAction: { method: 'string', path: 'string' },
  RecentActivity: {
    items: [
      {
        id: 'string',
        type: 'string',
        actor: 'string',
        subjectType: 'string',
        subjectId: 'string',
        summary: 'string',
        severity: 'string',
        source: 'string',
        createdAt: 'date-time',
      },
    ],
    page: 'integer',
    limit: 'integer',
    total: 'integer',
  },
  CommandCenter: {
    range: { record: 'CommandCenterPeriod' },
    generatedAt: 'date-time',
    summary: { record: 'CommandCenterSummary' },
    workflows: [
      {
        id: 'string',
        name: 'string',
        source: 'string',
        status: 'string',
        isActive: 'boolean',
        executions: 'integer',
        succeeded: 'integer',
        failed: 'integer',
        running: 'integer',
        failureRate: 'number',
        averageDurationMs: 'integer or null',
        p95DurationMs: 'integer or null',
        lastExecutionAt: 'date-time or null',
        lastError: 'string or null',
      },
    ],
    sla: [
      {
        workflowId: 'string or null',
        name: 'string',
        metric: 'string',
        target: 'number',
        actual: 'number or null',
        status: 'string',
        sampleSize: 'integer',
      },
    ],
    anomalies: [
      {
        id: 'string',
        urlId: 'string',
        shortUrl: 'string',
        kind: 'string',
        severity: 'string',
        observed: 'number',
        expected: 'number',
        score: 'number',
        status: 'string',
        windowStart: 'date-time',
        windowEnd: 'date-time',
        detectedAt: 'date-time',
      },
    ],
    alerts: [alert],
    approvals: [{ id: 'string', kind: 'string', subjectId: 'string', title: 'string', requestedAt: 'date-time' }],
    recommendations: [
      {
        id: 'string',
        kind: 'string',
        title: 'string',
        reason: 'string',
        impact: 'string',
        action: { record: 'RecommendedAction' },
      },
    ],
    recentActivity: { record: 'RecentActivity' },
  },
} as const

/** Records that are parts of others. */
export type CenterRecord = 'CommandCenterSummary' | 'CommandCenterPeriod' | 'RecommendedAction' | 'RecentActivity'
