import { eventActivityDescriptions } from '../audit-log/activity-types.ts'
import type { Actor } from '../auth/caller.ts'
import type { Scope } from '../auth/scopes.ts'
import type { WorkspaceRole } from '../auth/workspace-role.ts'
import { createEnumType } from '../shared/enum-type.ts'

/** A link in the payload of an event. It never contains the password. */
export interface LinkPayload {
  readonly id: string
  /** Host of the short address when the link has a domain; null when the address has the host of the service itself. */
  readonly domainHost: string | null
  readonly code: string
  readonly title: string
  readonly originalUrl: string
  readonly isActive: boolean
  readonly hasPassword: boolean
  readonly clickLimit: number | null
  readonly startsAt: string | null
  readonly expiresAt: string | null
  readonly createdAt: string
}

/** A dynamic QR code in the payload of an event. */
export interface QrCodePayload {
  readonly id: string
  /** The link behind the code. */
  readonly linkId: string
  readonly code: string
  readonly title: string
  readonly targetUrl: string
  readonly isActive: boolean
  readonly createdAt: string
}

/** A bio page in the payload of an event. */
export interface BioPagePayload {
  readonly id: string
  /** The link that counts its views. */
  readonly linkId: string
  readonly slug: string
  readonly title: string
  readonly isPublished: boolean
  readonly createdAt: string
}

/** A domain in the payload of an event. The value of its DNS record is not in it: payloads leave the service. */
export interface DomainPayload {
  readonly id: string
  readonly host: string
  readonly status: string
  readonly expiredUrl: string | null
  readonly notFoundUrl: string | null
  readonly rootUrl: string | null
  readonly createdAt: string
}

/** The changed fields of a link, a QR code, a bio page or a domain, with their values before and after. */
export type FieldChanges = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>

/** A click in the payload of an event. It never contains an address, a visitor's hash or a user agent. */
export interface ClickPayload {
  readonly id: string
  readonly linkId: string
  readonly domainHost: string | null
  readonly code: string
  readonly country: string | null
  readonly device: string | null
  readonly browser: string | null
  readonly os: string | null
  readonly referrerHost: string | null
  readonly trigger: string
  readonly isBot: boolean
  readonly clickedAt: string
}

/** An unusual hour of a link in the payload of an event. */
export interface AnomalyPayload {
  readonly id: string
  readonly linkId: string
  readonly domainHost: string | null
  readonly code: string
  readonly kind: string
  readonly severity: string
  readonly isEarly: boolean
  readonly country: string | null
  readonly observed: number
  readonly expected: number
  readonly score: number
  readonly windowStart: string
  readonly windowEnd: string
}

/** An import of links in the payload of an event. */
export interface ImportPayload {
  readonly id: string
  readonly source: string
  readonly state: string
  readonly dryRun: boolean
  /** Rows that were read. */
  readonly processed: number
  readonly created: number
  readonly renamed: number
  readonly skipped: number
  readonly failed: number
  readonly createdAt: string
}

/** A workspace in the payload of an event. */
export interface WorkspacePayload {
  readonly id: string
  readonly name: string
  readonly slug: string
}

/** A member in the payload of an event. The e-mail address is not in it: payloads leave the service. */
export interface MemberPayload {
  /** Of the membership. */
  readonly id: string
  /** Of the account. */
  readonly userId: string
  readonly name: string
  readonly role: WorkspaceRole
  readonly joinedAt: string
}

/** Whether a member has left or was removed by another one. */
export type MembershipEnd = 'left' | 'removed'

