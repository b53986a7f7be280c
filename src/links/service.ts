import { LockMode } from '@mikro-orm/postgresql'
import { accountOf } from '../access/admit.ts'
import { InvalidParams } from '../base/failures.ts'
import { newId } from '../base/ids.ts'
import { hashPassword } from '../base/passwords.ts'
import type { EntityManager } from '../database/open.ts'
import type { Events } from '../events/events.ts'
import type { Context } from '../graphql/context.ts'
import type { PageArgs } from '../graphql/page.args.ts'
import type { CreateUrlArgs, UpdateUrlArgs } from './args.ts'
import { blockedAmong, refuseBlocked } from './blocked.ts'
import type { Codes } from './codes.ts'
import { LinkNotFound } from './failures.ts'
import { Link, type LinkKind } from './link.ts'
import { refuseConflicts } from './options.ts'
import type { Routes } from './routes.ts'
import { DestinationBlocked } from './rules/failures.ts'
import type { Slug } from './rules/slug.ts'
import { defaultTitle } from './rules/target.ts'
import type { LinkRules } from './rules.ts'
import { LinkTelling, stateOf } from './telling.ts'

interface LinksDependencies {
  readonly linkRules: LinkRules
  readonly codes: Codes
  readonly routes: Routes
  readonly events: Events
}

/** The caller's links. Ownership is part of every query: another's link and an unknown one are the same 404. */
export class Links {
  readonly #linkRules: LinkRules
  readonly #codes: Codes
  readonly #routes: Routes
  readonly #events: Events

  constructor({ linkRules, codes, routes, events }: LinksDependencies) {
    this.#linkRules = linkRules
    this.#codes = codes
    this.#routes = routes
    this.#events = events
  }

  /** Shortens an address for the caller. */
  async create(context: Context, wish: CreateUrlArgs): Promise<Link> {
    const now = context.now()
    const rules = this.#linkRules
    const slug = typeof wish.customUrl === 'string' ? rules.slug('customUrl', wish.customUrl, 'owner') : null
    const originalUrl = rules.destination('longUrl', wish.longUrl, 'owner')
    if (wish.expiresAt && wish.expiresAt <= now) throw InvalidParams.of('expiresAt', 'must be in the future')
    const ownerId = context.accountId
    const link = context.em.create(Link, {
      id: newId('lnk', now),
      owner: ownerId,
      code: '',
      isCustom: slug !== null,
      title: wish.title?.trim() ?? defaultTitle(originalUrl),
      originalUrl,
      clickLimit: wish.clickLimit ?? null,
      expiresAt: wish.expiresAt ?? null,
      expiredUrl: this.#expiredUrl(wish.expiredUrl),
      passwordHash: wish.password ? await hashPassword(wish.password) : null,
      utmSource: wish.utmSource ?? null,
      utmMedium: wish.utmMedium ?? null,
      utmCampaign: wish.utmCampaign ?? null,
      isCloaked: wish.isCloaked,
      privacyMode: wish.privacyMode,
      forwardQuery: wish.forwardQuery,
      redirectType: wish.redirectType,
      createdAt: now,
      updatedAt: now,
    })
    refuseConflicts(link)
    await context.em.transactional(async (em) => {
      await refuseBlocked(em, { longUrl: originalUrl, expiredUrl: link.expiredUrl })
      const claimant = { linkId: link.id, ownerId, releasedAt: null }
      const codes = this.#codes
      link.code = slug
        ? await codes.claim(context, em, 'customUrl', slug, claimant)
        : await codes.claimRandom(context, em, claimant)
      em.persist(link)
      await this.#telling(context).created(em, link)
    })
    this.#forget(context, link.code)
    return link
  }

  /** A page of the caller's links, newest first. */
  async list(context: Context, { page, limit }: PageArgs): Promise<Link[]> {
    const [links, total] = await context.em.findAndCount(
      Link,
      { owner: context.accountId, kind: 'link' },
      { orderBy: { createdAt: 'desc', id: 'desc' }, limit, offset: (page - 1) * limit },
    )
    context.reportPage({ page, limit, total })
    return links
  }

  /** One of the caller's links. */
  get(context: Context, id: string): Promise<Link> {
    return this.#ownedIn(context, context.em, id)
  }

