import type { Scope } from '../../src/platform/auth/scopes.ts'
import { accountLines } from './account-acts.ts'
import { archiveLines } from './archive-acts.ts'
import { bioLines } from './bio-acts.ts'
import { bulkLines } from './bulk-acts.ts'
import { domainLines } from './domain-acts.ts'
import { exportLines } from './export-acts.ts'
import { fileLines } from './file-acts.ts'
import { importLines } from './import-acts.ts'
import { organizingLines } from './organizing-acts.ts'
import { pixelLines } from './pixel-acts.ts'
import type { RecordName } from './records.ts'
import { ruleLines } from './rules.ts'
import { secondFactorLines } from './second-factor-acts.ts'
import { sharedStatsLines } from './shared-stats-acts.ts'
import { utmLines } from './utm-acts.ts'

export interface ContractRow {
  /** The GraphQL field of the path. */
  readonly operation: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly scope: Scope | 'none'
  readonly status: 200 | 201 | 202
  readonly answers: RecordName
  readonly isList?: true
  /** The statuses in the contract, besides 429, which every operation has. */
  readonly errors: readonly number[]
}

export type Line = readonly [
  string,
  `${ContractRow['method']} /${string}`,
  ContractRow['scope'],
  200 | 201 | 202,
  RecordName | `[${RecordName}]`,
  readonly number[],
]

