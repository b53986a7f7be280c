import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { dayMs } from '../../../../../../platform/shared/time.ts'
import type { CountPlan } from '../counting/count-plan.ts'
import type { LinkSelection, SeriesBounds } from '../counting/link-selection.queries.ts'
import type { DecodedDay } from './column-cache.ts'
import type { Codes, DayColumns } from './column-codec.ts'
import type { ColumnCounts } from './column-counts.ts'
import { mapGroups } from './column-groups.ts'
import type { ColumnDay } from './column-reader.queries.ts'
import { chunkSize, DayCounter } from './day-counter.ts'
import { KeyCounts } from './key-counts.ts'

/** A part of a day that lies in one bucket: the position of the first click, and the position after the last click. */
interface Part {
  /** As of `width_bucket`. */
  readonly bucket: number
  readonly first: number
  readonly end: number
}

/** Counts clicks that are stored by columns, by the rules of the table `metric` (metric.queries.ts). */
export class ColumnCounter {
  private readonly counts = new Map<string, KeyCounts>()
  private readonly series: ReadonlyMap<string, SeriesBounds>
  private clicksBeforeYield = chunkSize

  constructor(
    private readonly query: CountPlan,
    private readonly selection: LinkSelection,
    series: readonly SeriesBounds[],
  ) {
    this.series = new Map(series.map((each) => [each.key, each]))
  }

  /** Counts the clicks of a day that are in the range and match the filters. Days of a link come in descending order. */
  async add({ urlId, day, isPrivate, matches }: ColumnDay, { columns, dictionaries }: DecodedDay): Promise<void> {
    const key = this.selection.isCombined ? '' : urlId
    const series = this.series.get(key)
    const start = Date.parse(day)
    // For a whole day, the rollups have all other counts.
    const countsBucketVisitorsOnly = this.isInRollups(start)
    if (countsBucketVisitorsOnly && series?.visitorSource !== 'clicks') return
    const counter = new DayCounter(
      columns,
      mapGroups((group) => dictionaries[group].length),
      matches,
    )
    const keyCounts = this.counts.get(key) ?? new KeyCounts(key)
    this.counts.set(key, keyCounts)
    for (const { bucket, first, end } of this.divide(start, columns, series?.bounds ?? [])) {
      const counts = { people: 0, bots: 0, visitors: 0 }
      counter.beginPart()
      for (let chunk = first; chunk < end; chunk += chunkSize) {
        counter.countChunk(chunk, Math.min(chunk + chunkSize, end), counts)
        await this.yieldAfter(Math.min(chunkSize, end - chunk))
      }
      keyCounts.addToBucket(bucket, {
        clicks: countsBucketVisitorsOnly ? 0 : counts.people,
        bot_clicks: countsBucketVisitorsOnly ? 0 : counts.bots,
        visitors: isPrivate || series?.visitorSource == null ? 0 : counts.visitors,
      })
    }
    if (!countsBucketVisitorsOnly) keyCounts.addDay(counter, { urlId, isPrivate, start, columns, dictionaries })
  }

  toCounts(): Omit<ColumnCounts, 'rowPeriods'> {
    const counts = [...this.counts.values()]
    return {
      dimensions: counts.flatMap((each) =>
        each.toDimensions({ hasSeries: this.series.has(each.key), isCombined: this.selection.isCombined }),
      ),
      combinations: counts.flatMap((each) => each.toCombinations()),
    }
  }

  private isInRollups(start: number): boolean {
    const { days } = this.query
    return (
      days !== null &&
      start >= (days.from?.getTime() ?? start) &&
      start < (days.to?.getTime() ?? Number.POSITIVE_INFINITY)
    )
  }

  /** The parts of a day that are in the range, one for each bucket. */
  private divide(start: number, columns: DayColumns, bounds: readonly Date[]): Part[] {
    const from = Math.max(this.query.range.from?.getTime() ?? start, start)
    const to = Math.min(this.query.range.to?.getTime() ?? start + dayMs, start + dayMs)
    let times: Codes | undefined
    const findClick = (at: number) => {
      if (at === start) return 0
      if (at === start + dayMs) return columns.clicks
      times ??= columns.decodeTimes()
      return findFirst(times, at - start)
    }
    const cuts = bounds.map((bound) => bound.getTime()).filter((bound) => bound > from && bound < to)
    const firstBucket = bounds.filter((bound) => bound.getTime() <= from).length
    const places = [from, ...cuts, to].map(findClick)
    return [...cuts, to].map((_, index) => ({
      bucket: firstBucket + index,
      first: places[index] as number,
      end: places[index + 1] as number,
    }))
  }

  private async yieldAfter(clicks: number): Promise<void> {
    this.clicksBeforeYield -= clicks
    if (this.clicksBeforeYield > 0) return
    this.clicksBeforeYield = chunkSize
    await yieldToEventLoop()
  }
}

/** The first position in ascending numbers whose number is at least this one, or the count of the numbers. */
function findFirst(numbers: Codes, least: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] as number) < least) low = middle + 1
    else high = middle
  }
  return low
}
