import DataLoader from 'dataloader'
import { Field, Int, ObjectType } from 'type-graphql'
import type { EntityManager } from '../../platform/database/database.ts'
import { perRequest, type RequestContext } from '../../platform/graphql/request-context.ts'
import type { Throttle } from '../../platform/graphql/request-limits.ts'
import type { RateLimitRule } from '../../platform/rate-limiting/rate-limit.ts'
import { InvalidParams } from '../../platform/shared/general.errors.ts'
import { LinkNotFound } from '../links/index.ts'
import { clearResultSql, resetCheckSql } from './check-claim.queries.ts'
import { LinkNotWatched } from './link-health.errors.ts'
import { countUnreachableLinks } from './link-health.queries.ts'
import {
  type LinkHealth,
  type LinkHealthRow,
  toLinkHealth,
  type UpdateLinkHealthArgs,
  type UpdateUrlHealthArgs,
} from './link-health.types.ts'

/** How often one account may have links checked out of turn, and one link. */
const accountRateLimit: RateLimitRule = { limit: 10, seconds: 60 }
const linkRateLimit: RateLimitRule = { limit: 1, seconds: 60 }

/** The health of the caller's links. Ownership is part of every query: another's and an unknown one are the same 404. */
export class LinkHealthService {
  /** Links of one list are looked up together; nothing is kept, for a mutation may come between. */
  readonly #loader = perRequest(
    (context) =>
      new DataLoader<string, LinkHealth | null>((ids) => this.#findOwned(context, context.em, ids), {
        cache: false,
      }),
  )

  readonly #throttle: Throttle

  constructor(throttle: Throttle) {
    this.#throttle = throttle
  }

  /** Null for a link that is not the caller's. */
  load(context: RequestContext, linkId: string): Promise<LinkHealth | null> {
    return this.#loader(context).load(linkId)
  }

  get(context: RequestContext, linkId: string): Promise<LinkHealth> {
    return this.#getOwned(context, context.em, linkId)
  }

  /** Sets what holds for this link alone; null has it do as the account does, absence leaves it. */
  async update(context: RequestContext, { id, isWatched }: UpdateUrlHealthArgs): Promise<LinkHealth> {
    const now = context.now()
    return context.em.transactional(async (em) => {
      const { ownSetting } = await this.#getOwned(context, em, id)
      const newSetting = isWatched === undefined ? ownSetting : isWatched
      if (newSetting === ownSetting) return this.#getOwned(context, em, id)
      if (newSetting === false) await em.execute(unwatchLinkSql, [id, context.accountId])
      else if (newSetting === true || (await this.#isAccountWatched(context, em)))
        await em.execute(watchLinkSql, [newSetting, now, now, id, context.accountId])
      else await em.execute('delete from health_link where link_id = ? and owner_id = ?', [id, context.accountId])
      return this.#getOwned(context, em, id)
    })
  }

  /** Has the link checked as soon as its host may be called. Throws `LinkNotWatched`, and `RateLimited` beyond 10 a minute. */
  async requestCheck(context: RequestContext, id: string): Promise<LinkHealth> {
    const { isWatched } = await this.get(context, id)
    if (!isWatched) throw new LinkNotWatched()
    const accountId = context.accountId
    await this.#throttle.charge(context, [
      { name: 'health-checks', key: accountId, group: accountId, rule: accountRateLimit },
      { name: 'health-check', key: id, group: accountId, rule: linkRateLimit },
    ])
    const now = context.now()
    return context.em.transactional(async (em) => {
      await em.execute(requestCheckSql, [now, now, id, accountId])
      return this.#getOwned(context, em, id)
    })
  }

  async #isAccountWatched(context: RequestContext, em: EntityManager): Promise<boolean> {
    const rows = await em.execute('select 1 from health_account where owner_id = ? and is_on', [context.accountId])
    return rows.length > 0
  }

  async #getOwned(context: RequestContext, em: EntityManager, linkId: string): Promise<LinkHealth> {
    const [health] = await this.#findOwned(context, em, [linkId])
    if (!health) throw new LinkNotFound()
    return health
  }

  async #findOwned(context: RequestContext, em: EntityManager, ids: readonly string[]): Promise<(LinkHealth | null)[]> {
    const rows = await em.execute<LinkHealthRow[]>(selectLinkHealthSql, [context.accountId, JSON.stringify(ids)])
    const found = new Map(rows.map((row) => [row.urlId, toLinkHealth(row)]))
    return ids.map((id) => found.get(id) ?? null)
  }
}

