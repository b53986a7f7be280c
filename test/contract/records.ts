import { abuseRecords } from './abuse-records.ts'
import { accountRecords } from './account-acts.ts'
import { anomalyRecords } from './anomaly-records.ts'
import { archiveRecords } from './archive-records.ts'
import { bioRecords } from './bio-records.ts'
import { bulkRecords } from './bulk-records.ts'
import { type CenterRecord, centerRecords } from './center-records.ts'
import { domainRecords } from './domain-records.ts'
import { exportRecords } from './export-records.ts'
import { fileRecords } from './file-records.ts'
import { healthRecords } from './health-records.ts'
import { importRecords } from './import-records.ts'
import { organizingRecords } from './organizing-records.ts'
import { pixelRecords } from './pixel-records.ts'
import { qrRecords } from './qr-records.ts'
import { ruleRecords } from './rule-records.ts'
import { secondFactorRecords } from './second-factor-acts.ts'
import { sharedStatsRecords } from './shared-stats-records.ts'
import { unfurlRecords } from './unfurl-records.ts'
import { utmRecords } from './utm-records.ts'

export type ScalarForm =
  | 'string'
  | 'string or null'
  | 'integer'
  | 'integer or null'
  | 'number'
  | 'number or null'
  | 'boolean'
  | 'boolean or null'
  | 'date-time'
  | 'date-time or null'
  | 'strings'

/** The type of one documented field: a scalar, a list of them, a record, or a list of records. */
export type FieldForm =
  | ScalarForm
  | readonly [Readonly<Record<string, FieldForm>>]
  | Readonly<{
      record:
        | 'UserProfile'
        | 'OauthAppSummary'
        | 'PublicBioPage'
        | 'QrDesign'
        | 'BioTheme'
        | 'InsightData'
        | 'DomainVerificationRecord'
        | 'BulkSummary'
        | CenterRecord
    }>

export type RecordName = keyof typeof records

