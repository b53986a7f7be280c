/** The records of imports. */
export const importRecords = {
  Import: {
    id: 'string',
    workspaceId: 'string',
    source: 'string',
    onConflict: 'string',
    dryRun: 'boolean',
    state: 'string',
    mapping: [{ column: 'string', field: 'string or null' }],
    total: 'integer or null',
    processed: 'integer',
    created: 'integer',
    renamed: 'integer',
    skipped: 'integer',
    failed: 'integer',
    failureMessage: 'string or null',
    createdAt: 'date-time',
    startedAt: 'date-time or null',
    finishedAt: 'date-time or null',
    errors: [
      {
        row: 'integer',
        code: 'string',
        message: 'string',
        cells: [{ column: 'string', field: 'string', value: 'string' }],
      },
    ],
  },
  ImportPreview: {
    source: 'string',
    content: 'string',
    mapping: [{ column: 'string', field: 'string or null' }],
    rows: [{ row: 'integer', outcome: 'string', alias: 'string or null', shortUrl: 'string or null' }],
    failureMessage: 'string or null',
  },
  ImportErrorFile: {},
} as const
