/** The records of operations about several links. */
export const bulkRecords = {
  BulkResponse: {
    results: [
      {
        index: 'integer',
        status: 'string',
        id: 'string or null',
      },
    ],
    summary: { record: 'BulkSummary' },
  },
  BulkSummary: { total: 'integer', succeeded: 'integer', failed: 'integer' },
  BulkSelectionResponse: { matched: 'integer', changed: 'integer', failed: 'integer', remaining: 'integer' },
  ExportedLink: {
    id: 'string',
    longUrl: 'string',
    shortUrl: 'string',
    customUrl: 'string or null',
    domain: 'string or null',
    title: 'string',
    tags: 'strings',
    folder: 'string or null',
    isActive: 'boolean',
    createdAt: 'date-time',
    updatedAt: 'date-time',
    expiresAt: 'date-time or null',
    clicks: 'integer',
  },
} as const
