import type { Activity } from '../audit-log/activity.queries.ts'
import type { ActivityType } from '../audit-log/activity-types.ts'
import type { ActivitySource, Severity } from '../audit-log/operations.types.ts'
import { describeChanges, toFieldChanges } from './change-texts.ts'
import type {
  BioPagePayload,
  DomainEvent,
  DomainPayload,
  EventData,
  EventKind,
  ImportPayload,
  LinkPayload,
  MemberPayload,
  QrCodePayload,
} from './domain-events.ts'

type ActivityDescription = Pick<Activity, 'subjectType' | 'subjectId' | 'summary' | 'severity' | 'source'>

type Describe<K extends EventKind> = (data: EventData[K]) => ActivityDescription

/**
 * The activity of each kind of event. Null for a kind that is too frequent, that nobody caused, or that its module records
 * itself. Only a kind that is a type of activities can have an activity.
 */
const descriptions: { readonly [K in EventKind]: K extends ActivityType ? Describe<K> | null : null } = {
  'link.created': ({ link }) => describeLink(link, 'was created'),
  'link.updated': ({ link, changes }) => describeLink(link, describeChanges(changes)),
  'link.disabled': ({ link }) => describeLink(link, 'was switched off'),
  'link.deleted': ({ link }) => describeLink(link, 'was deleted'),
  'link.expired': ({ link }) => describeLink(link, 'has expired'),
  'link.limit_reached': ({ link }) =>
    describeLink(link, `has reached its limit of ${link.clickLimit} clicks`, 'warning'),
  'link.expiring': null,
  'link.blocked': ({ link, reason }) => describeLink(link, `was blocked: ${reason}`, 'error'),
  'link.unreachable': ({ link, reason }) => describeDestination(link, `cannot be reached: ${reason}`, 'error'),
  'link.reachable': ({ link }) => describeDestination(link, 'can be reached again'),
  'link.clicked': null,
  'qr.created': ({ qr }) => describeQrCode(qr, 'was created'),
  'qr.updated': ({ qr, changes }) => describeQrCode(qr, describeChanges(changes)),
  'qr.scanned': null,
  'bio_page.created': ({ page }) => describeBioPage(page, 'was created'),
  'bio_page.updated': ({ page, changes }) => describeBioPage(page, describeChanges(changes)),
  'bio_page.published': ({ page }) => describeBioPage(page, 'was published'),
  'bio_page.unpublished': ({ page }) => describeBioPage(page, 'is a draft again'),
  'bio_page.deleted': ({ page }) => describeBioPage(page, 'was deleted'),
  'domain.created': ({ domain }) => describeDomain(domain, 'was added'),
  'domain.verified': ({ domain }) => describeDomain(domain, 'was verified'),
  'domain.updated': ({ domain, changes }) => describeDomain(domain, describeChanges(changes)),
  'domain.unproven': ({ domain }) => describeDomain(domain, 'has lost its DNS record', 'warning'),
  'domain.released': ({ domain }) =>
    describeDomain(domain, 'was released: its DNS record was missing for 14 days', 'warning'),
  'domain.deleted': ({ domain }) => describeDomain(domain, 'was deleted'),
  'anomaly.detected': null,
  'import.completed': ({ import: payload }) => describeImport(payload),
  'workspace.member_added': ({ member }) => describeMember(member, `has joined with the role ${member.role}`),
  'workspace.member_removed': ({ member, reason }) =>
    describeMember(member, reason === 'left' ? 'has left the workspace' : 'was removed from the workspace'),
  'webhook.test': null,
}

/** One sentence about an event, as the audit log has it; null for a kind without one. */
export function describeEvent<K extends EventKind>(kind: K, data: EventData[K]): string | null {
  const describe = descriptions[kind] as Describe<K> | null
  return describe?.(data).summary ?? null
}

/** Creates the audit-log entry of an event; null if the event has none. */
export function toActivity<K extends EventKind>(event: DomainEvent<K>): Activity | null {
  const { kind, workspaceId, actor, at, isPrivate, data, remark } = event
  const describe = descriptions[kind] as Describe<K> | null
  const changes = 'changes' in data ? toFieldChanges(data.changes) : undefined
  if (!describe) return null
  const described = describe(data)
  const summary = remark === undefined ? described.summary : `${described.summary} ${remark}`
  return { workspaceId, type: kind as ActivityType, actor, at, isPrivate, changes, ...described, summary }
}

/** The name of a link in the summary of an activity. */
export function formatLinkName({
  domainHost,
  code,
  title,
}: Pick<LinkPayload, 'domainHost' | 'code' | 'title'>): string {
  return `Link ${domainHost ?? ''}/${code} ("${title}")`
}

function describeLink(link: LinkPayload, outcome: string, severity: Severity = 'info'): ActivityDescription {
  return {
    subjectType: 'link',
    subjectId: link.id,
    summary: `${formatLinkName(link)} ${outcome}.`,
    severity,
    ...lifecycleSource,
  }
}

function describeDestination(link: LinkPayload, outcome: string, severity: Severity = 'info'): ActivityDescription {
  const summary = `The destination of ${link.domainHost ?? ''}/${link.code} ${outcome}.`
  return { subjectType: 'link', subjectId: link.id, summary, severity, source: 'link_health' }
}

function describeDomain(
  { id, host }: DomainPayload,
  outcome: string,
  severity: Severity = 'info',
): ActivityDescription {
  const summary = `Domain ${host} ${outcome}.`
  return { subjectType: 'domain', subjectId: id, summary, severity, ...lifecycleSource }
}

function describeQrCode({ id, code, title }: QrCodePayload, outcome: string): ActivityDescription {
  const summary = `QR code /${code} ("${title}") ${outcome}.`
  return { subjectType: 'qr', subjectId: id, summary, severity: 'info', ...lifecycleSource }
}

function describeBioPage({ id, slug, title }: BioPagePayload, outcome: string): ActivityDescription {
  const summary = `Bio page /p/${slug} ("${title}") ${outcome}.`
  return { subjectType: 'bio_page', subjectId: id, summary, severity: 'info', ...lifecycleSource }
}

function describeImport({ id, source, created, skipped, failed }: ImportPayload): ActivityDescription {
  const summary = `Import from ${source} has ended: ${created} created, ${skipped} skipped, ${failed} with errors.`
  return { subjectType: 'import', subjectId: id, summary, severity: failed > 0 ? 'warning' : 'info', source: 'imports' }
}

function describeMember({ id, name }: MemberPayload, outcome: string): ActivityDescription {
  const summary = `"${name}" ${outcome}.`
  return { subjectType: 'member', subjectId: id, summary, severity: 'info', ...lifecycleSource }
}

const lifecycleSource = { source: 'lifecycle' } satisfies { source: ActivitySource }
