import type { Activity } from '../audit-log/activity.queries.ts'
import type { ActivitySource, Severity } from '../audit-log/operations.types.ts'
import type { DomainEvent, EventData, EventKind, LinkPayload, QrCodePayload } from './domain-events.ts'

type ActivityDescription = Pick<Activity, 'subjectType' | 'subjectId' | 'summary' | 'severity' | 'source'>

/**
 * What is told of each kind of event as an activity; null for those that come by the thousand, tell of nobody's act, or
 * are noted by their room in words of its own.
 */
const descriptions: { readonly [K in EventKind]: ((data: EventData[K]) => ActivityDescription) | null } = {
  'link.created': ({ link }) => describeLink(link, 'was created'),
  'link.updated': ({ link, changes }) => describeLink(link, `was changed: ${Object.keys(changes).join(', ')}`),
  'link.disabled': ({ link }) => describeLink(link, 'was switched off'),
  'link.deleted': ({ link }) => describeLink(link, 'was deleted'),
  'link.expired': ({ link }) => describeLink(link, 'has expired'),
  'link.limit_reached': ({ link }) =>
    describeLink(link, `has reached its limit of ${link.clickLimit} clicks`, 'warning'),
  'link.blocked': ({ link, reason }) => describeLink(link, `was blocked: ${reason}`, 'error'),
  'link.clicked': null,
  'qr.created': ({ qr }) => describeQrCode(qr, 'was created'),
  'qr.updated': ({ qr, changes }) => describeQrCode(qr, `was changed: ${Object.keys(changes).join(', ')}`),
  'qr.scanned': null,
  'anomaly.detected': null,
  'webhook.test': null,
}

/** What an owner reads of an event later; null for what is told to listeners alone. */
export function toActivity<K extends EventKind>({ kind, ownerId, actor, at, data }: DomainEvent<K>): Activity | null {
  const describe = descriptions[kind]
  return describe && { ownerId, type: kind, actor, at, ...describe(data) }
}

/** How an activity names a link. */
export function formatLinkName({ code, title }: Pick<LinkPayload, 'code' | 'title'>): string {
  return `Link /${code} ("${title}")`
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

function describeQrCode({ id, code, title }: QrCodePayload, outcome: string): ActivityDescription {
  const summary = `QR code /${code} ("${title}") ${outcome}.`
  return { subjectType: 'qr', subjectId: id, summary, severity: 'info', ...lifecycleSource }
}

const lifecycleSource = { source: 'lifecycle' } satisfies { source: ActivitySource }