const lines: readonly Line[] = [
  // 4.1
  ['shortenUrl', 'POST /free-urls/shorten', 'none', 201, 'ShortUrlResponse', [400]],
  // 4.2
  ['createUrl', 'POST /urls', 'write:links', 201, 'UrlItem', [401]],
  ['urls', 'GET /urls', 'read:links', 200, '[UrlItem]', [401]],
  ['url', 'GET /urls/{id}', 'read:links', 200, 'UrlItem', [404]],
  // Beyond the contract: by the address that people see.
  ['urlByAddress', 'GET /urls/lookup', 'read:links', 200, 'UrlItem', [400, 401, 404]],
  ['updateUrl', 'PATCH /urls/{id}', 'write:links', 200, 'UrlItem', [404]],
  ['deleteUrl', 'DELETE /urls/{id}', 'write:links', 200, 'SuccessResponse', [404]],
  // Beyond the contract: what a page says about itself.
  ['unfurl', 'GET /unfurl', 'write:links', 200, 'UnfurledPage', [400, 401, 422]],
  // 4.3
  ['resolveUrl', 'GET /urls/redirect/{shortUrl}', 'none', 200, 'RedirectResponse', [404]],
  ['unlockUrl', 'POST /urls/redirect/{shortUrl}/verify-password', 'none', 200, 'RedirectResponse', [401]],
  // 4.4
  ['clickAnalytics', 'GET /clicks/analytics/{urlId}', 'read:analytics', 200, 'AnalyticsSummary', [401, 404]],
  ['accountAnalytics', 'GET /clicks/analytics', 'read:analytics', 200, 'AccountAnalytics', [400, 401]],
  ['clicks', 'GET /clicks', 'read:analytics', 200, '[ClickItem]', [401]],
  ['clickExport', 'GET /clicks/export', 'read:analytics', 200, '[ClickItem]', [400, 401]],
  ['clickMap', 'GET /clicks/geojson', 'read:analytics', 200, 'ClickMap', [400, 401]],
  ['askAnalytics', 'POST /analytics-ai/query', 'read:analytics', 200, 'InsightAnswer', [401]],
  // 4.5
  ['apiKeys', 'GET /keys', 'read:profile', 200, '[ApiKeyItem]', [401]],
  ['createApiKey', 'POST /keys', 'write:profile', 201, 'ApiKeyCreatedResponse', [401]],
  ['renameApiKey', 'PATCH /keys/{id}', 'write:profile', 200, 'ApiKeyItem', [400, 401, 404]],
  ['rotateApiKey', 'POST /keys/{id}/rotate', 'write:profile', 201, 'ApiKeyCreatedResponse', [400, 401, 404, 409]],
  ['revokeApiKey', 'DELETE /keys/{id}', 'write:profile', 200, 'SuccessResponse', [401]],
  // 4.6, and beyond it
  ['createDynamicQr', 'POST /dynamic-qr', 'write:qr', 201, 'DynamicQrItem', [401]],
  ['dynamicQrs', 'GET /dynamic-qr', 'read:links', 200, '[DynamicQrItem]', [401]],
  ['dynamicQr', 'GET /dynamic-qr/{id}', 'read:links', 200, 'DynamicQrItem', [401, 404]],
  ['updateDynamicQr', 'PATCH /dynamic-qr/{id}', 'write:qr', 200, 'DynamicQrItem', [400, 401, 404]],
  ['deleteDynamicQr', 'DELETE /dynamic-qr/{id}', 'write:qr', 200, 'SuccessResponse', [401, 404]],
  ['dynamicQrAnalytics', 'GET /dynamic-qr/{id}/analytics', 'read:analytics', 200, 'AnalyticsSummary', [401, 404]],
  ['dynamicQrImage', 'GET /dynamic-qr/{id}/image', 'none', 200, 'QrImage', [400, 404]],
  ['urlQr', 'GET /urls/{id}/qr', 'none', 200, 'QrImage', [400, 404]],
  ['urlQrDesign', 'GET /urls/{id}/qr/design', 'read:links', 200, 'QrDesign', [401, 404]],
  ['updateUrlQrDesign', 'PATCH /urls/{id}/qr/design', 'write:qr', 200, 'QrDesign', [400, 401, 404]],
  ['qrLogoImage', 'GET /qr-logos/{id}/image', 'none', 200, 'QrImage', [404]],
  ['createQrLogo', 'POST /qr-logos', 'write:qr', 201, 'QrLogo', [400, 401, 403]],
  ['qrLogos', 'GET /qr-logos', 'read:links', 200, '[QrLogo]', [401]],
  ['deleteQrLogo', 'DELETE /qr-logos/{id}', 'write:qr', 200, 'SuccessResponse', [401, 404]],
  // UTM templates, tags, folders, pixels, bio pages, domains and shared statistics.
  ...utmLines,
  ...organizingLines,
  ...pixelLines,
  ...bioLines,
  ...domainLines,
  ...bulkLines,
  ...sharedStatsLines,
  ...accountLines,
  ...secondFactorLines,
  ...fileLines,
  ...importLines,
  ...archiveLines,
  ...exportLines,
  // 4.7
  ['publicStats', 'GET /public-stats', 'none', 200, 'PublicStats', []],
  // 4.8
  ['register', 'POST /auth/register', 'none', 201, 'AuthResponse', [400, 403]],
  ['login', 'POST /auth/login', 'none', 200, 'AuthResponse', [401, 403]],
  // Beyond the contract: what keys may know.
  ['whoami', 'GET /auth/whoami', 'read:links', 200, 'Whoami', [401]],
  ['me', 'GET /auth/me', 'read:profile', 200, 'UserProfile', [401]],
  // Beyond the contract: logout, OAuth applications and grants.
  ['logout', 'POST /auth/logout', 'write:profile', 200, 'SuccessResponse', [401, 403]],
  ['changePassword', 'POST /auth/password', 'write:profile', 200, 'AuthResponse', [400, 401, 403]],
  ['requestPasswordReset', 'POST /auth/password/reset-requests', 'none', 202, 'SuccessResponse', [400, 403]],
  ['resetPassword', 'POST /auth/password/reset', 'none', 200, 'AuthResponse', [400, 403]],
  [
    'requestEmailVerification',
    'POST /auth/email/verification-requests',
    'write:profile',
    202,
    'SuccessResponse',
    [401, 403],
  ],
  ['verifyEmail', 'POST /auth/email/verify', 'none', 200, 'SuccessResponse', [400, 401, 403]],
  ['cancelEmailChange', 'POST /auth/email/cancel', 'none', 200, 'SuccessResponse', [400, 409]],
  ['oauthApps', 'GET /oauth/apps', 'read:profile', 200, '[OauthApp]', [401]],
  ['createOauthApp', 'POST /oauth/apps', 'write:profile', 201, 'OauthAppSecretResponse', [400, 401, 403]],
  ['oauthApp', 'GET /oauth/apps/{id}', 'read:profile', 200, 'OauthApp', [401, 404]],
  ['updateOauthApp', 'PATCH /oauth/apps/{id}', 'write:profile', 200, 'OauthApp', [400, 401, 403, 404]],
  [
    'rotateOauthAppSecret',
    'POST /oauth/apps/{id}/secret',
    'write:profile',
    200,
    'OauthAppSecretResponse',
    [401, 403, 404, 409],
  ],
  ['deleteOauthApp', 'DELETE /oauth/apps/{id}', 'write:profile', 200, 'SuccessResponse', [401, 403, 404]],
  ['oauthGrants', 'GET /oauth/grants', 'read:profile', 200, '[OauthGrant]', [401]],
  // Activities, also in the command center.
  ['activities', 'GET /activity', 'read:profile', 200, '[ActivityItem]', [400, 401]],
  // Webhooks.
  ['webhooks', 'GET /webhooks', 'read:profile', 200, '[WebhookItem]', [401]],
  ['webhook', 'GET /webhooks/{id}', 'read:profile', 200, 'WebhookItem', [401, 404]],
  ['webhookSample', 'GET /webhooks/sample', 'read:profile', 200, 'WebhookSample', [400, 401]],
  ['createWebhook', 'POST /webhooks', 'write:profile', 201, 'WebhookSecretResponse', [400, 401, 403, 409]],
  ['updateWebhook', 'PATCH /webhooks/{id}', 'write:profile', 200, 'WebhookItem', [400, 401, 403, 404, 409]],
  ['deleteWebhook', 'DELETE /webhooks/{id}', 'write:profile', 200, 'SuccessResponse', [401, 404]],
  [
    'rotateWebhookSecret',
    'POST /webhooks/{id}/rotate-secret',
    'write:profile',
    200,
    'WebhookSecretResponse',
    [401, 403, 404],
  ],
  ['testWebhook', 'POST /webhooks/{id}/test', 'write:profile', 201, 'WebhookDelivery', [401, 404]],
  ['webhookDeliveries', 'GET /webhooks/{id}/deliveries', 'read:profile', 200, '[WebhookDelivery]', [400, 401, 404]],
  ['webhookAttempts', 'GET /webhooks/deliveries/{id}/attempts', 'read:profile', 200, '[WebhookAttempt]', [401, 404]],
  ['redeliverWebhook', 'POST /webhooks/deliveries/{id}/redeliver', 'write:profile', 201, 'WebhookDelivery', [401, 404]],
  [
    'redeliverWebhookEvents',
    'POST /webhooks/{id}/redeliver',
    'write:profile',
    200,
    'RedeliveryResponse',
    [400, 401, 404],
  ],
  // Workspaces, members and invitations.
  ['workspaces', 'GET /workspaces', 'read:profile', 200, '[Workspace]', [401]],
  ['workspace', 'GET /workspaces/{id}', 'read:profile', 200, 'Workspace', [401, 404]],
  ['createWorkspace', 'POST /workspaces', 'write:profile', 201, 'Workspace', [400, 401, 403, 409]],
  ['updateWorkspace', 'PATCH /workspaces/{id}', 'write:profile', 200, 'Workspace', [400, 401, 403, 404, 409]],
  ['deleteWorkspace', 'DELETE /workspaces/{id}', 'write:profile', 200, 'SuccessResponse', [401, 403, 404, 409]],
  ['restoreWorkspace', 'POST /workspaces/{id}/restore', 'write:profile', 200, 'Workspace', [401, 404]],
  ['setWorkspacePlan', 'PATCH /workspaces/{id}/plan', 'write:profile', 200, 'WorkspacePlan', [400, 401, 403, 404]],
  ['leaveWorkspace', 'POST /workspaces/{id}/leave', 'write:profile', 200, 'SuccessResponse', [401, 404, 409]],
  ['transferWorkspace', 'POST /workspaces/{id}/transfer', 'write:profile', 200, 'Workspace', [401, 403, 404, 409]],
  ['workspaceMembers', 'GET /workspaces/{id}/members', 'read:profile', 200, '[WorkspaceMember]', [401, 404]],
  [
    'updateWorkspaceMember',
    'PATCH /workspaces/{id}/members/{userId}',
    'write:profile',
    200,
    'WorkspaceMember',
    [400, 401, 403, 404, 409],
  ],
  [
    'removeWorkspaceMember',
    'DELETE /workspaces/{id}/members/{userId}',
    'write:profile',
    200,
    'SuccessResponse',
    [401, 403, 404, 409],
  ],
  [
    'workspaceInvitations',
    'GET /workspaces/{id}/invitations',
    'read:profile',
    200,
    '[WorkspaceInvitation]',
    [401, 403, 404],
  ],
  [
    'createInvitation',
    'POST /workspaces/{id}/invitations',
    'write:profile',
    201,
    'InvitationCreatedResponse',
    [400, 401, 403, 404, 409],
  ],
  [
    'resendInvitation',
    'POST /workspaces/{id}/invitations/{invitationId}/resend',
    'write:profile',
    200,
    'WorkspaceInvitation',
    [401, 403, 404, 410],
  ],
  [
    'revokeInvitation',
    'DELETE /workspaces/{id}/invitations/{invitationId}',
    'write:profile',
    200,
    'SuccessResponse',
    [401, 403, 404],
  ],
  [
    'acceptInvitation',
    'POST /invitations/{token}/accept',
    'write:profile',
    200,
    'Workspace',
    [401, 403, 404, 409, 410],
  ],
  ['declineInvitation', 'POST /invitations/{token}/decline', 'none', 200, 'SuccessResponse', [404, 410]],
  // Rules that decide where visitors go.
  ...ruleLines,
  // Link health.
  ['linkHealth', 'GET /link-health', 'read:links', 200, 'LinkHealthSetting', [401]],
  ['updateLinkHealth', 'PATCH /link-health', 'write:links', 200, 'LinkHealthSetting', [400, 401]],
  ['urlHealth', 'GET /urls/{id}/health', 'read:links', 200, 'LinkHealth', [401, 404]],
  ['updateUrlHealth', 'PATCH /urls/{id}/health', 'write:links', 200, 'LinkHealth', [400, 401, 404]],
  ['checkUrlHealth', 'POST /urls/{id}/health/check', 'write:links', 202, 'LinkHealth', [401, 404, 409]],
  ['withdrawOauthGrant', 'DELETE /oauth/grants/{id}', 'write:profile', 200, 'SuccessResponse', [401, 404]],
  // 4.9
  ['commandCenter', 'GET /integrations/command-center', 'read:profile', 200, 'CommandCenter', [400, 401]],
  [
    'commandCenterSummary',
    'GET /integrations/command-center/summary',
    'read:profile',
    200,
    'CommandCenterSummary',
    [401],
  ],
  ['commandCenterAlerts', 'GET /integrations/command-center/alerts', 'read:profile', 200, '[Alert]', [400, 401]],
  // Beyond the contract: what is wrong with the installation.
  [
    'acknowledgeAlert',
    'POST /integrations/command-center/alerts/{id}/acknowledge',
    ...(['write:profile', 200, 'Alert', [401, 404]] as const),
  ],
  ['adminAccounts', 'GET /operation/accounts', 'read:profile', 200, '[AdminAccount]', [400, 401, 403]],
  ['adminWorkspaces', 'GET /operation/workspaces', 'read:profile', 200, '[AdminWorkspace]', [400, 401, 403]],
  [
    'suspendAccount',
    'POST /operation/accounts/{id}/suspend',
    ...(['write:profile', 200, 'AdminAccount', [400, 401, 403, 404, 409]] as const),
  ],
  [
    'restoreAccount',
    'POST /operation/accounts/{id}/restore',
    ...(['write:profile', 200, 'AdminAccount', [400, 401, 403, 404]] as const),
  ],
  ['doctor', 'GET /operation/doctor', 'read:profile', 200, 'DoctorReport', [401, 403]],
  // Beyond the contract: reports, appeals and reviews.
  ['reportAbuse', 'POST /abuse-reports', 'none', 202, 'SuccessResponse', [400]],
  ['appealUrl', 'POST /urls/{id}/appeal', 'write:links', 202, 'SuccessResponse', [400, 401, 404, 409]],
  ['urlAppeal', 'GET /urls/{id}/appeal', 'read:links', 200, 'UrlAppeal', [401, 404]],
  ['abuseReviews', 'GET /abuse/reviews', 'read:profile', 200, '[AbuseReview]', [400, 401, 403]],
  ['abuseReview', 'GET /abuse/reviews/{id}', 'read:profile', 200, 'AbuseReview', [401, 403, 404]],
  ['blockUrl', 'POST /abuse/reviews/{id}/block', 'write:profile', 200, 'AbuseReview', [400, 401, 403, 404]],
  ['dismissReports', 'POST /abuse/reviews/{id}/dismiss', 'write:profile', 200, 'AbuseReview', [401, 403, 404]],
  ['unblockUrl', 'POST /abuse/reviews/{id}/unblock', 'write:profile', 200, 'AbuseReview', [401, 403, 404]],
  ['abuseActs', 'GET /abuse/acts', 'read:profile', 200, '[AbuseAct]', [401, 403]],
  ['blockedDestinations', 'GET /abuse/destinations', 'read:profile', 200, '[BlockedDestination]', [401, 403]],
  ['blockDestination', 'POST /abuse/destinations', 'write:profile', 201, 'BlockedDestination', [400, 401, 403, 409]],
  ['unblockDestination', 'DELETE /abuse/destinations/{id}', 'write:profile', 200, 'SuccessResponse', [401, 403, 404]],
  // Anomalies of clicks.
  ['anomalies', 'GET /anomalies', 'read:analytics', 200, '[Anomaly]', [400, 401]],
  ['anomaly', 'GET /anomalies/{id}', 'read:analytics', 200, 'Anomaly', [401, 404]],
  ['acknowledgeAnomaly', 'POST /anomalies/{id}/acknowledge', 'write:links', 200, 'Anomaly', [401, 404]],
  ['resolveAnomaly', 'POST /anomalies/{id}/resolve', 'write:links', 200, 'Anomaly', [401, 404]],
]

