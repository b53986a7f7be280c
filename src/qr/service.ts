import { LockMode } from '@mikro-orm/postgresql'
import { accountOf } from '../access/admit.ts'
import { InvalidParams } from '../base/failures.ts'
import { newId } from '../base/ids.ts'
import type { EntityManager } from '../database/open.ts'
import type { Events } from '../events/events.ts'
import { refuseBeyond } from '../graphql/allowance.ts'
import type { Context } from '../graphql/context.ts'
import type { PageArgs } from '../graphql/page.args.ts'
import { keyset } from '../graphql/paging.ts'
import {
  blockedAmong,
  type Codes,
  DestinationBlocked,
  Link,
  type LinkRules,
  type Routes,
  refuseBlocked,
} from '../links/index.ts'
import type { CreateDynamicQrArgs, QrCodesArgs, UpdateDynamicQrArgs } from './args.ts'
import { DynamicQrConnection, newestFirst } from './connection.ts'
import { DynamicQr } from './dynamic.qr.ts'
import { QrNotFound } from './failures.ts'
import { qrAllowance } from './limit.ts'
import { QrLogo } from './qr.logo.ts'
import { chosenOf } from './rules/design.ts'
import { QrTelling, stateOf } from './telling.ts'

interface DynamicQrsDependencies {
  readonly linkRules: LinkRules
  readonly codes: Codes
  readonly routes: Routes
  readonly events: Events
}

/** The caller's dynamic QR codes. Ownership is part of every query: another's and an unknown one are the same 404. */
export class DynamicQrs {
  readonly #linkRules: LinkRules
  readonly #codes: Codes
  readonly #routes: Routes
  readonly #events: Events

  constructor({ linkRules, codes, routes, events }: DynamicQrsDependencies) {
    this.#linkRules = linkRules
    this.#codes = codes
    this.#routes = routes
    this.#events = events
  }

  /** Makes a code over a link of its own. Throws `PlanLimitReached` beyond 1000. */
  async create(context: Context, { title, targetUrl, logoId, ...wish }: CreateDynamicQrArgs): Promise<DynamicQr> {
    const originalUrl = this.#linkRules.destination('targetUrl', targetUrl, 'owner')
    const chosen = chosenOf({}, wish)
    const now = context.now()
    const ownerId = context.accountId
    const times = { createdAt: now, updatedAt: now }
    const qr = await context.em.transactional(async (em) => {
      await refuseBlocked(em, { targetUrl: originalUrl })
      await refuseBeyond(qrAllowance, em, ownerId, now)
      const logo = await this.#logoIn(context, em, logoId)
      const id = newId('lnk', now)
      const code = await this.#codes.claimRandom(context, em, { linkId: id, ownerId, releasedAt: null })
      const link = em.create(Link, {
        ...{ id, owner: ownerId, kind: 'qr', code, isCustom: false },
        ...{ title: title.trim(), originalUrl, ...times },
      })
      const made = em.create(DynamicQr, { id: newId('dqr', now), owner: ownerId, link, logo, chosen, ...times })
      em.persist(link).persist(made)
      await this.#telling(context).created(em, made)
      return made
    })
    this.#forget(context, qr)
    return qr
  }

  /** A page of the caller's codes, newest first. */
  async list(context: Context, { page, limit }: PageArgs): Promise<DynamicQr[]> {
    const [codes, total] = await context.em.findAndCount(
      DynamicQr,
      { owner: context.accountId },
      { populate: ['link'], orderBy: { createdAt: 'desc', id: 'desc' }, limit, offset: (page - 1) * limit },
    )
    context.reportPage({ page, limit, total })
    return codes
  }

  /** The same for graph clients, who walk by cursor and count only when they ask for it. */
  async browse(context: Context, wish: QrCodesArgs): Promise<DynamicQrConnection> {
    const { em } = context
    const own = { owner: context.accountId }
    const { where, ...page } = keyset(newestFirst, wish)
    const codes = await em.find(DynamicQr, { $and: [own, where] }, { ...page, populate: ['link'] })
    return new DynamicQrConnection(codes, newestFirst, wish, () => em.count(DynamicQr, own))
  }