const selectLinkHealthSql = `
  select l.id as "urlId", coalesce(h.is_on, account.is_on, false) as "isWatched", h.is_on as "ownSetting",
         h.is_ok as "isOk", h.status, h.error, h.checked_at as "checkedAt", h.failures,
         h.failing_since as "failingSince", h.is_frameable as "isFrameable", h.next_check_at as "nextCheckAt"
    from link l
    left join health_link h on h.link_id = l.id
    left join health_account account on account.owner_id = l.owner_id
   where l.owner_id = ? and l.kind = 'link' and l.id in (select jsonb_array_elements_text(?::jsonb))`

/** One that is watched already goes on as it does. */
const watchLinkSql = `
  insert into health_link (link_id, owner_id, is_on, host, next_check_at)
  select id, owner_id, ?::boolean, health_due(original_url, ?::timestamptz), ?::timestamptz
    from link where id = ? and owner_id = ?
  on conflict (link_id) do update
     set is_on = excluded.is_on,
         host = case when health_link.next_check_at is null then excluded.host else health_link.host end,
         next_check_at = coalesce(health_link.next_check_at, excluded.next_check_at)`

const unwatchLinkSql = `
  insert into health_link (link_id, owner_id, is_on, host)
  select id, owner_id, false, '' from link where id = ? and owner_id = ?
  on conflict (link_id) do update
     set is_on = false, turn = health_link.turn + 1, next_check_at = null, ${resetCheckSql}, ${clearResultSql}`

/** A check that is under way goes on. */
const requestCheckSql = `
  insert into health_link (link_id, owner_id, host, next_check_at)
  select id, owner_id, health_due(original_url, ?::timestamptz), ?::timestamptz from link where id = ? and owner_id = ?
  on conflict (link_id) do update
     set next_check_at = least(health_link.next_check_at, excluded.next_check_at) where health_link.begun_at is null`

@ObjectType('LinkHealthSetting', { description: 'Whether the destinations of the links of an account are watched.' })
export class LinkHealthSetting {
  @Field(() => Boolean, {
    description: 'Whether those of all links are, but for links with a setting of their own. Off until switched on.',
  })
  isOn!: boolean

  @Field(() => Int, { description: 'How many destinations cannot be reached now.' })
  unreachable!: number
}

/** Whether all of the caller's links are watched. */
export class LinkHealthSettingService {
  async get(context: RequestContext): Promise<LinkHealthSetting> {
    const { em } = context
    const [setting] = await em.execute<{ isOn: boolean }[]>(settingSql, [context.accountId])
    return { isOn: setting?.isOn ?? false, unreachable: await countUnreachableLinks(em, context.accountId) }
  }

  /** Links that are there follow in the background, the newest first. Absence leaves it as it is. */
  async update(context: RequestContext, { isOn }: UpdateLinkHealthArgs): Promise<LinkHealthSetting> {
    if (isOn === null) throw InvalidParams.forField('isOn', 'must not be null')
    const params = [context.accountId, isOn, isOn, context.now()]
    if (isOn !== undefined) await context.em.transactional((em) => em.execute(upsertSettingSql, params))
    return this.get(context)
  }
}

const settingSql = 'select is_on as "isOn" from health_account where owner_id = ?'

const upsertSettingSql = `
  insert into health_account (owner_id, is_on, settles_before, updated_at)
  values (?, ?, case when ? then 'infinity'::timestamptz end, ?::timestamptz)
  on conflict (owner_id) do update
     set is_on = excluded.is_on, settles_before = 'infinity', updated_at = excluded.updated_at
   where health_account.is_on <> excluded.is_on`
