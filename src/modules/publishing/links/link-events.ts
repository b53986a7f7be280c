import { Entity, ManyToOne, PrimaryKey } from '@mikro-orm/decorators/legacy'
import { PrimaryKeyProp, type Ref, raw } from '@mikro-orm/postgresql'
import { requireActor } from '../../../platform/auth/authorization.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../platform/database/statements.ts'
import { nameFields } from '../../../platform/events/change-texts.ts'
import {
  type DomainEvent,
  type FieldChanges,
  findChanges,
  type LinkPayload,
} from '../../../platform/events/domain-events.ts'
import type { EventPublisher } from '../../../platform/events/event-publisher.ts'
import type { MovedLinks, TransactionHook } from '../../../platform/events/transaction-hook.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { Link } from './link.entity.ts'
import { describeOptions, linkOptions, visitedAddresses } from './rules/link-options.ts'

/** Events about the end of a link. */
export type LinkEndEventKind = 'link.expired' | 'link.limit_reached'

/** An event about the end of a link that has been published. The primary key prevents a second publication. */
@Entity({ tableName: 'event_link_end' })
export class PublishedLinkEnd {
  [PrimaryKeyProp]?: ['link', 'kind', 'cause']

  @ManyToOne(() => Link, { ref: true, primary: true, deleteRule: 'cascade', index: false })
  link!: Ref<Link>

  @PrimaryKey({ type: 'text' })
  kind!: LinkEndEventKind | 'link.expiring'

  /** The expiry date as seconds since 1970, or the click limit. A new date or limit can be reached again. */
  @PrimaryKey({ type: 'text' })
  cause!: string
}

/** A link in the payload of an event. */
function toLinkPayload(link: Link): LinkPayload {
  const {
    id,
    domainHost,
    code,
    title,
    originalUrl,
    isActive,
    hasPassword,
    clickLimit,
    startsAt,
    expiresAt,
    createdAt,
  } = link
  return {
    id,
    domainHost,
    code,
    title,
    originalUrl,
    isActive,
    hasPassword,
    clickLimit,
    startsAt: startsAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}

nameFields(describeOptions(({ label }) => label))

/** The fields that an owner can change. The version of the password stands for the password. */
const changeableFields = [
  ...(['code', 'title', 'originalUrl', 'isActive', 'hasPassword', 'passwordVersion', 'folderId'] as const),
  ...linkOptions,
]

export type LinkState = Pick<Link, (typeof changeableFields)[number]>

export function toLinkState(link: Link): LinkState {
  return Object.fromEntries(changeableFields.map((field) => [field, link[field]])) as LinkState
}

/** A changed password appears as a change of `hasPassword`, even from true to true. */
function getLinkChanges(before: LinkState, after: LinkState): FieldChanges {
  const { passwordVersion, ...visibleState } = after
  const changes = findChanges(before, visibleState)
  if (before.passwordVersion === passwordVersion) return changes
  return { ...changes, hasPassword: { from: before.hasPassword, to: visibleState.hasPassword } }
}

type LinkEventKind = 'link.created' | 'link.disabled' | 'link.deleted' | 'link.expired'

/** An event about a link that the caller has changed. */
export function createLinkEvent(context: RequestContext, kind: LinkEventKind, link: Link): DomainEvent {
  const actor = requireActor(context.caller)
  const workspaceId = link.workspace?.id ?? ''
  return { kind, workspaceId, actor, linkId: link.id, at: context.now(), data: { link: toLinkPayload(link) } }
}

/** The changes of a link since `before`, and the changes of its related rows. */
export function findAllChanges(link: Link, before: LinkState, otherChanges: FieldChanges): FieldChanges {
  return { ...getLinkChanges(before, toLinkState(link)), ...otherChanges }
}

/** Publishes the events of an update with these changes, in its transaction. Publishes nothing without changes. */
export async function publishLinkChanges(
  events: EventPublisher,
  context: RequestContext,
  em: EntityManager,
  link: Link,
  changes: FieldChanges,
): Promise<void> {
  await publishChangesOfLinks(events, context, em, [{ link, changes }])
}

/** Like `publishLinkChanges`, for several links. */
export async function publishChangesOfLinks(
  events: EventPublisher,
  context: RequestContext,
  em: EntityManager,
  updates: readonly { readonly link: Link; readonly changes: FieldChanges }[],
): Promise<void> {
  const changed = updates.filter(({ changes }) => Object.keys(changes).length > 0)
  const updateEvents = changed.flatMap(({ link, changes }): DomainEvent[] => {
    const disabled = createLinkEvent(context, 'link.disabled', link)
    const updated: DomainEvent = { ...disabled, kind: 'link.updated', data: { link: toLinkPayload(link), changes } }
    return [updated, ...(changes.isActive && !link.isActive ? [disabled] : [])]
  })
  await events.publish(em, ...updateEvents)
  for (const { link, changes } of changed) {
    // `publishExpiredLinks` looks only for dates that pass from now on.
    const isExpired = changes.expiresAt && link.expiresAt && link.expiresAt <= context.now()
    if (isExpired && (await claimExpiry(em, link))) {
      await events.publish(em, createLinkEvent(context, 'link.expired', link))
    }
  }
}

/** Whether a link has another address for its visitors than before. */
export function hasMoved(link: Link, before: Pick<Link, (typeof visitedAddresses)[number]>): boolean {
  return visitedAddresses.some((name) => link[name] !== before[name])
}

/**
 * Lets later modules act on new addresses of links, in the transaction of the change. The abuse module ends the block of
 * the former destination.
 */
export async function publishMovedLinks(
  linksMoved: TransactionHook<MovedLinks>,
  em: EntityManager,
  moved: readonly Link[],
  at: Date,
): Promise<void> {
  if (moved.length === 0) return
  await em.flush()
  await linksMoved.run(em, { linkIds: moved.map(({ id }) => id), at })
  for (const link of moved) if (link.isBlocked) await em.refresh(link)
}

/** Returns whether the event about this expiry date was not published before. */
async function claimExpiry(em: EntityManager, link: Link): Promise<boolean> {
  const cause = raw<string>('extract(epoch from ?::timestamptz)::text', [link.expiresAt])
  const { affectedRows } = await em
    .createQueryBuilder(PublishedLinkEnd)
    .insert({ link: link.id, kind: 'link.expired', cause })
    .onConflict()
    .ignore()
    .execute('run')
  return affectedRows > 0
}

/** A link in the payload of an event, with its owner. */
export interface OwnedLinkFacts {
  readonly workspaceId: string
  /** Null when the account was deleted. */
  readonly creatorId: string | null
  readonly link: LinkPayload
}

/** The links among `ids` that have an owner, for events that the service itself causes. */
export async function findOwnedLinkFacts(em: EntityManager, ids: readonly string[]): Promise<OwnedLinkFacts[]> {
  // Reads the rows again, because the entities of this request may lack changes by SQL.
  const links = await em.find(Link, { id: { $in: [...ids] } }, { ...withoutQueryLog(), disableIdentityMap: true })
  return links.flatMap((link) =>
    link.workspace
      ? [{ workspaceId: link.workspace.id, creatorId: link.creator?.id ?? null, link: toLinkPayload(link) }]
      : [],
  )
}