  /** One of the caller's codes. */
  get(context: Context, id: string): Promise<DynamicQr> {
    const options = { populate: ['link'] as const, failHandler: () => new QrNotFound() }
    return context.em.findOneOrFail(DynamicQr, this.#own(context, id), options)
  }

  /** Changes what is named; who scans next meets it. Null puts a part of the design back to the default. */
  async update(
    context: Context,
    { id, title, targetUrl, isActive, logoId, ...wish }: UpdateDynamicQrArgs,
  ): Promise<DynamicQr> {
    refuseNulls({ title, targetUrl, isActive })
    const originalUrl =
      typeof targetUrl === 'string' ? this.#linkRules.destination('targetUrl', targetUrl, 'owner') : undefined
    const changed = await context.em.transactional(async (em) => {
      const isBlocked = (await blockedAmong(em, { targetUrl: originalUrl })).length > 0
      const qr = await this.#lockedIn(context, em, id)
      const link = qr.link.unwrap()
      // A target that stays is not judged anew: whoever adds to the list sees to the links that are there.
      if (isBlocked && link.originalUrl !== originalUrl) throw new DestinationBlocked('targetUrl')
      const chosen = chosenOf(qr.chosen, wish)
      const logo = logoId === undefined ? qr.logo : await this.#logoIn(context, em, logoId)
      const before = stateOf(qr)
      const updatedAt = context.now()
      Object.assign(link, {
        title: title?.trim() ?? link.title,
        originalUrl: originalUrl ?? link.originalUrl,
        isActive: isActive ?? link.isActive,
        updatedAt,
      })
      Object.assign(qr, { chosen, logo, updatedAt })
      await this.#telling(context).updated(em, qr, before)
      return qr
    })
    this.#forget(context, changed)
    return changed
  }

  /** Removes the code with all its scans; what is printed leads nowhere from now on, and to nobody else's target. */
  async delete(context: Context, id: string): Promise<void> {
    const shortCode = await context.em.transactional(async (em) => {
      const qr = await this.#lockedIn(context, em, id)
      const link = qr.link.unwrap()
      await this.#codes.giveUp(context, em, link)
      await this.#telling(context).deleted(em, qr)
      em.remove(qr).remove(link)
      return link.code
    })
    this.#forget(context, { shortCode })
  }

  /** Other nodes hear of a change from the database; on this one the next visitor meets it. */
  #forget(context: Context, { shortCode }: Pick<DynamicQr, 'shortCode'>): void {
    const routes = this.#routes
    context.whenCommitted(() => routes.heard(shortCode.toLowerCase()))
  }

  /** A logo that is not the caller's is as good as none. */
  async #logoIn(context: Context, em: EntityManager, id: string | null | undefined) {
    if (id == null) return null
    const failHandler = () => InvalidParams.of('logoId', 'must be one of your logos')
    return em.findOneOrFail(QrLogo, this.#own(context, id), { failHandler })
  }

  /** For a change: two changes of one code take turns, and each sees what the one before it left. */
  async #lockedIn(context: Context, em: EntityManager, id: string): Promise<DynamicQr> {
    const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, failHandler: () => new QrNotFound() }
    const qr = await em.findOneOrFail(DynamicQr, this.#own(context, id), options)
    await em.findOneOrFail(Link, { id: qr.link.id }, options)
    return qr
  }

  #own(context: Context, id: string): { id: string; owner: string } {
    return { id, owner: context.accountId }
  }

  #telling(context: Context): QrTelling {
    return new QrTelling(this.#events, accountOf(context.caller), context.now())
  }
}

/** What a code always has cannot be cleared. */
function refuseNulls(wish: Readonly<Record<string, unknown>>): void {
  const cleared = Object.keys(wish).filter((field) => wish[field] === null)
  if (cleared.length > 0) throw new InvalidParams(cleared.map((field) => ({ field, issue: 'must not be null' })))
}
