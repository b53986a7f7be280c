/** The records of files. */
export const fileRecords = { DownloadedJson: { rows: 'integer' } } as const
