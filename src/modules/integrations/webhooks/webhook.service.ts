import { type FilterQuery, LockMode, raw } from '@mikro-orm/postgresql'
import { authorize, requireAccount } from '../../../platform/auth/authorization.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import type { AccessEnd } from '../../../platform/events/access-endings.ts'
import { eventScopes, type SubscribableEventKind } from '../../../platform/events/domain-events.ts'
import { deleteEventSubscription, replaceEventSubscription } from '../../../platform/events/event-subscriptions.ts'
import type { EndedGrants } from '../../../platform/events/transaction-hook.ts'
import { rejectNulls } from '../../../platform/graphql/inputs/argument-validation.ts'
import { lockOwned } from '../../../platform/graphql/owned/owned-rows.ts'
import { buildOrderBy } from '../../../platform/graphql/pagination/keyset.ts'
import type { ConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { findConnection } from '../../../platform/graphql/pagination/pagination.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { ParentIds } from '../../../platform/graphql/success-response.types.ts'
import { AddressNotAllowed } from '../../../platform/http-client/outbound-url.ts'
import type { SafeHttpClient } from '../../../platform/http-client/safe-http-client.ts'
import { assertWithinPlanLimit, createPlanLimit, lockWorkspace } from '../../../platform/rate-limiting/plan-limit.ts'
import { InvalidParams } from '../../../platform/shared/general.errors.ts'
import { newId } from '../../../platform/shared/ids.ts'
import { dayMs } from '../../../platform/shared/time.ts'
import { findOwnedWorkspaceIds } from '../../identity/workspaces/index.ts'
import { Link, loadOwnedLink } from '../../publishing/links/index.ts'
import { newestWebhooksFirst, Webhook, WebhookConnection, WebhookSecretResponse } from './webhook.entity.ts'
import { WebhookNotFound, WebhookNotOfGrant, WebhookUrlExists, WebhookUrlNotAllowed } from './webhook.errors.ts'
import type { CreateWebhookInput, UpdateWebhookInput } from './webhook.inputs.ts'
import {
  auditEndedWebhook,
  auditWebhookAction,
  auditWebhookChange,
  toAuditedState,
  type WebhookEnding,
} from './webhook-audit.ts'
import type { WebhookSecrets } from './webhook-secrets.ts'

export const webhookPlanLimit = createPlanLimit(Webhook, 'webhooks', 'webhooks')

/** How long the old secret also signs after a rotation. */
const rotationOverlapMs = dayMs

/** The caller's webhooks. Ownership is part of every query: a webhook of another account is not found. */
export class WebhookService {
  constructor(
    private readonly webhookSecrets: WebhookSecrets,
    private readonly safeHttpClient: SafeHttpClient,
  ) {}

  /** All webhooks of the caller, at most 5, newest first. */
  list(context: RequestContext): Promise<Webhook[]> {
    return context.em.find(Webhook, { workspace: context.workspaceId }, { orderBy: buildOrderBy(newestWebhooksFirst) })
  }

  /** A page of the caller's webhooks. */
  listPage(context: RequestContext, page: ConnectionArgs): Promise<WebhookConnection> {
    const query = { where: { workspace: context.workspaceId }, order: newestWebhooksFirst }
    return findConnection(context, WebhookConnection, Webhook, query, page)
  }

  get(context: RequestContext, id: string): Promise<Webhook> {
    const where = { id, workspace: { $in: context.workspaceIds } }
    return context.em.findOneOrFail(Webhook, where, { failHandler: () => new WebhookNotFound() })
  }

  /** The links whose events are sent. Deleted links are left out. */
  async listLinks(context: RequestContext, { linkIds }: Webhook): Promise<Link[]> {
    const links = await Promise.all(linkIds.map((id) => loadOwnedLink(context, id)))
    return links.filter((link) => link !== null)
  }

  /** Throws `PlanLimitReached`, and `InsufficientScope` for events that the caller may not read. */
  async create(
    context: RequestContext,
    { name, url, events, urlIds, format }: CreateWebhookInput,
  ): Promise<WebhookSecretResponse> {
    assertMayReceive(context, events)
    const { grant, hold } = requireAccount(context.caller)
    const { workspaceId } = context
    const address = await this.validateUrl(context, url)
    const now = context.now()
    const id = newId('whk', now)
    const secrets = this.webhookSecrets
    const { text, preview } = secrets.generate()
    const webhook = context.em.create(Webhook, {
      id,
      workspace: workspaceId,
      name: name.trim(),
      url: address,
      events,
      linkIds: urlIds,
      format,
      grantDigest: grant?.digest ?? null,
      secretPreview: preview,
      sealedSecret: secrets.seal(id, text),
      createdAt: now,
      updatedAt: now,
    })
    await context.em.transactional(async (em) => {
      await assertWithinPlanLimit(webhookPlanLimit, em, workspaceId, context)
      await hold?.(em)
      await this.assertUrlUnused(em, workspaceId, address)
      await this.assertOwnsLinks(em, workspaceId, urlIds)
      em.persist(webhook)
      await em.flush()
      await this.syncEventSubscription(context, em, webhook)
      await auditWebhookAction(em, context, webhook, 'created', 'was created')
    })
    return new WebhookSecretResponse(webhook, text)
  }

  /**
   * Changes the fields that are present. Throws `InsufficientScope` if the webhook would get events that the caller may
   * not read.
   */
  async update(context: RequestContext, id: string, input: UpdateWebhookInput): Promise<Webhook> {
    rejectNulls(input)
    const url = typeof input.url === 'string' ? await this.validateUrl(context, input.url) : undefined
    const workspaceId = (await this.get(context, id)).workspace.id
    return context.em.transactional(async (em) => {
      // The URL is unique in a workspace, so changes of the webhooks of a workspace run one after the other.
      await lockWorkspace(em, workspaceId)
      await requireAccount(context.caller).hold?.(em)
      const webhook = await this.lockChangeable(context, em, id)
      if (url !== undefined && url !== webhook.url) await this.assertUrlUnused(em, workspaceId, url)
      if (input.urlIds) await this.assertOwnsLinks(em, workspaceId, input.urlIds)
      const events = input.events ?? webhook.events
      assertMayReceive(context, events)
      const before = toAuditedState(webhook)
      const isReactivated = input.isActive === true && !webhook.isActive
      Object.assign(webhook, {
        name: input.name?.trim() ?? webhook.name,
        url: url ?? webhook.url,
        events,
        linkIds: input.urlIds ?? webhook.linkIds,
        format: input.format ?? webhook.format,
        isActive: input.isActive ?? webhook.isActive,
        ...(isReactivated && { disabledAt: null, disabledReason: null }),
        // The endpoint at the former URL caused the failures.
        ...((isReactivated || (url ?? webhook.url) !== webhook.url) && {
          failureCount: 0,
          failingSince: null,
          recoveredAt: context.now(),
        }),
        updatedAt: context.now(),
      })
      await this.syncEventSubscription(context, em, webhook)
      await auditWebhookChange(em, context, webhook, before)
      return webhook
    })
  }

  /** Replaces the secret. For 24 hours the old secret also signs. */
  async rotateSecret(context: RequestContext, id: string): Promise<WebhookSecretResponse> {
    const secrets = this.webhookSecrets
    const { text, preview } = secrets.generate()
    const now = context.now()
    const webhook = await context.em.transactional(async (em) => {
      await this.lockChangeable(context, em, id)
      // In SQL, because the entity does not load secrets.
      const owned = { id, workspace: { $in: context.workspaceIds } }
      await em.nativeUpdate(Webhook, owned, {
        sealedPreviousSecret: raw('sealed_secret'),
        previousSecretUntil: new Date(now.getTime() + rotationOverlapMs),
        sealedSecret: secrets.seal(id, text),
        secretPreview: preview,
        updatedAt: now,
      })
      const rotated = await lockOwned(context, em, Webhook, { id }, WebhookNotFound)
      await auditWebhookAction(em, context, rotated, 'secret_rotated', 'has a new secret')
      return rotated
    })
    return new WebhookSecretResponse(webhook, text)
  }

  /** Deletes the webhook with its deliveries. */
  async delete(context: RequestContext, id: string): Promise<ParentIds> {
    return context.em.transactional(async (em) => {
      const webhook = await lockOwned(context, em, Webhook, { id }, WebhookNotFound)
      await deleteEventSubscription(em, id)
      await auditWebhookAction(em, context, webhook, 'deleted', 'was deleted')
      em.remove(webhook)
      return { workspaceId: webhook.workspace.id }
    })
  }

  /**
   * Switches off the webhooks that grants own. Their deliveries wait, because the owner may switch the webhooks on
   * again.
   */
  async disableOfGrants(em: EntityManager, { grantDigests, ...ending }: EndedGrants): Promise<void> {
    await this.disableAll(em, { grantDigest: { $in: [...grantDigests] } }, ending)
  }

  /** Switches off the webhooks of the workspaces that an account owns. Returns how many were on. */
  async disableOfOwner(em: EntityManager, { accountId, ...ending }: AccessEnd): Promise<number> {
    return this.disableAll(em, { workspace: { $in: await findOwnedWorkspaceIds(em, accountId) } }, ending)
  }

  private async disableAll(em: EntityManager, where: FilterQuery<Webhook>, ending: WebhookEnding): Promise<number> {
    const options = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' }, refresh: true } as const
    let disabled = 0
    for (const webhook of await em.find(Webhook, where, options)) {
      const wasActive = webhook.isActive
      Object.assign(webhook, { grantDigest: null, isActive: false, updatedAt: ending.at })
      await em.flush()
      await deleteEventSubscription(em, webhook.id)
      if (!wasActive) continue
      await auditEndedWebhook(em, webhook, ending)
      disabled++
    }
    return disabled
  }

  private async validateUrl({ accountId }: RequestContext, url: string): Promise<string> {
    try {
      return await this.safeHttpClient.validateUrl(url, accountId)
    } catch (error) {
      if (error instanceof AddressNotAllowed) throw new WebhookUrlNotAllowed(error.message, error)
      throw error
    }
  }

  private syncEventSubscription(
    context: RequestContext,
    em: EntityManager,
    { id, workspace, events, linkIds, isActive }: Webhook,
  ): Promise<void> {
    const subscription = { listenerId: id, workspaceId: workspace.id, kinds: events, linkIds }
    return isActive ? replaceEventSubscription(em, subscription, context.now()) : deleteEventSubscription(em, id)
  }

  private async assertUrlUnused(em: EntityManager, workspace: string, url: string): Promise<void> {
    const other = await em.findOne(Webhook, { workspace, url })
    if (other) throw new WebhookUrlExists(other.id)
  }

  private async assertOwnsLinks(em: EntityManager, workspace: string, linkIds: readonly string[]): Promise<void> {
    if (linkIds.length === 0) return
    const ownedCount = await em.count(Link, { id: { $in: [...linkIds] }, workspace })
    if (ownedCount < linkIds.length) throw InvalidParams.forField('urlIds', 'must be links of the workspace')
  }

  /**
   * Locks a webhook that the caller may change. An application changes only the webhooks of its grant. Otherwise a
   * receiver that it sets, or a secret that it learns, would outlive the grant.
   */
  private async lockChangeable(context: RequestContext, em: EntityManager, id: string): Promise<Webhook> {
    const webhook = await lockOwned(context, em, Webhook, { id }, WebhookNotFound)
    const { grant } = requireAccount(context.caller)
    if (grant && webhook.grantDigest !== grant.digest) throw new WebhookNotOfGrant()
    return webhook
  }
}

/** Throws unless the caller may read all events of the webhook. */
function assertMayReceive({ caller }: RequestContext, kinds: readonly SubscribableEventKind[]): void {
  for (const kind of kinds) authorize(caller, { open: false, scope: eventScopes[kind] })
}
