import { arrayOf } from '../database/array.text.ts'
import type { NativeClient, NativeStatement } from '../database/native.ts'
import { keptColumns, keptCount, keptValuesOf, unnestedSql } from './batch.columns.ts'
import { writeBatch } from './batch.ts'
import type { ClickRow } from './click.row.ts'

/**
 * Writes clicks that nobody has tried to write before. Nearly all of them are plain: no limit decides them, and their
 * visitor has not just resolved the same link. Those take a statement that need not look for anything, at half of
 * what the careful one of `writeBatch` costs (docs/decisions/click-speed.md); the others take that one.
 */
export class FirstWriting {
  readonly #client: NativeClient
  /** When links were last resolved, as far as this process knows; oldest first. */
  readonly #resolvedAt = new Map<string, string>()

  constructor(client: NativeClient) {
    this.#client = client
  }

  /** Answers as `writeBatch` does. */
  async write(clicks: readonly ClickRow[]): Promise<Set<number>> {
    for (const click of clicks) this.#note(click)
    const plain: number[] = []
    const careful: number[] = []
    clicks.forEach((click, place) => {
      const places = this.#isPlain(click) ? plain : careful
      places.push(place)
    })
    if (careful.length === 0) return this.#writePlain(clicks, plain)
    const answers = [this.#writePlain(clicks, plain), this.#writeCarefully(clicks, careful)]
    return new Set((await Promise.all(answers)).flatMap((refused) => [...refused]))
  }

  #isPlain({ limited, trigger, url_id, merges_since }: ClickRow): boolean {
    if (limited || trigger === 'api') return false
    if (merges_since === null) return true
    const resolvedAt = this.#resolvedAt.get(url_id)
    return resolvedAt === undefined || resolvedAt <= merges_since
  }

  async #writePlain(clicks: readonly ClickRow[], places: readonly number[]): Promise<Set<number>> {
    if (places.length === 0) return new Set()
    const chosen = chosenFrom(clicks, places)
    const left = await this.#client.query<{ url_id: string }>(plain, plainValuesOf(chosen))
    if (left.length === 0) return new Set()
    const links = new Set(left.map(({ url_id }) => url_id))
    const again = places.filter((place) => links.has(clicks[place]?.url_id ?? ''))
    // Where another process resolved a link, its visits are looked at carefully from here on.
    for (const { url_id, at } of chosenFrom(clicks, again)) this.#resolvedAt.set(url_id, at)
    return this.#writeCarefully(clicks, again)
  }

  async #writeCarefully(clicks: readonly ClickRow[], places: readonly number[]): Promise<Set<number>> {
    const refused = await writeBatch(this.#client, chosenFrom(clicks, places))
    return new Set(places.filter((_, n) => refused.has(n)))
  }

  /** Instants are text of one form, so they compare as such. What no click asks for any more is forgotten. */
  #note({ trigger, url_id, at, visitor, merges_since }: ClickRow): void {
    if (trigger === 'api' && visitor !== null) {
      this.#resolvedAt.delete(url_id)
      this.#resolvedAt.set(url_id, at)
    } else if (merges_since !== null) {
      for (const [link, resolvedAt] of this.#resolvedAt) {
        if (resolvedAt > merges_since) return
        this.#resolvedAt.delete(link)
      }
    }
  }
}

function chosenFrom(clicks: readonly ClickRow[], places: readonly number[]): readonly ClickRow[] {
  return places.length === clicks.length ? clicks : places.flatMap((place) => clicks[place] ?? [])
}

/** The links after the columns of the rows: their ids, how many people each brings, and the earliest `merges_since`. */
function plainValuesOf(clicks: readonly ClickRow[]): (string | null)[] {
  const people = new Map<string, number>()
  let since: string | null = null
  for (const { url_id, bot, merges_since } of clicks) {
    people.set(url_id, (people.get(url_id) ?? 0) + (bot ? 0 : 1))
    if (merges_since !== null && (since === null || merges_since < since)) since = merges_since
  }
  return [...keptValuesOf(clicks), arrayOf([...people.keys()]), arrayOf([...people.values()].map(String)), since]
}

const [links, people, since] = [1, 2, 3].map((more) => `$${keptCount + more}`)

/**
 * Moves the counters and writes the rows of those links only whose counter moved; answers with the other links: they are
 * gone, or somebody resolved them lately. Without a join there is no way but through the index, in whose order, that of
 * the ids, the links are locked.
 */
const plain: NativeStatement = {
  name: 'click_plain',
  text: `
  with moved as (
    update link set current_clicks = current_clicks + (${people}::int[])[array_position(${links}::text[], id)]
     where id = any(${links}) and (${since}::timestamptz is null or resolved_at is null or resolved_at <= ${since})
    returning id),
  written as (
    insert into click (${keptColumns})
    select * from (select ${unnestedSql}) as given where url_id in (select id from moved))
  select url_id from unnest(${links}) as given (url_id) where url_id not in (select id from moved)`,
}