  /** Changes the named options: null clears one, absence leaves it. Nothing is touched until nothing can refuse. */
  async update(context: Context, { id, ...wish }: UpdateUrlArgs): Promise<Link> {
    refuseNulls(wish)
    const rules = this.#linkRules
    const slug = typeof wish.customUrl === 'string' ? rules.slug('customUrl', wish.customUrl, 'owner') : wish.customUrl
    const originalUrl =
      typeof wish.originalUrl === 'string' ? rules.destination('originalUrl', wish.originalUrl, 'owner') : undefined
    const expiredUrl = this.#expiredUrl(wish.expiredUrl)
    const passwordHash = wish.password ? await hashPassword(wish.password) : null
    let former = ''
    const changed = await context.em.transactional(async (em) => {
      const blocked = await blockedAmong(em, { originalUrl, expiredUrl })
      const link = await this.#lockedIn(context, em, id)
      former = link.code
      // A destination that stays is not judged anew: whoever adds to the list sees to the links that are there.
      const changed = blocked.find((field) => link[field] !== { originalUrl, expiredUrl }[field])
      if (changed) throw new DestinationBlocked(changed)
      const before = stateOf(link)
      const changes = defined({
        originalUrl,
        title: wish.title === null ? defaultTitle(originalUrl ?? link.originalUrl) : wish.title?.trim(),
        clickLimit: wish.clickLimit,
        expiresAt: wish.expiresAt,
        expiredUrl: wish.expiredUrl === undefined ? undefined : expiredUrl,
        utmSource: wish.utmSource,
        utmMedium: wish.utmMedium,
        utmCampaign: wish.utmCampaign,
        isActive: wish.isActive ?? undefined,
        isCloaked: wish.isCloaked ?? undefined,
        privacyMode: wish.privacyMode ?? undefined,
        forwardQuery: wish.forwardQuery ?? undefined,
        redirectType: wish.redirectType ?? undefined,
        ...(wish.password !== undefined && { passwordHash, passwordVersion: link.passwordVersion + 1 }),
        updatedAt: context.now(),
      })
      refuseConflicts({ ...permanenceOf(link), ...changes })
      const recoding = await this.#recode(context, em, link, slug)
      Object.assign(link, changes, recoding)
      await this.#telling(context).updated(em, link, before)
      return link
    })
    this.#forget(context, former, changed.code)
    return changed
  }

  /** Removes the link with its whole history; its code stays as a tombstone. */
  async delete(context: Context, id: string): Promise<void> {
    const code = await context.em.transactional(async (em) => {
      const link = await this.#lockedIn(context, em, id)
      await this.#codes.giveUp(context, em, link)
      await this.#telling(context).deleted(em, link)
      em.remove(link)
      return link.code
    })
    this.#forget(context, code)
  }

  /** Other nodes hear of a change from the database; on this one the next visitor meets it. */
  #forget(context: Context, ...codes: string[]): void {
    const routes = this.#routes
    context.whenCommitted(() => {
      for (const code of codes) routes.heard(code.toLowerCase())
    })
  }

  /**
   * Moves the link to the code wished for: a slug, null for a generated one, undefined to stay. The new code is claimed
   * before the old one is given up, so that two links that want each other's code are both refused and never wait for
   * each other.
   */
  async #recode(
    context: Context,
    em: EntityManager,
    link: Link,
    slug: Slug | null | undefined,
  ): Promise<Partial<Link>> {
    if (slug === undefined || (slug === null && !link.isCustom)) return {}
    if (slug?.key === link.code.toLowerCase()) return { code: slug.shown, isCustom: true }
    const codes = this.#codes
    const claimant = { linkId: link.id, ownerId: context.accountId, releasedAt: null }
    const code = slug
      ? await codes.claim(context, em, 'customUrl', slug, claimant)
      : await codes.claimRandom(context, em, claimant)
    await codes.giveUp(context, em, link)
    return { code, isCustom: slug !== null }
  }

  #ownedIn(context: Context, em: EntityManager, id: string): Promise<Link> {
    return em.findOneOrFail(Link, this.#own(context, id), { failHandler: () => new LinkNotFound() })
  }

  /**
   * For a change: two changes of one link take turns, so that neither leaves a code of the other behind. Others may have
   * had their turn since an earlier mutation of the same request read the link, and without `refresh` MikroORM would go
   * on with every value of then that is null by now.
   */
  #lockedIn(context: Context, em: EntityManager, id: string): Promise<Link> {
    const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, failHandler: () => new LinkNotFound() }
    return em.findOneOrFail(Link, this.#own(context, id), options)
  }

  #own(context: Context, id: string): { id: string; owner: string; kind: LinkKind } {
    return { id, owner: context.accountId, kind: 'link' }
  }

  #telling(context: Context): LinkTelling {
    return new LinkTelling(this.#events, accountOf(context.caller), context.now())
  }

  #expiredUrl(text: string | null | undefined): string | null {
    return typeof text === 'string' ? this.#linkRules.destination('expiredUrl', text, 'owner') : null
  }
}

/** Options that always have a value cannot be cleared. */
function refuseNulls(wish: Omit<UpdateUrlArgs, 'id'>): void {
  const always = ['originalUrl', 'isActive', 'isCloaked', 'privacyMode', 'forwardQuery', 'redirectType'] as const
  const cleared = always.filter((field) => wish[field] === null)
  if (cleared.length > 0) throw new InvalidParams(cleared.map((field) => ({ field, issue: 'must not be null' })))
}

function permanenceOf({ redirectType, clickLimit, passwordHash, expiresAt }: Link) {
  return { redirectType, clickLimit, passwordHash, expiresAt }
}

/** Without the keys whose value is undefined: what was not asked for is not assigned. */
function defined<T extends object>(changes: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as never
}