/** Every kind of event with the `data` of its payload. A module declares the kinds it publishes here. */
export interface EventData {
  'link.created': { readonly link: LinkPayload }
  'link.updated': { readonly link: LinkPayload; readonly changes: FieldChanges }
  'link.disabled': { readonly link: LinkPayload }
  'link.deleted': { readonly link: LinkPayload }
  'link.expired': { readonly link: LinkPayload }
  'link.limit_reached': { readonly link: LinkPayload }
  /** Links of one workspace, the first to expire first. */
  'link.expiring': { readonly links: readonly LinkPayload[] }
  'link.blocked': { readonly link: LinkPayload; readonly reason: string }
  /** `reason` says why the last check has failed. */
  'link.unreachable': { readonly link: LinkPayload; readonly reason: string }
  'link.reachable': { readonly link: LinkPayload }
  'link.clicked': { readonly click: ClickPayload }
  'qr.created': { readonly qr: QrCodePayload }
  'qr.updated': { readonly qr: QrCodePayload; readonly changes: FieldChanges }
  /** `qrId` is null if the scanned image belongs to a link and not to a dynamic QR code. */
  'qr.scanned': { readonly click: ClickPayload; readonly qrId: string | null }
  'bio_page.created': { readonly page: BioPagePayload }
  /** A change of a block counts as a change of its page. */
  'bio_page.updated': { readonly page: BioPagePayload; readonly changes: FieldChanges }
  'bio_page.published': { readonly page: BioPagePayload }
  'bio_page.unpublished': { readonly page: BioPagePayload }
  'bio_page.deleted': { readonly page: BioPagePayload }
  'domain.created': { readonly domain: DomainPayload }
  'domain.verified': { readonly domain: DomainPayload }
  'domain.updated': { readonly domain: DomainPayload; readonly changes: FieldChanges }
  /** Its DNS record is missing for a day. It is released after 14. */
  'domain.unproven': { readonly domain: DomainPayload }
  /** The domain is `pending` again. */
  'domain.released': { readonly domain: DomainPayload }
  'domain.deleted': { readonly domain: DomainPayload }
  'anomaly.detected': { readonly anomaly: AnomalyPayload }
  /** Instead of an event for each link. A dry run has none. */
  'import.completed': { readonly import: ImportPayload }
  'workspace.member_added': { readonly workspace: WorkspacePayload; readonly member: MemberPayload }
  'workspace.member_removed': {
    readonly workspace: WorkspacePayload
    readonly member: MemberPayload
    readonly reason: MembershipEnd
  }
  'webhook.test': { readonly message: string }
}

export type EventKind = keyof EventData

/**
 * The scope of the data in each kind of event. A credential without it gets no such event: it can neither read the payload
 * nor subscribe a webhook to the kind (docs/decisions/type-guards.md).
 */
export const eventScopes: Readonly<Record<EventKind, Scope>> = {
  'link.created': 'read:links',
  'link.updated': 'read:links',
  'link.disabled': 'read:links',
  'link.deleted': 'read:links',
  'link.expired': 'read:links',
  'link.limit_reached': 'read:links',
  'link.expiring': 'read:links',
  'link.blocked': 'read:links',
  'link.unreachable': 'read:links',
  'link.reachable': 'read:links',
  'link.clicked': 'read:analytics',
  'qr.created': 'read:links',
  'qr.updated': 'read:links',
  'qr.scanned': 'read:analytics',
  'bio_page.created': 'read:links',
  'bio_page.updated': 'read:links',
  'bio_page.published': 'read:links',
  'bio_page.unpublished': 'read:links',
  'bio_page.deleted': 'read:links',
  'domain.created': 'read:links',
  'domain.verified': 'read:links',
  'domain.updated': 'read:links',
  'domain.unproven': 'read:links',
  'domain.released': 'read:links',
  'domain.deleted': 'read:links',
  'anomaly.detected': 'read:analytics',
  'import.completed': 'read:links',
  'workspace.member_added': 'read:profile',
  'workspace.member_removed': 'read:profile',
  'webhook.test': 'read:profile',
}

/** The kinds a webhook can subscribe to. `webhook.test` is sent on request only. */
export type SubscribableEventKind = Exclude<EventKind, 'webhook.test'>

const subscribableDescriptions: Readonly<Record<SubscribableEventKind, string>> = {
  ...eventActivityDescriptions,
  'link.expiring': 'Links expire in as many days as the workspace wants to know it before.',
  'link.clicked': 'A link was clicked.',
  'qr.scanned': 'The QR code of a link or a dynamic QR code was scanned.',
}

export const SubscribableEventKind = createEnumType<SubscribableEventKind>(
  'SubscribableEventType',
  'A type of event that a webhook can subscribe to.',
  subscribableDescriptions,
)

export const EventKind = createEnumType<EventKind>('WebhookEventType', 'Type of an event that is sent to webhooks.', {
  ...subscribableDescriptions,
  'webhook.test': 'A test of a webhook, sent on request only.',
})

/** Something that happened to a resource of a workspace. */
export interface DomainEvent<K extends EventKind = EventKind> {
  readonly kind: K
  readonly workspaceId: string
  readonly actor: Actor
  /** The link it happened to, for subscriptions to single links. */
  readonly linkId: string | null
  readonly at: Date
  /** Only for those who listen to its link: who listens to all links gets it with others, in another event. */
  readonly isForItsLinkOnly?: boolean
  /** A private visit caused it: `at` is the start of its hour, and ids contain no other time. */
  readonly isPrivate?: boolean
  readonly data: EventData[K]
  /** A further sentence for the audit log. */
  readonly remark?: string | undefined
}

export type FieldValues = Readonly<Record<string, unknown>>

/** Compares two states of a resource by the fields of `after`, and returns those that differ. */
export function findChanges(before: FieldValues, after: FieldValues): FieldChanges {
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return Object.fromEntries(names.map((name) => [name, { from: before[name], to: after[name] }]))
}
