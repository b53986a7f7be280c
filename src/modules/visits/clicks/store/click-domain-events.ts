import type { ClickPayload, DomainEvent } from '../../../../platform/events/domain-events.ts'

/** A click on a link, and who has subscribed to its events. */
export interface SubscribedClick extends Omit<ClickPayload, 'clickedAt'> {
  readonly workspaceId: string
  readonly clickedAt: string | Date
  readonly isPrivate: boolean
  /** The dynamic QR code behind the link; null for a click that is no scan. */
  readonly qrId: string | null
  /** Whether the owner has subscribed to clicks, and whether to scans. */
  readonly hasClickSubscriber: boolean
  readonly hasScanSubscriber: boolean
}

/** The events of a click. The events of a private click say no more of its time than its hour. */
export function toDomainEvents(subscribed: SubscribedClick, now: Date): DomainEvent[] {
  const { workspaceId, clickedAt, isPrivate, qrId, hasClickSubscriber, hasScanSubscriber, ...fields } = subscribed
  const clickTime = new Date(clickedAt)
  const click = { ...fields, clickedAt: clickTime.toISOString() }
  const at = isPrivate ? clickTime : now
  const common = { workspaceId, actor: 'system', linkId: click.linkId, at, isPrivate }
  const domainEvents: DomainEvent[] = []
  if (hasClickSubscriber) domainEvents.push({ ...common, kind: 'link.clicked', data: { click } })
  if (hasScanSubscriber) domainEvents.push({ ...common, kind: 'qr.scanned', data: { click, qrId } })
  return domainEvents
}
