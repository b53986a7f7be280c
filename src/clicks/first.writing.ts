import { arrayOf } from '../database/array.text.ts'
import type { NativeClient, NativeStatement } from '../database/native.ts'
import { keptColumns, keptCount, keptValuesOf, sinceOf, unnestedSql } from './batch.columns.ts'
import type { ClickRow } from './click.row.ts'

/** Longer than a visit looks back for the resolution it belongs to. */
const rememberedMs = 20_000

/** Links of which it is remembered when they were resolved. What is forgotten too early the database still knows. */
const mostRemembered = 50_000

/**
 * Tells which clicks of those that nobody has tried to write before are plain, and writes these: no limit decides them,
 * and their visitor has not just resolved the same link. Nearly all are, and they take a statement that need not look for
 * anything, at half of what the careful one of `writeBatch` costs (docs/decisions/click-speed.md).
 */
export class FirstWriting {
  readonly #client: NativeClient
  /** When links were last resolved, as far as this process knows. */
  readonly #resolvedAt = new Map<string, string>()

  constructor(client: NativeClient) {
    this.#client = client
  }

  /** Those that are plain, as far as this process knows, and those that are not. */
  divided<T extends { readonly click: ClickRow }>(group: readonly T[]): { plain: readonly T[]; careful: readonly T[] } {
    this.#forget(group)
    for (const { click } of group) {
      if (click.trigger === 'api' && click.visitor !== null) this.#remember(click.url_id, click.at)
    }
    if (group.every(({ click }) => this.#isPlain(click))) return { plain: group, careful: [] }
    const { plain = [], careful = [] } = Object.groupBy(group, ({ click }) =>
      this.#isPlain(click) ? 'plain' : 'careful',
    )
    return { plain, careful }
  }

  /** Answers with the places of the clicks it has not written: their link is gone, or somebody resolved it lately. */
  async write(clicks: readonly ClickRow[]): Promise<Set<number>> {
    const left = await this.#client.query<{ url_id: string }>(plain, plainValuesOf(clicks))
    if (left.length === 0) return new Set()
    const links = new Set(left.map(({ url_id }) => url_id))
    const places = [...clicks.keys()].filter((place) => links.has(clicks[place]?.url_id ?? ''))
    // Where another process resolved a link, its visits are looked at carefully from here on.
    for (const place of places) {
      const { url_id = '', at = '' } = clicks[place] ?? {}
      this.#remember(url_id, at)
    }
    return new Set(places)
  }

  #isPlain({ limited, trigger, url_id, merges_since }: ClickRow): boolean {
    if (limited || trigger === 'api') return false
    if (merges_since === null) return true
    const resolvedAt = this.#resolvedAt.get(url_id)
    return resolvedAt === undefined || resolvedAt <= merges_since
  }

  /** Instants are text of one form, so they compare as such. */
  #remember(link: string, at: string): void {
    const known = this.#resolvedAt.get(link)
    if (known !== undefined && known >= at) return
    this.#resolvedAt.delete(link)
    this.#resolvedAt.set(link, at)
  }

  /** The oldest stand first, but where clocks were set back; of those there are never too many either. */
  #forget(group: readonly { readonly click: ClickRow }[]): void {
    const [newest] = group
    if (this.#resolvedAt.size === 0 || !newest) return
    const past = new Date(Date.parse(newest.click.at) - rememberedMs).toISOString()
    for (const [link, resolvedAt] of this.#resolvedAt) {
      if (resolvedAt > past && this.#resolvedAt.size <= mostRemembered) return
      this.#resolvedAt.delete(link)
    }
  }
}

/** The links after the columns of the rows: their ids, how many people each brings, and the earliest `merges_since`. */
function plainValuesOf(clicks: readonly ClickRow[]): (string | null)[] {
  const people = new Map<string, number>()
  for (const { url_id, bot } of clicks) people.set(url_id, (people.get(url_id) ?? 0) + (bot ? 0 : 1))
  const counted = [arrayOf([...people.keys()]), arrayOf([...people.values()].map(String))]
  return [...keptValuesOf(clicks), ...counted, sinceOf(clicks)]
}

const [links, people, since] = [1, 2, 3].map((more) => `$${keptCount + more}`)

/**
 * Moves the counters and writes the rows of those links only whose counter moved; answers with the other links. Without a
 * join the links are looked up through their primary key, and locked in its order. A planner that last saw the table
 * with no more than one link may take another index: should two groups then wait for each other, one fails and is sent anew.
 */
const plain: NativeStatement = {
  name: 'click_plain',
  text: `
  with moved as (
    update link set current_clicks = current_clicks + (${people}::int[])[array_position(${links}::text[], id)]
     where id = any(${links}) and (${since}::timestamptz is null or last_resolved_at is null or last_resolved_at <= ${since})
    returning id),
  written as (
    insert into click (${keptColumns})
    select * from (select ${unnestedSql}) as given where url_id in (select id from moved))
  select url_id from unnest(${links}) as given (url_id) where url_id not in (select id from moved)`,
}
