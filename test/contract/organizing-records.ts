const folder = {
  id: 'string',
  name: 'string',
  workspaceId: 'string',
  createdAt: 'date-time',
  updatedAt: 'date-time',
} as const

/** The records of tags and folders. */
export const organizingRecords = { Folder: folder, Tag: { ...folder, color: 'string' } } as const