/** The records of the contract and beyond: their documented fields. Answers may have more. */
export const records = {
  UrlItem: {
    id: 'string',
    title: 'string',
    originalUrl: 'string',
    shortUrl: 'string',
    address: 'string',
    customUrl: 'string or null',
    currentClicks: 'integer',
    isActive: 'boolean',
    createdAt: 'date-time',
    isBlocked: 'boolean',
    blockedReason: 'string or null',
    blockCause: 'string or null',
    hasPassword: 'boolean',
    clickLimit: 'integer or null',
    expiresAt: 'date-time or null',
    expiredUrl: 'string or null',
    redirectType: 'integer',
    ruleCount: 'integer',
    forwardQuery: 'boolean',
    forwardPath: 'boolean',
    workspaceId: 'string',
    domainId: 'string or null',
    domainHost: 'string or null',
    folderId: 'string or null',
    tags: [{ id: 'string', name: 'string', color: 'string' }],
    isCloaked: 'boolean',
    isCloakable: 'boolean or null',
    privacyMode: 'boolean',
    utmSource: 'string or null',
    utmMedium: 'string or null',
    utmCampaign: 'string or null',
    utmTerm: 'string or null',
    utmContent: 'string or null',
    ogTitle: 'string or null',
    ogDescription: 'string or null',
    ogImage: 'string or null',
    note: 'string or null',
    updatedAt: 'date-time',
  },
  ShortUrlResponse: { shortCode: 'string', shortUrl: 'string', longUrl: 'string', expiresAt: 'date-time' },
  RedirectResponse: {
    id: 'string',
    originalUrl: 'string or null',
    shortUrl: 'string',
    domainHost: 'string or null',
    hasPassword: 'boolean',
    isExpired: 'boolean',
    isActive: 'boolean',
  },
  ClickItem: {
    id: 'string',
    urlId: 'string',
    country: 'string',
    device: 'string',
    browser: 'string',
    createdAt: 'date-time',
    os: 'string',
    // Null in an export where it is unknown; a list has `Unknown` there.
    region: 'string or null',
    referrerHost: 'string or null',
    trigger: 'string',
    utmSource: 'string or null',
    utmMedium: 'string or null',
    utmCampaign: 'string or null',
    utmTerm: 'string or null',
    utmContent: 'string or null',
    isBot: 'boolean',
    botName: 'string or null',
    qrId: 'string or null',
    city: 'string or null',
    continent: 'string',
    ruleId: 'string or null',
    variant: 'string or null',
  },
  AnalyticsSummary: {
    totalClicks: 'integer',
    uniqueVisitors: 'integer',
    countryStats: [{ country: 'string', count: 'integer' }],
    deviceStats: [{ device: 'string', count: 'integer' }],
  },
  ClickMap: { type: 'string', features: [{ type: 'string' }], unlocated: 'integer' },
  AccountAnalytics: {
    totalClicks: 'integer',
    uniqueVisitors: 'integer',
    countryStats: [{ country: 'string', count: 'integer' }],
    deviceStats: [{ device: 'string', count: 'integer' }],
    topLinks: [{ urlId: 'string', count: 'integer' }],
  },
  InsightAnswer: { answer: 'string', data: { record: 'InsightData' } },
  InsightData: { rows: [{ name: 'string', clicks: 'integer' }], source: 'string', suggestions: 'strings' },
  ApiKeyItem: {
    id: 'string',
    name: 'string',
    keyPreview: 'string',
    workspaceId: 'string',
    scopes: 'strings',
    isActive: 'boolean',
    isOwn: 'boolean',
    lastUsedAt: 'date-time or null',
    lastUsedCountry: 'string or null',
    createdAt: 'date-time',
  },
  ApiKeyCreatedResponse: { id: 'string', name: 'string', key: 'string', message: 'string' },
  Whoami: {
    name: 'string',
    client: 'string or null',
    scopes: 'strings',
    workspaceId: 'string',
    workspaceName: 'string',
    plan: 'string',
    requestsLeft: 'integer or null',
    usage: [{ resource: 'string', used: 'integer', limit: 'integer' }],
  },
  UserProfile: {
    id: 'string',
    name: 'string',
    email: 'string',
    role: 'string',
    emailVerifiedAt: 'date-time or null',
    pendingEmail: 'string or null',
    workspaces: [{ id: 'string', name: 'string', slug: 'string', role: 'string', joinedAt: 'date-time' }],
  },
  AuthResponse: { token: 'string', user: { record: 'UserProfile' } },
  SuccessResponse: { success: 'boolean' },
  OauthApp: {
    id: 'string',
    name: 'string',
    redirectUris: 'strings',
    scopes: 'strings',
    isPublic: 'boolean',
    createdAt: 'date-time',
    updatedAt: 'date-time',
  },
  OauthAppSecretResponse: { id: 'string', name: 'string', clientSecret: 'string or null', message: 'string' },
  OauthAppSummary: { id: 'string', name: 'string' },
  PublicStats: { totalLinks: 'integer', totalClicks: 'integer', totalUsers: 'integer' },
  OauthGrant: {
    id: 'string',
    app: { record: 'OauthAppSummary' },
    workspaces: [{ id: 'string', name: 'string' }],
    scopes: 'strings',
    createdAt: 'date-time',
    expiresAt: 'date-time',
  },
  ...qrRecords,
  ...ruleRecords,
  ...utmRecords,
  ...organizingRecords,
  ...pixelRecords,
  ...bioRecords,
  ...domainRecords,
  ...bulkRecords,
  ...sharedStatsRecords,
  ...accountRecords,
  ...secondFactorRecords,
  ...fileRecords,
  ...archiveRecords,
  ...importRecords,
  ...exportRecords,
  ...abuseRecords,
  ActivityItem: {
    id: 'string',
    type: 'string',
    actor: 'string',
    subjectType: 'string',
    subjectId: 'string',
    summary: 'string',
    severity: 'string',
    source: 'string',
    createdAt: 'date-time',
  },
  ...centerRecords,
  ...anomalyRecords,
  ...healthRecords,
  ...unfurlRecords,
  WebhookItem: {
    id: 'string',
    name: 'string',
    url: 'string',
    events: 'strings',
    linkIds: 'strings',
    isActive: 'boolean',
    secretPreview: 'string',
    workspaceId: 'string',
    failureCount: 'integer',
    lastDeliveryAt: 'date-time or null',
    lastStatus: 'integer or null',
    disabledAt: 'date-time or null',
    disabledReason: 'string or null',
    createdAt: 'date-time',
  },
  WebhookSample: { event: 'string', format: 'string', body: 'string' },
  WebhookSecretResponse: { id: 'string', name: 'string', url: 'string', secret: 'string', message: 'string' },
  WebhookDelivery: {
    id: 'string',
    eventId: 'string',
    eventType: 'string',
    webhookId: 'string',
    attempt: 'integer',
    state: 'string',
    httpStatus: 'integer or null',
    durationMs: 'integer or null',
    responseBody: 'string or null',
    error: 'string or null',
    nextAttemptAt: 'date-time or null',
    createdAt: 'date-time',
  },
  WebhookAttempt: {
    number: 'integer',
    startedAt: 'date-time',
    httpStatus: 'integer or null',
    durationMs: 'integer',
    responseBody: 'string or null',
    error: 'string or null',
  },
  RedeliveryResponse: { queued: 'integer' },
  Workspace: {
    id: 'string',
    name: 'string',
    slug: 'string',
    logoUrl: 'string or null',
    clickRetentionDays: 'integer or null',
    plan: 'string',
    role: 'string',
    isPersonal: 'boolean',
    memberCount: 'integer',
    linkCount: 'integer',
    weeklyExport: 'boolean',
    expiryNoticeDays: 'integer',
    needsSecondFactor: 'boolean',
    createdAt: 'date-time',
    updatedAt: 'date-time',
  },
  WorkspacePlan: { id: 'string', slug: 'string', plan: 'string' },
  WorkspaceMember: {
    id: 'string',
    userId: 'string',
    name: 'string',
    email: 'string',
    role: 'string',
    joinedAt: 'date-time',
  },
  WorkspaceInvitation: {
    id: 'string',
    email: 'string',
    role: 'string',
    status: 'string',
    invitedBy: 'string or null',
    createdAt: 'date-time',
    expiresAt: 'date-time',
  },
  InvitationCreatedResponse: { id: 'string', email: 'string', token: 'string', expiresAt: 'date-time' },
} as const satisfies Record<string, Record<string, FieldForm>>
