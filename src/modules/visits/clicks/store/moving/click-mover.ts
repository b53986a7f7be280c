import { createHash, randomUUID } from 'node:crypto'
import type { EntityManager, Orm } from '../../../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../../../platform/database/statements.ts'
import type { Logger } from '../../../../../platform/shared/logger.ts'
import { type CopiedClick, type CopiedStore, keyOf, type LinkDay, type LinkDayCount } from './copied-clicks.ts'
import type { StoreName } from './engine.queries.ts'
import {
  claimMove,
  findExistingLinks,
  firstPlace,
  hasUnfoldedClicks,
  type MovePlace,
  type MoveProgress,
  pauseWriting,
  releaseMove,
  resumeWriting,
  saveMove,
  switchStore,
} from './move.queries.ts'

export interface ClickMoverOptions {
  readonly orm: Orm
  readonly log: Pick<Logger, 'info'>
  readonly stores: Readonly<Record<StoreName, CopiedStore>>
  /** Makes a store empty, but for the totals of clicks that the retention has deleted in the other one. */
  readonly prepare: (store: StoreName) => Promise<void>
  /** Has the same totals in ClickHouse as in PostgreSQL. Nobody writes clicks meanwhile. */
  readonly copyTotals: () => Promise<void>
  /** How many clicks are read and written at once, and how many days of links are compared at once. */
  readonly chunkSize: number
}

/** A pass that has copied no more clicks is followed by the last one, during which nobody writes clicks. */
const fewClicks = 10_000

/** Passes before the last one, however many clicks they have copied. */
const maxPasses = 5

/** How often the same days are compared while nobody writes clicks. */
const maxAttempts = 3

/**
 * Copies all clicks to the other store while the service runs, and then has it used. It compares how many clicks both stores have of each
 * link and day, and copies the days that differ, month by month, in passes over all clicks. During the last pass nobody writes clicks:
 * they wait in the journals. One node does it. Whoever goes on after a crash begins with the days that were being compared.
 */
export class ClickMover {
  private readonly node = randomUUID()
  private isClosed = false

  constructor(private readonly options: ClickMoverOptions) {}

  /** Moves clicks until the move has ended, or this process. Does nothing when there is no move, or another node does it. */
  async run(): Promise<void> {
    for (;;) {
      const move = this.isClosed ? null : await claimMove(this.em(), this.node)
      if (!move) break
      try {
        if (!(await this.takeStep(move))) break
      } catch (error) {
        // Clicks must not wait for a store that does not answer.
        await resumeWriting(this.em(), this.node)
        await releaseMove(this.em(), this.node)
        throw error
      }
    }
    await releaseMove(this.em(), this.node)
  }

  /** Ends after the step that is being taken. */
  close(): void {
    this.isClosed = true
  }

  /** False when the next step has to wait. */
  private async takeStep(move: MoveProgress): Promise<boolean> {
    const { movingTo, pass, place, isPaused } = move
    if (pass === 0) {
      await this.options.prepare(movingTo)
      await this.save({ ...move, pass: 1, place: firstPlace })
      return true
    }
    // Totals are complete when all clicks are in the rollups.
    if (isPaused && movingTo === 'clickhouse' && (await hasUnfoldedClicks(this.em()))) return false
    const next = await this.compareNext(move)
    if (next) {
      await this.save({ ...move, place: next, copied: move.copied + next.copied - place.copied })
      return true
    }
    this.options.log.info({ pass, clicks: place.copied }, 'clicks were compared, and copied where the stores differed')
    if (isPaused) {
      if (movingTo === 'clickhouse') await this.options.copyTotals()
      await switchStore(this.em(), this.node)
      this.options.log.info({ store: movingTo }, 'clicks are in another store from now on')
    } else if (place.copied <= fewClicks || pass >= maxPasses) await pauseWriting(this.em(), this.node, pass + 1)
    else await this.save({ ...move, pass: pass + 1, place: firstPlace })
    return true
  }

  /** Compares and copies the next days of links. Returns up to where the pass has come; null at its end. */
  private async compareNext(move: MoveProgress): Promise<MovePlace | null> {
    const source = this.sourceOf(move)
    const { month, after, copied } = move.place
    if (month !== null) {
      const days = await source.listLinkDays(month, after, this.options.chunkSize)
      const last = days.at(-1)
      if (last) return { month, after: last, copied: copied + (await this.copyDifferences(move, month, days)) }
    }
    const next = (await source.listMonths()).find((each) => month === null || each > month)
    return next === undefined ? null : { month: next, after: null, copied }
  }

  /** Returns how many clicks were copied. */
  private async copyDifferences(move: MoveProgress, month: string, days: readonly LinkDayCount[]): Promise<number> {
    const target = this.options.stores[move.movingTo]
    // Clicks of deleted links are deleted in both stores.
    const linkIds = await findExistingLinks(this.em(), [...new Set(days.map(({ urlId }) => urlId))])
    const compared = days.filter(({ urlId }) => linkIds.has(urlId))
    let copied = 0
    for (let attempt = 1; ; attempt++) {
      const rows = linkIds.size > 0 ? await target.countLinkDays(month, [...linkIds]) : []
      const counts = new Map(rows.map((row) => [keyOf(row), row.clicks]))
      const differing = compared.filter((day) => (counts.get(keyOf(day)) ?? 0) !== day.clicks)
      if (differing.length === 0) return copied
      if (attempt > maxAttempts)
        throw new Error(`The clicks of ${differing.length} days of links in ${month} cannot be copied.`)
      await target.clear(differing.filter((day) => counts.has(keyOf(day))))
      for (const group of groupBySize(differing, this.options.chunkSize))
        copied += await this.copy(move, group, attempt)
      // Clicks that come meanwhile are for the next pass.
      if (!move.isPaused) return copied
    }
  }

  private async copy(move: MoveProgress, days: readonly LinkDay[], attempt: number): Promise<number> {
    const { chunkSize, stores } = this.options
    let copied = 0
    let last: CopiedClick | null = null
    do {
      const clicks: CopiedClick[] = await this.sourceOf(move).read(days, last, chunkSize)
      if (clicks.length > 0) {
        const hash = createHash('sha256').update(clicks.map(({ id }) => id).join())
        await stores[move.movingTo].write(clicks, `move:${this.node}:${move.pass}.${attempt}:${hash.digest('hex')}`)
      }
      copied += clicks.length
      last = clicks.length < chunkSize ? null : (clicks.at(-1) ?? null)
      await this.save(move)
    } while (last)
    return copied
  }

  private sourceOf({ movingTo }: MoveProgress): CopiedStore {
    return this.options.stores[movingTo === 'clickhouse' ? 'postgresql' : 'clickhouse']
  }

  private save(move: MoveProgress): Promise<void> {
    return saveMove(this.em(), this.node, move)
  }

  private em(): EntityManager {
    return this.options.orm.em.fork(withoutQueryLog())
  }
}

/** Groups of days that have about as many clicks together, or one day that has more. */
function groupBySize(days: readonly LinkDayCount[], size: number): LinkDayCount[][] {
  const groups: LinkDayCount[][] = []
  let clicks = size
  for (const day of days) {
    if (clicks + day.clicks > size) {
      groups.push([])
      clicks = 0
    }
    groups.at(-1)?.push(day)
    clicks += day.clicks
  }
  return groups
}
