import { hasScope } from '../auth/authorization.ts'
import type { Caller } from '../auth/caller.ts'
import type { Scope } from '../auth/scopes.ts'
import { createEnumType } from '../shared/enum-type.ts'

/** The activities that are also events, with their descriptions. */
export const eventActivityDescriptions = {
  'link.created': 'A link was created.',
  'link.updated': 'A link was changed.',
  'link.disabled': 'A link was switched off.',
  'link.deleted': 'A link was deleted.',
  'link.expired': 'A link has expired.',
  'link.limit_reached': 'A link has reached its click limit.',
  'link.blocked': 'A link was blocked.',
  'link.unreachable': 'The destination of a link cannot be reached.',
  'link.reachable': 'The destination of a link can be reached again.',
  'qr.created': 'A dynamic QR code was created.',
  'qr.updated': 'A dynamic QR code was changed.',
  'bio_page.created': 'A bio page was created.',
  'bio_page.updated': 'A bio page or one of its blocks was changed.',
  'bio_page.published': 'A bio page was published.',
  'bio_page.unpublished': 'A bio page was made a draft again.',
  'bio_page.deleted': 'A bio page was deleted.',
  'domain.created': 'A domain was added.',
  'domain.verified': 'A domain was verified.',
  'domain.updated': 'A domain was changed.',
  'domain.unproven': 'The DNS record of a domain is missing.',
  'domain.released': 'A domain was released, because its DNS record was missing for 14 days.',
  'domain.deleted': 'A domain was deleted.',
  'anomaly.detected': 'Unusual clicks on a link were detected.',
  'import.completed': 'An import of links has ended.',
  'workspace.member_added': 'An account has joined the workspace.',
  'workspace.member_removed': 'A member has left the workspace, or was removed.',
}

/** Activities are kept for 90 days, so a type that is no longer recorded stays here for as long. */
const descriptions = {
  ...eventActivityDescriptions,
  'link.unblocked': 'A link is no longer blocked.',
  'link.appeal_dismissed': 'The appeal against the block of a link was dismissed.',
  'qr.deleted': 'A dynamic QR code was deleted.',
  'anomaly.acknowledged': 'An anomaly was acknowledged.',
  'anomaly.resolved': 'An anomaly was resolved.',
  'account.second_factor_added': 'A second factor was added to the account.',
  'account.second_factor_removed': 'A second factor of the account was removed.',
  'account.passkey_refused': 'A passkey was refused, because it may have been copied.',
  'account.recovery_code_used': 'A recovery code of the account was used.',
  'account.recovery_codes_renewed': 'The account has new recovery codes.',
  'account.identity_added': 'An identity provider was connected with the account.',
  'account.identity_removed': 'An identity provider is no longer connected with the account.',
  'account.email_change_requested': 'A change of the e-mail address of the account was requested.',
  'account.email_change_ended':
    'A requested change of the e-mail address was stopped, or ended with the session that requested it.',
  'account.email_changed': 'The account has another e-mail address.',
  'account.address_proved':
    'The e-mail address of the account was proved for the first time, which has ended all that gave access to it before.',
  'account.login_link_created': 'The operator of the installation made a link that logs in to the account.',
  'account.suspended': 'An admin of the installation suspended the account.',
  'account.restored': 'An admin of the installation restored the suspended account.',
  'api_key.created': 'An API key was created.',
  'api_key.rotated': 'An API key was replaced by a new one, and is accepted for some hours at most.',
  'api_key.revoked': 'An API key was revoked.',
  'shared_stats.created': 'A page with shared statistics was created.',
  'shared_stats.updated': 'A page with shared statistics was changed.',
  'shared_stats.deleted': 'A page with shared statistics was deleted.',
  'webhook.created': 'A webhook was created.',
  'webhook.updated': 'A webhook was changed.',
  'webhook.deleted': 'A webhook was deleted.',
  'webhook.secret_rotated': 'A webhook has a new secret.',
  'webhook.failing': 'A webhook has failed several times in a row.',
  'webhook.recovered': 'A webhook works again.',
  'webhook.delivery_exhausted': 'A webhook missed an event after every attempt.',
  'webhook.disabled': 'The service switched a webhook off.',
  'workspace.created': 'The workspace was created.',
  'workspace.updated': 'The workspace was changed.',
  'workspace.deleted': 'The workspace was deleted.',
  'workspace.restored': 'The workspace was restored after a deletion.',
  'workspace.member_role_changed': 'A member got another role.',
  'workspace.transferred': 'A member became the owner of the workspace.',
  'workspace.invitation_sent': 'A person was invited.',
  'workspace.invitation_resent': 'An invitation was sent again.',
  'workspace.invitation_revoked': 'An invitation was withdrawn.',
  'workspace.invitation_accepted': 'An invited person has accepted.',
  'workspace.invitation_declined': 'An invited person has declined.',
}

export type ActivityType = keyof typeof descriptions
export const ActivityType = createEnumType<ActivityType>('ActivityType', 'What happened.', descriptions)
export const activityTypes = Object.values(ActivityType)

/** The scope of the activities about each kind of object, by the first word of their type. */
const scopesByObject: Readonly<Record<ObjectName<ActivityType>, Scope>> = {
  link: 'read:links',
  qr: 'read:links',
  bio_page: 'read:links',
  domain: 'read:links',
  import: 'read:links',
  anomaly: 'read:analytics',
  shared_stats: 'read:analytics',
  account: 'read:profile',
  api_key: 'read:profile',
  webhook: 'read:profile',
  workspace: 'read:profile',
}

type ObjectName<T> = T extends `${infer Name}.${string}` ? Name : never

/** The scope of what an activity tells, besides `read:profile`, which the activity log itself needs. */
export function scopeOfActivity(type: ActivityType): Scope {
  return scopesByObject[type.split('.')[0] as ObjectName<ActivityType>]
}

/** The types of activities that the caller may read; null for all, which needs no condition in a query. */
export function listReadableTypes(caller: Caller): readonly ActivityType[] | null {
  const readable = activityTypes.filter((type) => hasScope(caller, scopeOfActivity(type)))
  return readable.length < activityTypes.length ? readable : null
}

const subjectDescriptions = {
  link: 'A link.',
  qr: 'A dynamic QR code.',
  bio_page: 'A bio page.',
  webhook: 'A webhook.',
  api_key: 'An API key.',
  workspace: 'A workspace.',
  member: 'A membership in a workspace.',
  invitation: 'An invitation into a workspace.',
  domain: 'A domain for short links.',
  shared_stats: 'A page with shared statistics.',
  import: 'An import of links.',
}

export type SubjectType = keyof typeof subjectDescriptions
export const SubjectType = createEnumType<SubjectType>(
  'ActivitySubjectType',
  'What it happened to.',
  subjectDescriptions,
)
