import { activityTypes, scopeOfActivity } from '../../src/platform/audit-log/activity-types.ts'
import type { Scope } from '../../src/platform/auth/scopes.ts'
import { EventKind, eventScopes } from '../../src/platform/events/domain-events.ts'

/** An object of an answer, with the leaf fields of its type. */
export type AnswerObject = Readonly<Record<string, unknown>> & { readonly __typename: string }

/** The scope that reading an object of this type needs; a part of another object needs none of its own. */
type TypeScope = Scope | 'none' | 'part' | ((object: AnswerObject) => Scope)

const scopesBySource: Readonly<Record<string, Scope>> = {
  WEBHOOKS: 'read:profile',
  LINK_HEALTH: 'read:links',
  CLICKS: 'read:analytics',
  LIFECYCLE: 'read:profile',
}
const scopesByIdPrefix: Readonly<Record<string, Scope>> = { lnk: 'read:links', anm: 'read:analytics' }

/** The kind behind the name of an enum value: `LINK_CREATED` is `link.created`. */
const kindOf = (name: unknown) => Object.values(EventKind).find((kind) => kind.toUpperCase().replace('.', '_') === name)
const activityOf = (name: unknown) => activityTypes.find((type) => type.toUpperCase().replace('.', '_') === name)

const bySubject = (object: AnswerObject): Scope =>
  scopesByIdPrefix[
    String(object.subjectId ?? object.id)
      .replace(/^\w+:/, '')
      .slice(0, 3)
  ] ?? 'read:profile'

const listed: readonly (readonly [TypeScope, string])[] = [
  ['read:links', 'BioBlock BioPage BioPageDraft BioPagePreview LinkExport'],
  ['write:links', 'BulkResponse BulkSelectionResponse ImportPreview'],
  ['read:links', 'DeviceRule Folder GeoRule LanguageRule SplitRule Tag TimeRule'],
  [
    'read:links',
    'CodeCheck Domain DomainCheck DynamicQrItem Import ImportErrorFile LinkHealth MissingCode LinkHealthSetting Pixel QrLogo UrlAppeal UrlItem UtmTemplate Whoami',
  ],
  [
    'read:analytics',
    'AccountAnalytics AnalyticsSummary Anomaly BioPageAnalytics ClickExport ClickItem ClickMap InsightAnswer SharedStatsPage',
  ],
  ['read:profile', 'AccountDeletion AccountIdentity Passkey Session SignInMethods'],
  ['read:profile', 'AccountArchive ApiKeyItem CommandCenter CommandCenterSummary OauthApp OauthGrant UserProfile'],
  ['read:profile', 'WebhookDelivery WebhookItem WebhookSample Workspace WorkspaceInvitation WorkspaceMember'],
  // Of admins.
  ['read:profile', 'AbuseAct AbuseReport AbuseReview AdminAccount AdminWorkspace BlockedDestination DoctorReport'],
  ['write:profile', 'WorkspacePlan'],
  [
    'write:profile',
    'ApiKeyCreatedResponse InvitationCreatedResponse OauthAppSecretResponse RedeliveryResponse WebhookSecretResponse',
  ],
  ['none', 'PublicBioBlock PublicBioPage SharedStats SharedStatsBucket SharedStatsCount SharedStatsLink'],
  [
    'none',
    'AllowedDomain AuthResponse Download PublicStats QrImage RedirectResponse ShortUrlResponse SuccessResponse UnfurledPage',
  ],
  [
    'part',
    'AbuseAppeal AccountDeletionWorkspace AccountWorkspace ActivityChange AndroidApp AppleApp Approval BioBlockStat BioDraftBlock BioTheme BrowserStat Bucket BulkError BulkErrorDetail BulkResult BulkSummary CityStat ClickFeature',
  ],
  ['part', 'NewAuthenticatorApp RecoveryCodes'],
  [
    'part',
    'ClickPlace ClickPoint CommandCenterPeriod ImportCell ImportColumn ImportIssueValue ImportPreviewRow ImportRowError ImportRowIssue ImportWarning',
  ],
  [
    'part',
    'ContinentStat CountryStat DeviceStat DoctorFinding DomainCertificate DomainVerificationRecord InsightData InsightLink InsightPeriod InsightPlacement InsightQuery InsightRow LeastClickedLinks LinkStat PlacementStat',
  ],
  [
    'part',
    'OauthAppSummary OauthGrantWorkspace OsStat PageInfo PlanUsage QrDesign QrGradient QrGradientStop QrReadability QrReaderResult ReasonCount RecentActivity RecommendedAction ReferrerStat',
  ],
  [
    'part',
    'MatchedRule RegionStat RuleStat RuleTestResult Routing TriggerStat UtmStat UtmStats VariantStat WebhookAttempt',
  ],
]

/** The types whose objects differ in their scope. */
const byObject: Readonly<Record<string, (object: AnswerObject) => Scope>> = {
  ActivityItem: ({ type }) => scopeOfActivity(activityOf(type) ?? 'webhook.created'),
  Alert: bySubject,
  Export: ({ content }) => (content === 'CLICKS' ? 'read:analytics' : 'read:links'),
  Recommendation: bySubject,
  ServiceLevel: ({ metric }) =>
    metric === 'LINK_HEALTH_SUCCESS'
      ? 'read:links'
      : metric === 'CLICK_INGEST_LAG_P95'
        ? 'read:analytics'
        : 'read:profile',
  WebhookEvent: ({ type }) => eventScopes[kindOf(type) ?? 'webhook.test'],
  Workflow: ({ source }) => scopesBySource[String(source)] ?? 'read:profile',
}

/** The scope of every type. Edges and connections have that of their nodes. */
export const typeScopes: Readonly<Record<string, TypeScope>> = {
  ...Object.fromEntries(listed.flatMap(([scope, names]) => names.split(' ').map((name) => [name, scope]))),
  ...byObject,
}
