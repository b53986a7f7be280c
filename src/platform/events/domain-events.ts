/** A link as events tell of it: never its password. */
export interface LinkPayload {
  readonly id: string
  readonly code: string
  readonly title: string
  readonly originalUrl: string
  readonly isActive: boolean
  readonly hasPassword: boolean
  readonly clickLimit: number | null
  readonly expiresAt: string | null
  readonly createdAt: string
}

/** A dynamic QR code as events tell of it. */
export interface QrCodePayload {
  readonly id: string
  /** The link that carries it. */
  readonly linkId: string
  readonly code: string
  readonly title: string
  readonly targetUrl: string
  readonly isActive: boolean
  readonly createdAt: string
}

/** What a link or a QR code had in a field before a change and after it. */
export type FieldChanges = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>

/** A click as events tell of it: never an address, a visitor's hash or a user agent. */
export interface ClickPayload {
  readonly id: string
  readonly linkId: string
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

/** What was odd about an hour of a link, as events tell of it. */
export interface AnomalyPayload {
  readonly id: string
  readonly linkId: string
  readonly code: string
  readonly kind: string
  readonly severity: string
  readonly country: string | null
  readonly observed: number
  readonly expected: number
  readonly score: number
  readonly windowStart: string
  readonly windowEnd: string
}

/** Every kind of event with what its payload holds as `data`. A room that announces a new kind declares it here. */
export interface EventData {
  'link.created': { readonly link: LinkPayload }
  'link.updated': { readonly link: LinkPayload; readonly changes: FieldChanges }
  'link.disabled': { readonly link: LinkPayload }
  'link.deleted': { readonly link: LinkPayload }
  'link.expired': { readonly link: LinkPayload }
  'link.limit_reached': { readonly link: LinkPayload }
  'link.blocked': { readonly link: LinkPayload; readonly reason: string }
  'link.clicked': { readonly click: ClickPayload }
  'qr.created': { readonly qr: QrCodePayload }
  'qr.updated': { readonly qr: QrCodePayload; readonly changes: FieldChanges }
  /** `qrId` is null where the picture that was scanned is a link's own and no dynamic QR code. */
  'qr.scanned': { readonly click: ClickPayload; readonly qrId: string | null }
  'anomaly.detected': { readonly anomaly: AnomalyPayload }
  'webhook.test': { readonly message: string }
}

export type EventKind = keyof EventData

/** The kinds one can listen to. `webhook.test` comes when it is asked for. */
export const subscribableEventKinds = [
  'link.created',
  'link.updated',
  'link.disabled',
  'link.deleted',
  'link.expired',
  'link.limit_reached',
  'link.blocked',
  'link.clicked',
  'qr.created',
  'qr.updated',
  'qr.scanned',
  'anomaly.detected',
] as const satisfies readonly EventKind[]

export type SubscribableEventKind = (typeof subscribableEventKinds)[number]

/** Something that happened to what an account has. */
export interface DomainEvent<K extends EventKind = EventKind> {
  readonly kind: K
  readonly ownerId: string
  /** Who did it: the account, the API key or application it let act, or `system` for the service itself. */
  readonly actor: string
  /** The link it happened to, for those who listen to some links only. */
  readonly linkId: string | null
  readonly at: Date
  readonly data: EventData[K]
}

export type FieldValues = Readonly<Record<string, unknown>>

/** The fields in which two states of one thing differ; `after` names those that are compared. */
export function findChanges(before: FieldValues, after: FieldValues): FieldChanges {
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return Object.fromEntries(names.map((name) => [name, { from: before[name], to: after[name] }]))
}
