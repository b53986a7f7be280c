import { LockMode } from '@mikro-orm/postgresql'
import { InvalidParams } from '../base/failures.ts'
import { newId } from '../base/ids.ts'
import { NotCalled } from '../base/outward/destination.ts'
import type { Outward } from '../base/outward/outward.ts'
import type { EntityManager } from '../database/open.ts'
import { listenTo, stopListening } from '../events/interest.ts'
import { holdAccount, refuseBeyond } from '../graphql/allowance.ts'
import type { Context } from '../graphql/context.ts'
import { Link } from '../links/index.ts'
import { webhookAllowance } from './allowance.ts'
import type { CreateWebhookArgs, UpdateWebhookArgs } from './args.ts'
import { WebhookNotFound, WebhookUrlExists, WebhookUrlNotAllowed } from './failures.ts'
import { noteAct, noteChange, stateOf } from './noting.ts'
import { WebhookSecretResponse } from './secret.response.ts'
import type { WebhookSecrets } from './secrets.ts'
import { Webhook } from './webhook.ts'

/** How long the secret before a rotation signs beside the new one. */
const overlapMs = 24 * 3600 * 1000

/** The caller's webhooks. Ownership is part of every query: another's and an unknown one are the same 404. */
export class Webhooks {
  readonly #webhookSecrets: WebhookSecrets
  readonly #outward: Outward

  constructor(webhookSecrets: WebhookSecrets, outward: Outward) {
    this.#webhookSecrets = webhookSecrets
    this.#outward = outward
  }

  /** All of the caller's webhooks, newest first; there are at most 5. */
  list(context: Context): Promise<Webhook[]> {
    const newestFirst = { createdAt: 'desc', id: 'desc' } as const
    return context.em.find(Webhook, { owner: context.accountId }, { orderBy: newestFirst })
  }

  get(context: Context, id: string): Promise<Webhook> {
    return context.em.findOneOrFail(Webhook, this.#own(context, id), { failHandler: () => new WebhookNotFound() })
  }

  /** Sends events to an address from now on. Throws `PlanLimitReached` beyond 5. */
  async create(context: Context, { name, url, events, linkIds }: CreateWebhookArgs): Promise<WebhookSecretResponse> {
    const address = await this.#address(url)
    const now = context.now()
    const id = newId('whk', now)
    const secrets = this.#webhookSecrets
    const { text, preview } = secrets.make()
    const webhook = context.em.create(Webhook, {
      ...{ id, owner: context.accountId, name: name.trim(), url: address, events, linkIds },
      ...{ secretPreview: preview, sealedSecret: secrets.seal(id, text) },
      ...{ createdAt: now, updatedAt: now },
    })
    await context.em.transactional(async (em) => {
      await refuseBeyond(webhookAllowance, em, context.accountId, now)
      await this.#refuseDoubled(context, em, address)
      await this.#refuseForeign(context, em, linkIds)
      em.persist(webhook)
      await em.flush()
      await this.#listen(context, em, webhook)
      await noteAct(em, context, webhook, 'created', 'was created')
    })
    return new WebhookSecretResponse(webhook, text)
  }

  /** Changes what is named; absence leaves a field. */
  async update(context: Context, { id, ...wish }: UpdateWebhookArgs): Promise<Webhook> {
    refuseNulls(wish)
    const url = typeof wish.url === 'string' ? await this.#address(wish.url) : undefined
    return context.em.transactional(async (em) => {
      await holdAccount(em, context.accountId)
      const webhook = await this.#lockedIn(context, em, id)
      if (url !== undefined && url !== webhook.url) await this.#refuseDoubled(context, em, url)
      if (wish.linkIds) await this.#refuseForeign(context, em, wish.linkIds)
      const before = stateOf(webhook)
      const isRevived = wish.isActive === true && !webhook.isActive
      Object.assign(webhook, {
        name: wish.name?.trim() ?? webhook.name,
        url: url ?? webhook.url,
        events: wish.events ?? webhook.events,
        linkIds: wish.linkIds ?? webhook.linkIds,
        isActive: wish.isActive ?? webhook.isActive,
        ...(isRevived && { failureCount: 0, failingSince: null, disabledAt: null, disabledReason: null }),
        updatedAt: context.now(),
      })
      await this.#listen(context, em, webhook)
      await noteChange(em, context, webhook, before)
      return webhook
    })
  }

  /** Gives the webhook a new secret. For 24 hours the one before it signs as well. */
  async rotateSecret(context: Context, id: string): Promise<WebhookSecretResponse> {
    const secrets = this.#webhookSecrets
    const { text, preview } = secrets.make()
    const now = context.now()
    const webhook = await context.em.transactional(async (em) => {
      const until = new Date(now.getTime() + overlapMs)
      await em.execute(rotateSql, [until, secrets.seal(id, text), preview, now, id, context.accountId])
      const rotated = await this.#lockedIn(context, em, id)
      await noteAct(em, context, rotated, 'secret_rotated', 'was given a new secret')
      return rotated
    })
    return new WebhookSecretResponse(webhook, text)
  }

  /** Sends no more, and forgets the webhook with all its deliveries. */
  async delete(context: Context, id: string): Promise<void> {
    await context.em.transactional(async (em) => {
      const webhook = await this.#lockedIn(context, em, id)
      await stopListening(em, id)
      await noteAct(em, context, webhook, 'deleted', 'was deleted')
      em.remove(webhook)
    })
  }

  async #address(url: string): Promise<string> {
    try {
      return await this.#outward.read(url)
    } catch (error) {
      if (error instanceof NotCalled) throw new WebhookUrlNotAllowed(error.message, error)
      throw error
    }
  }

  #listen(context: Context, em: EntityManager, { id, events, linkIds, isActive }: Webhook): Promise<void> {
    const interest = { listenerId: id, ownerId: context.accountId, kinds: events, linkIds }
    return isActive ? listenTo(em, interest, context.now()) : stopListening(em, id)
  }

  async #refuseDoubled(context: Context, em: EntityManager, url: string): Promise<void> {
    const other = await em.findOne(Webhook, { owner: context.accountId, url })
    if (other) throw new WebhookUrlExists(other.id)
  }

  async #refuseForeign(context: Context, em: EntityManager, linkIds: readonly string[]): Promise<void> {
    if (linkIds.length === 0) return
    const mine = await em.count(Link, { id: { $in: [...linkIds] }, owner: context.accountId })
    if (mine < linkIds.length) throw InvalidParams.of('linkIds', 'must be links of yours')
  }

  /** For a change: two changes of one webhook take turns, and each sees what the one before it left. */
  #lockedIn(context: Context, em: EntityManager, id: string): Promise<Webhook> {
    const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, failHandler: () => new WebhookNotFound() }
    return em.findOneOrFail(Webhook, this.#own(context, id), options)
  }

  #own(context: Context, id: string): { id: string; owner: string } {
    return { id, owner: context.accountId }
  }
}

/** In one statement, so that of two rotations at once the second keeps the secret of the first. */
const rotateSql = `
  update webhook
     set sealed_previous_secret = sealed_secret, previous_secret_until = ?, sealed_secret = ?, secret_preview = ?,
         updated_at = ?
   where id = ? and owner_id = ?`

function refuseNulls(wish: Omit<UpdateWebhookArgs, 'id'>): void {
  const always = ['name', 'url', 'events', 'linkIds', 'isActive'] as const
  const cleared = always.filter((field) => wish[field] === null)
  if (cleared.length > 0) throw new InvalidParams(cleared.map((field) => ({ field, issue: 'must not be null' })))
}
