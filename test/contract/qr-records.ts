/** The records of QR codes. */
export const qrRecords = {
  DynamicQrItem: {
    id: 'string',
    shortCode: 'string',
    targetUrl: 'string',
    scans: 'integer',
    createdAt: 'date-time',
    title: 'string',
    isActive: 'boolean',
    imageUrl: 'string',
    workspaceId: 'string',
    updatedAt: 'date-time',
    design: { record: 'QrDesign' },
  },
  QrDesign: {
    size: 'integer',
    margin: 'integer',
    level: 'string',
    color: 'string',
    background: 'string',
    isTransparent: 'boolean',
    logoId: 'string or null',
  },
  QrImage: { mediaType: 'string', href: 'string' },
  QrLogo: {
    id: 'string',
    name: 'string',
    width: 'integer',
    height: 'integer',
    createdAt: 'date-time',
    imageUrl: 'string',
  },
} as const
