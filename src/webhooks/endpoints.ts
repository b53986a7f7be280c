import { LockMode } from '@mikro-orm/postgresql'
import { accountOf } from '../access/admit.ts'
import { InvalidParams } from '../base/failures.ts'
import { newId } from '../base/ids.ts'
import { NotCalled } from '../base/outward/destination.ts'
import { Outward } from '../base/outward/outward.ts'
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
import { WebhookSecrets } from './secrets.ts'
import { Webhook } from './webhook.ts'

/** How long the secret before a rotation signs beside the new one. */
const overlapMs = 24 * 3600 * 1000

/** The caller's webhooks. Ownership is part of every query: another's and an unknown one are the same 404. */
export class Webhooks {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /** All of the caller's webhooks, newest first; there are at most 5. */
  list(): Promise<Webhook[]> {
    const newestFirst = { createdAt: 'desc', id: 'desc' } as const
    return this.#context.em.find(Webhook, { owner: this.#callerId() }, { orderBy: newestFirst })
  }

  get(id: string): Promise<Webhook> {
    return this.#context.em.findOneOrFail(Webhook, this.#own(id), { failHandler: () => new WebhookNotFound() })
  }

  /** Sends events to an address from now on. Throws `PlanLimitReached` beyond 5. */
  async create({ name, url, events, linkIds }: CreateWebhookArgs): Promise<WebhookSecretResponse> {
    const address = await this.#address(url)
    const now = this.#context.now()
    const id = newId('whk', now)
    const secrets = this.#context.part(WebhookSecrets)
    const { text, preview } = secrets.make()
    const webhook = this.#context.em.create(Webhook, {
      ...{ id, owner: this.#callerId(), name: name.trim(), url: address, events, linkIds },
      ...{ secretPreview: preview, sealedSecret: secrets.seal(id, text) },
      ...{ createdAt: now, updatedAt: now },
    })
    await this.#context.em.transactional(async (em) => {
      await refuseBeyond(webhookAllowance, em, this.#callerId(), now)
      await this.#refuseDoubled(em, address)
      await this.#refuseForeign(em, linkIds)
      em.persist(webhook)
      await em.flush()
      await this.#listen(em, webhook)
      await noteAct(em, this.#context, webhook, 'created', 'was created')
    })
    return new WebhookSecretResponse(webhook, text)
  }

  /** Changes what is named; absence leaves a field. */
  async update({ id, ...wish }: UpdateWebhookArgs): Promise<Webhook> {
    refuseNulls(wish)
    const url = typeof wish.url === 'string' ? await this.#address(wish.url) : undefined
    return this.#context.em.transactional(async (em) => {
      await holdAccount(em, this.#callerId())
      const webhook = await this.#lockedIn(em, id)
      if (url !== undefined && url !== webhook.url) await this.#refuseDoubled(em, url)
      if (wish.linkIds) await this.#refuseForeign(em, wish.linkIds)
      const before = stateOf(webhook)
      const isRevived = wish.isActive === true && !webhook.isActive
      Object.assign(webhook, {
        name: wish.name?.trim() ?? webhook.name,
        url: url ?? webhook.url,
        events: wish.events ?? webhook.events,
        linkIds: wish.linkIds ?? webhook.linkIds,
        isActive: wish.isActive ?? webhook.isActive,
        ...(isRevived && { failureCount: 0, failingSince: null, disabledAt: null, disabledReason: null }),
        updatedAt: this.#context.now(),
      })
      await this.#listen(em, webhook)
      await noteChange(em, this.#context, webhook, before)
      return webhook
    })
  }

  /** Gives the webhook a new secret. For 24 hours the one before it signs as well. */
  async rotateSecret(id: string): Promise<WebhookSecretResponse> {
    const secrets = this.#context.part(WebhookSecrets)
    const { text, preview } = secrets.make()
    const now = this.#context.now()
    const webhook = await this.#context.em.transactional(async (em) => {
      const until = new Date(now.getTime() + overlapMs)
      await em.execute(rotateSql, [until, secrets.seal(id, text), preview, now, id, this.#callerId()])
      const rotated = await this.#lockedIn(em, id)
      await noteAct(em, this.#context, rotated, 'secret_rotated', 'was given a new secret')
      return rotated
    })
    return new WebhookSecretResponse(webhook, text)
  }

  /** Sends no more, and forgets the webhook with all its deliveries. */
  async delete(id: string): Promise<void> {
    await this.#context.em.transactional(async (em) => {
      const webhook = await this.#lockedIn(em, id)
      await stopListening(em, id)
      await noteAct(em, this.#context, webhook, 'deleted', 'was deleted')
      em.remove(webhook)
    })
  }

  async #address(url: string): Promise<string> {
    try {
      return await this.#context.part(Outward).read(url)
    } catch (error) {
      if (error instanceof NotCalled) throw new WebhookUrlNotAllowed(error.message, error)
      throw error
    }
  }

  #listen(em: EntityManager, { id, events, linkIds, isActive }: Webhook): Promise<void> {
    const interest = { listenerId: id, ownerId: this.#callerId(), kinds: events, linkIds }
    return isActive ? listenTo(em, interest, this.#context.now()) : stopListening(em, id)
  }

  async #refuseDoubled(em: EntityManager, url: string): Promise<void> {
    const other = await em.findOne(Webhook, { owner: this.#callerId(), url })
    if (other) throw new WebhookUrlExists(other.id)
  }

  async #refuseForeign(em: EntityManager, linkIds: readonly string[]): Promise<void> {
    if (linkIds.length === 0) return
    const mine = await em.count(Link, { id: { $in: [...linkIds] }, owner: this.#callerId() })
    if (mine < linkIds.length) throw InvalidParams.of('linkIds', 'must be links of yours')
  }

  /** For a change: two changes of one webhook take turns, and each sees what the one before it left. */
  #lockedIn(em: EntityManager, id: string): Promise<Webhook> {
    const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, failHandler: () => new WebhookNotFound() }
    return em.findOneOrFail(Webhook, this.#own(id), options)
  }

  #own(id: string): { id: string; owner: string } {
    return { id, owner: this.#callerId() }
  }

  #callerId(): string {
    return accountOf(this.#context.caller).accountId
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
