/** A link as events tell of it: never its password. */
export interface LinkFacts {
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
export interface QrFacts {
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
export type Changes = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>

/** A click as events tell of it: never an address, a visitor's hash or a user agent. */
export interface ClickFacts {
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
export interface AnomalyFacts {
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
  'link.created': { readonly link: LinkFacts }
  'link.updated': { readonly link: LinkFacts; readonly changes: Changes }
  'link.disabled': { readonly link: LinkFacts }
  'link.deleted': { readonly link: LinkFacts }
  'link.expired': { readonly link: LinkFacts }
  'link.limit_reached': { readonly link: LinkFacts }
  'link.blocked': { readonly link: LinkFacts; readonly reason: string }
  'link.clicked': { readonly click: ClickFacts }
  'qr.created': { readonly qr: QrFacts }
  'qr.updated': { readonly qr: QrFacts; readonly changes: Changes }
  /** `qrId` is null where the picture that was scanned is a link's own and no dynamic QR code. */
  'qr.scanned': { readonly click: ClickFacts; readonly qrId: string | null }
  'anomaly.detected': { readonly anomaly: AnomalyFacts }
  'webhook.test': { readonly message: string }
}

export type EventKind = keyof EventData

/** The kinds one can listen to. `webhook.test` comes when it is asked for. */
export const wantedKinds = [
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

export type WantedKind = (typeof wantedKinds)[number]

/** Something that happened to what an account has. */
export interface Happening<K extends EventKind = EventKind> {
  readonly kind: K
  readonly ownerId: string
  /** Who did it: the account, the API key or application it let act, or `system` for the service itself. */
  readonly actor: string
  /** The link it happened to, for those who listen to some links only. */
  readonly linkId: string | null
  readonly at: Date
  readonly data: EventData[K]
}
