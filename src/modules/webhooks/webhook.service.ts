import { LockMode, raw } from '@mikro-orm/postgresql'
import type { EntityManager } from '../../platform/database/database.ts'
import { deleteEventSubscription, replaceEventSubscription } from '../../platform/events/event-subscriptions.ts'
import { rejectNulls } from '../../platform/graphql/argument-validation.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { AddressNotAllowed } from '../../platform/http-client/outbound-url.ts'
import type { SafeHttpClient } from '../../platform/http-client/safe-http-client.ts'
import { assertWithinPlanLimit, createPlanLimit, lockAccount } from '../../platform/rate-limiting/plan-limit.ts'
import { InvalidParams } from '../../platform/shared/general.errors.ts'
import { newId } from '../../platform/shared/ids.ts'
import { dayMs } from '../../platform/shared/time.ts'
import { Link } from '../links/index.ts'
import { Webhook, WebhookSecretResponse } from './webhook.entity.ts'
import { WebhookNotFound, WebhookUrlExists, WebhookUrlNotAllowed } from './webhook.errors.ts'
import type { CreateWebhookArgs, UpdateWebhookArgs } from './webhook.inputs.ts'
import { auditWebhookAction, auditWebhookChange, toAuditedState } from './webhook-audit.ts'
import type { WebhookSecrets } from './webhook-secrets.ts'

export const webhookPlanLimit = createPlanLimit(Webhook, 'webhooks', 5)

/** How long the old secret signs as well after a rotation. */
const rotationOverlapMs = dayMs

/** The caller's webhooks. Ownership is part of every query: the webhook of another account is not found. */
export class WebhookService {
  constructor(
    private readonly webhookSecrets: WebhookSecrets,
    private readonly safeHttpClient: SafeHttpClient,
  ) {}

  /** All webhooks of the caller, at most 5, newest first. */
  list(context: RequestContext): Promise<Webhook[]> {
    const newestFirst = { createdAt: 'desc', id: 'desc' } as const
    return context.em.find(Webhook, { owner: context.accountId }, { orderBy: newestFirst })
  }

  get(context: RequestContext, id: string): Promise<Webhook> {
    const where = { id, owner: context.accountId }
    return context.em.findOneOrFail(Webhook, where, { failHandler: () => new WebhookNotFound() })
  }

  /** Throws `PlanLimitReached` beyond 5 webhooks. */
  async create(
    context: RequestContext,
    { name, url, events, linkIds }: CreateWebhookArgs,
  ): Promise<WebhookSecretResponse> {
    const address = await this.validateUrl(url)
    const now = context.now()
    const id = newId('whk', now)
    const secrets = this.webhookSecrets
    const { text, preview } = secrets.generate()
    const webhook = context.em.create(Webhook, {
      id,
      owner: context.accountId,
      name: name.trim(),
      url: address,
      events,
      linkIds,
      secretPreview: preview,
      sealedSecret: secrets.seal(id, text),
      createdAt: now,
      updatedAt: now,
    })
    await context.em.transactional(async (em) => {
      await assertWithinPlanLimit(webhookPlanLimit, em, context.accountId, now)
      await this.assertUrlUnused(context, em, address)
      await this.assertOwnsLinks(context, em, linkIds)
      em.persist(webhook)
      await em.flush()
      await this.syncEventSubscription(context, em, webhook)
      await auditWebhookAction(em, context, webhook, 'created', 'was created')
    })
    return new WebhookSecretResponse(webhook, text)
  }

  /** Changes the fields that are present. */
  async update(context: RequestContext, { id, ...input }: UpdateWebhookArgs): Promise<Webhook> {
    rejectNulls(input)
    const url = typeof input.url === 'string' ? await this.validateUrl(input.url) : undefined
    return context.em.transactional(async (em) => {
      await lockAccount(em, context.accountId)
      const webhook = await this.lockOwned(context, em, id)
      if (url !== undefined && url !== webhook.url) await this.assertUrlUnused(context, em, url)
      if (input.linkIds) await this.assertOwnsLinks(context, em, input.linkIds)
      const before = toAuditedState(webhook)
      const isReactivated = input.isActive === true && !webhook.isActive
      Object.assign(webhook, {
        name: input.name?.trim() ?? webhook.name,
        url: url ?? webhook.url,
        events: input.events ?? webhook.events,
        linkIds: input.linkIds ?? webhook.linkIds,
        isActive: input.isActive ?? webhook.isActive,
        ...(isReactivated && { failureCount: 0, failingSince: null, disabledAt: null, disabledReason: null }),
        updatedAt: context.now(),
      })
      await this.syncEventSubscription(context, em, webhook)
      await auditWebhookChange(em, context, webhook, before)
      return webhook
    })
  }

  /** Replaces the secret. For 24 hours the old one signs as well. */
  async rotateSecret(context: RequestContext, id: string): Promise<WebhookSecretResponse> {
    const secrets = this.webhookSecrets
    const { text, preview } = secrets.generate()
    const now = context.now()
    const webhook = await context.em.transactional(async (em) => {
      // One statement: of two concurrent rotations the second keeps the secret of the first.
      const owned = { id, owner: context.accountId }
      await em.nativeUpdate(Webhook, owned, {
        sealedPreviousSecret: raw('sealed_secret'),
        previousSecretUntil: new Date(now.getTime() + rotationOverlapMs),
        sealedSecret: secrets.seal(id, text),
        secretPreview: preview,
        updatedAt: now,
      })
      const rotated = await this.lockOwned(context, em, id)
      await auditWebhookAction(em, context, rotated, 'secret_rotated', 'has a new secret')
      return rotated
    })
    return new WebhookSecretResponse(webhook, text)
  }

  /** Deletes the webhook with its deliveries. */
  async delete(context: RequestContext, id: string): Promise<void> {
    await context.em.transactional(async (em) => {
      const webhook = await this.lockOwned(context, em, id)
      await deleteEventSubscription(em, id)
      await auditWebhookAction(em, context, webhook, 'deleted', 'was deleted')
      em.remove(webhook)
    })
  }

  private async validateUrl(url: string): Promise<string> {
    try {
      return await this.safeHttpClient.validateUrl(url)
    } catch (error) {
      if (error instanceof AddressNotAllowed) throw new WebhookUrlNotAllowed(error.message, error)
      throw error
    }
  }

  private syncEventSubscription(
    context: RequestContext,
    em: EntityManager,
    { id, events, linkIds, isActive }: Webhook,
  ): Promise<void> {
    const subscription = { listenerId: id, ownerId: context.accountId, kinds: events, linkIds }
    return isActive ? replaceEventSubscription(em, subscription, context.now()) : deleteEventSubscription(em, id)
  }

  private async assertUrlUnused(context: RequestContext, em: EntityManager, url: string): Promise<void> {
    const other = await em.findOne(Webhook, { owner: context.accountId, url })
    if (other) throw new WebhookUrlExists(other.id)
  }

  private async assertOwnsLinks(context: RequestContext, em: EntityManager, linkIds: readonly string[]): Promise<void> {
    if (linkIds.length === 0) return
    const ownedCount = await em.count(Link, { id: { $in: [...linkIds] }, owner: context.accountId })
    if (ownedCount < linkIds.length) throw InvalidParams.forField('linkIds', 'must be links of yours')
  }

  /** Locks the row, so that of two concurrent changes the second sees the result of the first. */
  private lockOwned(context: RequestContext, em: EntityManager, id: string): Promise<Webhook> {
    const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, failHandler: () => new WebhookNotFound() }
    return em.findOneOrFail(Webhook, { id, owner: context.accountId }, options)
  }
}
