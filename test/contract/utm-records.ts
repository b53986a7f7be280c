/** The records of UTM templates. */
export const utmRecords = {
  UtmTemplate: {
    id: 'string',
    name: 'string',
    utmSource: 'string or null',
    utmMedium: 'string or null',
    utmCampaign: 'string or null',
    utmTerm: 'string or null',
    utmContent: 'string or null',
    workspaceId: 'string',
    createdAt: 'date-time',
    updatedAt: 'date-time',
  },
} as const