/**
 * The rows this version serves: all of the contract, and the rows beyond it.
 */
export const contract: readonly ContractRow[] = lines.map(([operation, route, scope, status, answers, errors]) => {
  const [method, path] = route.split(' ') as [ContractRow['method'], string]
  const isList = answers.startsWith('[')
  const record = (isList ? answers.slice(1, -1) : answers) as RecordName
  return { operation, method, path, scope, status, answers: record, errors, ...(isList && { isList }) }
})

/** Operations of GraphQL only, with their scopes. */
export const graphqlOnly: Readonly<Record<string, Scope | 'none'>> = {
  click: 'read:analytics',
  previewUrl: 'none',
  node: 'none',
  nodes: 'none',
  clickRecorded: 'read:analytics',
  abuseReport: 'read:profile',
  abuseAct: 'read:profile',
  blockedDestination: 'read:profile',
  qrLogo: 'read:links',
  qrLogosConnection: 'read:links',
  pixelsConnection: 'read:links',
  webhooksConnection: 'read:profile',
  activity: 'read:profile',
  importProgressed: 'read:links',
  codeCheck: 'read:links',
  activityRecorded: 'read:profile',
  account: 'read:profile',
  apiKey: 'read:profile',
  oauthGrant: 'read:profile',
  webhookDelivery: 'read:profile',
  webhookEvent: 'read:profile',
}

/** The access of an operation. Throws for an operation that is in no table. */
export function scopeOf(operation: string): Scope | 'none' {
  const scope = contract.find((row) => row.operation === operation)?.scope ?? graphqlOnly[operation]
  if (!scope) throw new Error(`${operation} stands in no table of test/contract/table.ts.`)
  return scope
}
