import type { Orm } from '../../../../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../../../../platform/database/statements.ts'
import { SliceRunner } from '../../../../../../platform/jobs/slice-runner.ts'
import { type Clock, dayMs } from '../../../../../../platform/shared/time.ts'
import {
  type BusyLink,
  type ClickPlace,
  type Day,
  findBusyLinks,
  findNextDay,
  moveWatermark,
  readClickPage,
  reopenIncompleteDays,
  storeColumns,
} from './column-builder.queries.ts'
import { DayWriter } from './day-writer.ts'

export interface ColumnBuilderOptions {
  /** A day with fewer clicks is read as quickly from its rows. */
  readonly minClicks?: number
}

/** The columns of a day with more clicks would need too much memory while they are built. */
const maxClicks = 1_000_000

/** Days before this are only looked at again when their columns lack a late click. */
const openDays = 2

/**
 * Stores the folded clicks of busy links on past UTC days by columns, in slices. All nodes may run it at the same time;
 * A run continues where a killed run has stopped.
 */
export class ColumnBuilder {
  private readonly slices = new SliceRunner()
  private readonly minClicks: number

  constructor(
    private readonly orm: Orm,
    private readonly clock: Clock,
    { minClicks = 200 }: ColumnBuilderOptions = {},
  ) {
    this.minClicks = minClicks
  }

  /** Builds the columns of all days before today that lack them. */
  async run(): Promise<void> {
    const today = this.dayBefore(0)
    for (let day = await this.findNextDay(null, today); day !== null; day = await this.findNextDay(day, today)) {
      if (!(await this.buildDay(day))) return
      const openFrom = this.dayBefore(openDays)
      await moveWatermark(this.em(), day < openFrom ? day : openFrom)
    }
  }

  /** Looks again at days that got a late click long after their end. */
  reopenIncompleteDays(): Promise<void> {
    return reopenIncompleteDays(this.em())
  }

  /** Ends `run` after the current slice. */
  stop(): void {
    this.slices.stop()
  }

  private findNextDay(after: Day | null, end: Day): Promise<Day | null> {
    return findNextDay(this.em(), after, end)
  }

  /** False when the day could not be finished now. */
  private async buildDay(day: Day): Promise<boolean> {
    const links = await findBusyLinks(this.em(), day, { minClicks: this.minClicks, maxClicks })
    for (const link of links) if (!(await this.buildColumns(link, day))) return false
    return true
  }

  private async buildColumns(link: BusyLink, day: Day): Promise<boolean> {
    const writer = new DayWriter(link.clicks)
    let after: ClickPlace | null = null
    await this.slices.run(async () => {
      const { clicks, last } = await readClickPage(this.em(), link.urlId, day, after)
      for (const click of clicks) writer.add(click)
      after = last
      return last !== null
    })
    if (this.slices.isStopped) return false
    // Incomplete when rows that the rollups count were deleted, or when another click was folded meanwhile.
    const encoded = writer.isComplete ? await writer.finish() : null
    return storeColumns(this.em(), link, day, encoded)
  }

  /** A UTC day before today. */
  private dayBefore(days: number): Day {
    return new Date(this.clock.now().getTime() - days * dayMs).toISOString().slice(0, 10)
  }

  private em() {
    return this.orm.em.fork(withoutQueryLog())
  }
}
