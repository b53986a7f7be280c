/** The records of pixels. */
export const pixelRecords = {
  Pixel: {
    id: 'string',
    workspaceId: 'string',
    name: 'string',
    pixelType: 'string',
    pixelId: 'string',
    isActive: 'boolean',
    createdAt: 'date-time',
    updatedAt: 'date-time',
  },
} as const
