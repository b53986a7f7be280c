/** The record of the operations about anomalies. */
export const anomalyRecords = {
  Anomaly: {
    id: 'string',
    urlId: 'string',
    shortUrl: 'string',
    kind: 'string',
    severity: 'string',
    observed: 'integer',
    expected: 'number',
    score: 'number',
    windowStart: 'date-time',
    windowEnd: 'date-time',
    status: 'string',
    detectedAt: 'date-time',
    acknowledgedAt: 'date-time or null',
    resolvedAt: 'date-time or null',
  },
} as const
