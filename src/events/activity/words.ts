import type { EventData, EventKind, Happening, LinkFacts, QrFacts } from '../kinds.ts'
import type { Severity, Source } from '../operations.ts'
import type { Activity } from './activity.ts'

type Told = Pick<Activity, 'subjectType' | 'subjectId' | 'summary' | 'severity' | 'source'>

/**
 * What is told of each kind of event as an activity; null for those that come by the thousand, tell of nobody's act, or
 * are noted by their room in words of its own.
 */
const words: { readonly [K in EventKind]: ((data: EventData[K]) => Told) | null } = {
  'link.created': ({ link }) => ofLink(link, 'was created'),
  'link.updated': ({ link, changes }) => ofLink(link, `was changed: ${Object.keys(changes).join(', ')}`),
  'link.disabled': ({ link }) => ofLink(link, 'was switched off'),
  'link.deleted': ({ link }) => ofLink(link, 'was deleted'),
  'link.expired': ({ link }) => ofLink(link, 'has expired'),
  'link.limit_reached': ({ link }) => ofLink(link, `has reached its limit of ${link.clickLimit} clicks`, 'warning'),
  'link.blocked': ({ link, reason }) => ofLink(link, `was blocked: ${reason}`, 'error'),
  'link.clicked': null,
  'qr.created': ({ qr }) => ofQr(qr, 'was created'),
  'qr.updated': ({ qr, changes }) => ofQr(qr, `was changed: ${Object.keys(changes).join(', ')}`),
  'qr.scanned': null,
  'anomaly.detected': null,
  'webhook.test': null,
}

/** What an owner reads of an event later; null for what is told to listeners alone. */
export function activityOf<K extends EventKind>({ kind, ownerId, actor, at, data }: Happening<K>): Activity | null {
  const tell = words[kind]
  return tell && { ownerId, type: kind, actor, at, ...tell(data) }
}

/** How an activity names a link. */
export function nameOfLink({ code, title }: Pick<LinkFacts, 'code' | 'title'>): string {
  return `Link /${code} ("${title}")`
}

function ofLink(link: LinkFacts, what: string, severity: Severity = 'info'): Told {
  return { subjectType: 'link', subjectId: link.id, summary: `${nameOfLink(link)} ${what}.`, severity, ...lifecycle }
}

function ofQr({ id, code, title }: QrFacts, what: string): Told {
  const summary = `QR code /${code} ("${title}") ${what}.`
  return { subjectType: 'qr', subjectId: id, summary, severity: 'info', ...lifecycle }
}

const lifecycle = { source: 'lifecycle' } satisfies { source: Source }
