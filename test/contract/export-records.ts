/** The records of exports. */
export const exportRecords = {
  Export: {
    id: 'string',
    workspaceId: 'string',
    content: 'string',
    format: 'string',
    isWeekly: 'boolean',
    state: 'string',
    rowCount: 'integer',
    failureMessage: 'string or null',
    createdAt: 'date-time',
    startedAt: 'date-time or null',
    finishedAt: 'date-time or null',
  },
} as const
