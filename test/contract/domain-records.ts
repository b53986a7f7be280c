/** The records of domains. */
export const domainRecords = {
  Domain: {
    id: 'string',
    workspaceId: 'string',
    host: 'string',
    status: 'string',
    verificationRecord: { record: 'DomainVerificationRecord' },
    expiredUrl: 'string or null',
    notFoundUrl: 'string or null',
    rootUrl: 'string or null',
    verifiedAt: 'date-time or null',
    createdAt: 'date-time',
    updatedAt: 'date-time',
  },
  DomainVerificationRecord: { type: 'string', name: 'string', value: 'string' },
  MissingCode: {
    code: 'string',
    visits: 'number',
    firstVisitAt: 'date-time',
    lastVisitAt: 'date-time',
    lastReferrerHost: 'string or null',
    lastCountry: 'string or null',
  },
  AllowedDomain: { domain: 'string' },
} as const
