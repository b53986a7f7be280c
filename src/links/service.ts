import { LockMode } from '@mikro-orm/postgresql'
import { accountOf } from '../access/admit.ts'
import { InvalidParams } from '../base/failures.ts'
import { newId } from '../base/ids.ts'
import { hashPassword } from '../base/passwords.ts'
import type { EntityManager } from '../database/open.ts'
import { Events } from '../events/events.ts'
import type { Context } from '../graphql/context.ts'
import type { PageArgs } from '../graphql/page.args.ts'
import type { CreateUrlArgs, UpdateUrlArgs } from './args.ts'
import { blockedAmong, refuseBlocked } from './blocked.ts'
import { Codes } from './codes.ts'
import { LinkNotFound } from './failures.ts'
import { Link, type LinkKind } from './link.ts'
import { refuseConflicts } from './options.ts'
import { Routes } from './routes.ts'
import { DestinationBlocked } from './rules/failures.ts'
import type { Slug } from './rules/slug.ts'
import { defaultTitle } from './rules/target.ts'
import { LinkRules } from './rules.ts'
import { LinkTelling, stateOf } from './telling.ts'

/** The caller's links. Ownership is part of every query: another's link and an unknown one are the same 404. */
export class Links {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /** Shortens an address for the caller. */
  async create(wish: CreateUrlArgs): Promise<Link> {
    const now = this.#context.now()
    const rules = this.#context.part(LinkRules)
    const slug = typeof wish.customUrl === 'string' ? rules.slug('customUrl', wish.customUrl, 'owner') : null
    const originalUrl = rules.destination('longUrl', wish.longUrl, 'owner')
    if (wish.expiresAt && wish.expiresAt <= now) throw InvalidParams.of('expiresAt', 'must be in the future')
    const ownerId = this.#callerId()
    const link = this.#context.em.create(Link, {
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
    await this.#context.em.transactional(async (em) => {
      await refuseBlocked(em, { longUrl: originalUrl, expiredUrl: link.expiredUrl })
      const claimant = { linkId: link.id, ownerId, releasedAt: null }
      const codes = this.#context.use(Codes)
      link.code = slug ? await codes.claim(em, 'customUrl', slug, claimant) : await codes.claimRandom(em, claimant)
      em.persist(link)
      await this.#telling().created(em, link)
    })
    this.#forget(link.code)
    return link
  }

  /** A page of the caller's links, newest first. */
  async list({ page, limit }: PageArgs): Promise<Link[]> {
    const [links, total] = await this.#context.em.findAndCount(
      Link,
      { owner: this.#callerId(), kind: 'link' },
      { orderBy: { createdAt: 'desc', id: 'desc' }, limit, offset: (page - 1) * limit },
    )
    this.#context.reportPage({ page, limit, total })
    return links
  }

  /** One of the caller's links. */
  get(id: string): Promise<Link> {
    return this.#ownedIn(this.#context.em, id)
  }

  /** Changes the named options: null clears one, absence leaves it. Nothing is touched until nothing can refuse. */
  async update({ id, ...wish }: UpdateUrlArgs): Promise<Link> {
    refuseNulls(wish)
    const rules = this.#context.part(LinkRules)
    const slug = typeof wish.customUrl === 'string' ? rules.slug('customUrl', wish.customUrl, 'owner') : wish.customUrl
    const originalUrl =
      typeof wish.originalUrl === 'string' ? rules.destination('originalUrl', wish.originalUrl, 'owner') : undefined
    const expiredUrl = this.#expiredUrl(wish.expiredUrl)
    const passwordHash = wish.password ? await hashPassword(wish.password) : null
    let former = ''
    const changed = await this.#context.em.transactional(async (em) => {
      const blocked = await blockedAmong(em, { originalUrl, expiredUrl })
      const link = await this.#lockedIn(em, id)
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
        updatedAt: this.#context.now(),
      })
      refuseConflicts({ ...permanenceOf(link), ...changes })
      const recoding = await this.#recode(em, link, slug)
      Object.assign(link, changes, recoding)
      await this.#telling().updated(em, link, before)
      return link
    })
    this.#forget(former, changed.code)
    return changed
  }

  /** Removes the link with its whole history; its code stays as a tombstone. */
  async delete(id: string): Promise<void> {
    const code = await this.#context.em.transactional(async (em) => {
      const link = await this.#lockedIn(em, id)
      await this.#context.use(Codes).giveUp(em, link)
      await this.#telling().deleted(em, link)
      em.remove(link)
      return link.code
    })
    this.#forget(code)
  }

  /** Other nodes hear of a change from the database; on this one the next visitor meets it. */
  #forget(...codes: string[]): void {
    const routes = this.#context.part(Routes)
    this.#context.whenCommitted(() => {
      for (const code of codes) routes.heard(code.toLowerCase())
    })
  }

  /**
   * Moves the link to the code wished for: a slug, null for a generated one, undefined to stay. The new code is claimed
   * before the old one is given up, so that two links that want each other's code are both refused and never wait for
   * each other.
   */
  async #recode(em: EntityManager, link: Link, slug: Slug | null | undefined): Promise<Partial<Link>> {
    if (slug === undefined || (slug === null && !link.isCustom)) return {}
    if (slug?.key === link.code.toLowerCase()) return { code: slug.shown, isCustom: true }
    const codes = this.#context.use(Codes)
    const claimant = { linkId: link.id, ownerId: this.#callerId(), releasedAt: null }
    const code = slug ? await codes.claim(em, 'customUrl', slug, claimant) : await codes.claimRandom(em, claimant)
    await codes.giveUp(em, link)
    return { code, isCustom: slug !== null }
  }

  #ownedIn(em: EntityManager, id: string): Promise<Link> {
    return em.findOneOrFail(Link, this.#own(id), { failHandler: () => new LinkNotFound() })
  }

  /**
   * For a change: two changes of one link take turns, so that neither leaves a code of the other behind. Others may have
   * had their turn since an earlier mutation of the same request read the link, and without `refresh` MikroORM would go
   * on with every value of then that is null by now.
   */
  #lockedIn(em: EntityManager, id: string): Promise<Link> {
    const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, failHandler: () => new LinkNotFound() }
    return em.findOneOrFail(Link, this.#own(id), options)
  }

  #own(id: string): { id: string; owner: string; kind: LinkKind } {
    return { id, owner: this.#callerId(), kind: 'link' }
  }

  #telling(): LinkTelling {
    return new LinkTelling(this.#context.part(Events), accountOf(this.#context.caller), this.#context.now())
  }

  #callerId(): string {
    return accountOf(this.#context.caller).accountId
  }

  #expiredUrl(text: string | null | undefined): string | null {
    return typeof text === 'string' ? this.#context.part(LinkRules).destination('expiredUrl', text, 'owner') : null
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
