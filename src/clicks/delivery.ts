import { Unavailable } from '../base/failures.ts'
import { TooLate, within } from '../base/within.ts'
import { DatabaseAway, isOutOfReach } from '../database/out.of.reach.ts'
import type { Reach } from '../database/reach.ts'
import { writeBatch } from './batch.ts'
import type { ClickRow } from './click.row.ts'
import { FirstWriting } from './first.writing.ts'
import type { Spool } from './spool/spool.ts'

/** A click in memory, on its way to where it stays. */
export interface Waiting {
  readonly click: ClickRow
  readonly since: number
  /** Who waits for the answer; null when the destination has been given already. */
  readonly visitor: PromiseWithResolvers<boolean> | null
}

export interface DeliveryParts {
  readonly reach: Reach
  readonly spool: Spool
  readonly log: { error(details: object, message: string): void }
  /** How long visitors wait for a batch before their clicks go to the spool; undefined for as long as it takes. */
  readonly patienceMs?: number | undefined
}

type Writing = (clicks: readonly ClickRow[]) => Promise<Set<number>>

/**
 * Takes groups of clicks to the database. What it does not take is kept in the spool, but for the clicks a limit
 * decides: those are refused with `Unavailable`. Nothing here rejects; each visitor is answered for himself.
 */
export class Delivery {
  readonly #parts: DeliveryParts
  readonly #first: FirstWriting
  readonly #late = new Set<Promise<void>>()
  #batches = 0
  #written = 0
  #dropped = 0

  constructor(parts: DeliveryParts) {
    this.#parts = parts
    this.#first = new FirstWriting(parts.reach)
  }

  get batches(): number {
    return this.#batches
  }

  /** Clicks the database has answered for. */
  get written(): number {
    return this.#written
  }

  /** Clicks that were given up after their destination had been given. */
  get dropped(): number {
    return this.#dropped
  }

  /** Resolves when the visitors of the group have their answer, but for those of limited links in a late batch. */
  async write(group: readonly Waiting[]): Promise<void> {
    const { plain, careful } = this.#first.divided(group)
    // Each by itself: whatever becomes of one, the clicks of the other are sent once.
    await Promise.all([this.#writePlain(plain), this.#writeCarefully(careful)])
  }

  async #writePlain(group: readonly Waiting[]): Promise<void> {
    const writing = (clicks: readonly ClickRow[]) => this.#first.write(clicks)
    const left = await this.#send(group, writing, false)
    if (!left) return
    this.#settle(
      group.filter((_, place) => !left.has(place)),
      new Set(),
    )
    await this.#writeCarefully(group.filter((_, place) => left.has(place)))
  }

  async #writeCarefully(group: readonly Waiting[], isAgain = false): Promise<void> {
    const writing = (clicks: readonly ClickRow[]) => writeBatch(this.#parts.reach, clicks)
    const refused = await this.#send(group, writing, isAgain)
    if (refused) this.#settle(group, refused)
  }

  /** What the statement answers; null when its clicks have come to their end without that. */
  async #send(group: readonly Waiting[], writing: Writing, isAgain: boolean): Promise<Set<number> | null> {
    const { reach, patienceMs } = this.#parts
    if (group.length === 0) return null
    if (reach.isAway) {
      await this.setAside(group, new DatabaseAway())
      return null
    }
    this.#batches++
    const answer = writing(group.map(({ click }) => click))
    try {
      return await (patienceMs === undefined ? answer : within(patienceMs, answer))
    } catch (error) {
      if (error instanceof TooLate) await this.#letGo(group, answer, isAgain)
      else await this.#recover(group, error, isAgain)
      return null
    }
  }

  /** To the spool with them; clicks that a limit decides are refused, and consume nothing. */
  async setAside(group: readonly Waiting[], reason: unknown): Promise<void> {
    const kept = group.filter(({ click }) => !click.limited)
    for (const each of group) if (each.click.limited) this.#giveUp(each, new Unavailable(reason))
    try {
      await this.#parts.spool.append(kept.map(({ click }) => click))
      for (const { visitor } of kept) visitor?.resolve(true)
    } catch (error) {
      for (const each of kept) this.#giveUp(each, new Unavailable(error))
    }
  }

  /** Resolves when late batches have come to their end as well. */
  async ended(): Promise<void> {
    while (this.#late.size > 0) await Promise.all(this.#late)
  }

  #settle(group: readonly Waiting[], refused: ReadonlySet<number>): void {
    this.#written += group.length
    group.forEach(({ visitor }, place) => {
      visitor?.resolve(!refused.has(place))
    })
  }

  /**
   * The batch is late, and may be written all the same: kept in the spool as well, a click counts once. Those of
   * limited links wait for what the database says, because nobody else knows whether they were granted.
   */
  async #letGo(group: readonly Waiting[], writing: Promise<Set<number>>, isAgain: boolean): Promise<void> {
    const [limited, others] = [true, false].map((is) => group.filter(({ click }) => click.limited === is))
    const isThere = this.#parts.reach.answers()
    const late = writing
      .then(
        (refused) => this.#settle(group, refused),
        (error: unknown) => this.#recover(limited ?? [], error, isAgain),
      )
      .finally(() => this.#late.delete(late))
    this.#late.add(late)
    await this.setAside(others ?? [], new DatabaseAway())
    await isThere
  }

  /**
   * One link that somebody holds locked, or one click that cannot be written, is not to fail those of all the others.
   * What failed for the first time is sent once more: the answer may just be lost, or a deadlock have been broken.
   */
  async #recover(group: readonly Waiting[], error: unknown, isAgain: boolean): Promise<void> {
    const isAway = isOutOfReach(error)
    if (isAway && !(await this.#parts.reach.answers())) return this.setAside(group, error)
    const links = [...Map.groupBy(group, ({ click }) => click.url_id).values()]
    if (!isAgain) await Promise.all(links.map((each) => this.#writeCarefully(each, true)))
    else if (isAway) await this.setAside(group, error)
    else if (group.length > 1) await Promise.all(group.map((each) => this.#writeCarefully([each], true)))
    else for (const each of group) this.#giveUp(each, error)
  }

  #giveUp({ visitor, click }: Waiting, err: unknown): void {
    visitor?.reject(err)
    if (visitor) return
    this.#dropped++
    this.#parts.log.error({ err, click: click.id }, 'a click is dropped: neither the database nor the spool takes it')
  }
}
