/** The records of archives. Whether there is a download depends on the state. */
export const archiveRecords = {
  AccountArchive: {
    state: 'string',
    createdAt: 'date-time',
    startedAt: 'date-time or null',
    finishedAt: 'date-time or null',
  },
} as const
