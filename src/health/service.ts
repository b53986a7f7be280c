import DataLoader from 'dataloader'
import type { Rule } from '../base/limits/rule.ts'
import type { EntityManager } from '../database/open.ts'
import { type Context, perRequest } from '../graphql/context.ts'
import type { Throttle } from '../graphql/throttle.ts'
import { LinkNotFound } from '../links/index.ts'
import type { UpdateUrlHealthArgs } from './args.ts'
import { LinkNotWatched } from './failures.ts'
import { type HealthRow, healthOf, type LinkHealth } from './link.health.ts'
import { fromTheStart, unknown } from './turns.ts'

/** How often one account may have links checked out of turn, and one link. */
const ofAccount: Rule = { limit: 10, seconds: 60 }
const ofLink: Rule = { limit: 1, seconds: 60 }

/** The health of the caller's links. Ownership is part of every query: another's and an unknown one are the same 404. */
export class LinkHealths {
  /** Links of one list are looked up together; nothing is kept, for a mutation may come between. */
  readonly #rows = perRequest(
    (context) =>
      new DataLoader<string, LinkHealth | null>((ids) => this.#find(context, context.em, ids), {
        cache: false,
      }),
  )

  readonly #throttle: Throttle

  constructor(throttle: Throttle) {
    this.#throttle = throttle
  }

  /** Null for a link that is not the caller's. */
  load(context: Context, linkId: string): Promise<LinkHealth | null> {
    return this.#rows(context).load(linkId)
  }

  get(context: Context, linkId: string): Promise<LinkHealth> {
    return this.#getIn(context, context.em, linkId)
  }

  /** Sets what holds for this link alone; null has it do as the account does, absence leaves it. */
  async update(context: Context, { id, isWatched }: UpdateUrlHealthArgs): Promise<LinkHealth> {
    const now = context.now()
    return context.em.transactional(async (em) => {
      const { ownSetting } = await this.#getIn(context, em, id)
      const wish = isWatched === undefined ? ownSetting : isWatched
      if (wish === ownSetting) return this.#getIn(context, em, id)
      if (wish === false) await em.execute(unwatchSql, [id, context.accountId])
      else if (wish === true || (await this.#isAccountOn(context, em)))
        await em.execute(watchSql, [wish, now, now, id, context.accountId])
      else await em.execute('delete from health_link where link_id = ? and owner_id = ?', [id, context.accountId])
      return this.#getIn(context, em, id)
    })
  }

  /** Has the link checked as soon as its host may be called. Throws `LinkNotWatched`, and `RateLimited` beyond 10 a minute. */
  async check(context: Context, id: string): Promise<LinkHealth> {
    const { isWatched } = await this.get(context, id)
    if (!isWatched) throw new LinkNotWatched()
    const accountId = context.accountId
    await this.#throttle.take(context, [
      { name: 'health-checks', key: accountId, group: accountId, rule: ofAccount },
      { name: 'health-check', key: id, group: accountId, rule: ofLink },
    ])
    const now = context.now()
    return context.em.transactional(async (em) => {
      await em.execute(checkSql, [now, now, id, accountId])
      return this.#getIn(context, em, id)
    })
  }

  async #isAccountOn(context: Context, em: EntityManager): Promise<boolean> {
    const on = await em.execute('select 1 from health_account where owner_id = ? and is_on', [context.accountId])
    return on.length > 0
  }

  async #getIn(context: Context, em: EntityManager, linkId: string): Promise<LinkHealth> {
    const [health] = await this.#find(context, em, [linkId])
    if (!health) throw new LinkNotFound()
    return health
  }

  async #find(context: Context, em: EntityManager, ids: readonly string[]): Promise<(LinkHealth | null)[]> {
    const rows = await em.execute<HealthRow[]>(healthSql, [context.accountId, JSON.stringify(ids)])
    const found = new Map(rows.map((row) => [row.urlId, healthOf(row)]))
    return ids.map((id) => found.get(id) ?? null)
  }
}

const healthSql = `
  select l.id as "urlId", coalesce(h.is_on, account.is_on, false) as "isWatched", h.is_on as "ownSetting",
         h.is_ok as "isOk", h.status, h.error, h.checked_at as "checkedAt", h.failures,
         h.failing_since as "failingSince", h.is_frameable as "isFrameable", h.next_check_at as "nextCheckAt"
    from link l
    left join health_link h on h.link_id = l.id
    left join health_account account on account.owner_id = l.owner_id
   where l.owner_id = ? and l.kind = 'link' and l.id in (select jsonb_array_elements_text(?::jsonb))`

/** One that is watched already goes on as it does. */
const watchSql = `
  insert into health_link (link_id, owner_id, is_on, host, next_check_at)
  select id, owner_id, ?::boolean, health_due(original_url, ?::timestamptz), ?::timestamptz
    from link where id = ? and owner_id = ?
  on conflict (link_id) do update
     set is_on = excluded.is_on,
         host = case when health_link.next_check_at is null then excluded.host else health_link.host end,
         next_check_at = coalesce(health_link.next_check_at, excluded.next_check_at)`

const unwatchSql = `
  insert into health_link (link_id, owner_id, is_on, host)
  select id, owner_id, false, '' from link where id = ? and owner_id = ?
  on conflict (link_id) do update
     set is_on = false, turn = health_link.turn + 1, next_check_at = null, ${fromTheStart}, ${unknown}`

/** A check that is under way goes on. */
const checkSql = `
  insert into health_link (link_id, owner_id, host, next_check_at)
  select id, owner_id, health_due(original_url, ?::timestamptz), ?::timestamptz from link where id = ? and owner_id = ?
  on conflict (link_id) do update
     set next_check_at = least(health_link.next_check_at, excluded.next_check_at) where health_link.begun_at is null`
