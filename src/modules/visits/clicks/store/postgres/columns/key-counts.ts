import { dayMs } from '../../../../../../platform/shared/time.ts'
import { unidentifiedDimension } from '../rollups/dimensions.queries.ts'
import type { Dictionary } from './column-cache.ts'
import type { DayColumns } from './column-codec.ts'
import type { ClickCount, CombinationCount, DimensionCount } from './column-counts.ts'
import { type ColumnGroup, columnGroupNames, columnGroups, mapGroups } from './column-groups.ts'
import type { DayCounter } from './day-counter.ts'

interface MutableCount {
  clicks: number
  bot_clicks: number
  visitors: number
}

/** A day that was counted. */
export interface CountedDay {
  readonly urlId: string
  readonly isPrivate: boolean
  readonly start: number
  readonly columns: DayColumns
  readonly dictionaries: Readonly<Record<ColumnGroup, Dictionary>>
}

/** What was counted under one key: for one link, or for all links together. */
export class KeyCounts {
  private readonly total = createCount()
  private unidentified = 0
  private lastAt = Number.NEGATIVE_INFINITY
  private readonly buckets = new Map<number, MutableCount>()
  private readonly links = new Map<string, MutableCount>()
  /** By the values of a combination as JSON. */
  private readonly combinations = mapGroups(() => new Map<string, MutableCount>())

  constructor(readonly key: string) {}

  addToBucket(bucket: number, counts: ClickCount & { readonly visitors: number }): void {
    add(this.buckets, bucket, counts)
  }

  addDay(counter: DayCounter, { urlId, isPrivate, start, columns, dictionaries }: CountedDay): void {
    const { people: clicks, bots: bot_clicks } = counter.counts
    const visitors = isPrivate ? 0 : counter.counts.visitors
    this.total.clicks += clicks
    this.total.bot_clicks += bot_clicks
    this.total.visitors += visitors
    this.unidentified += isPrivate ? clicks : counter.unidentified
    add(this.links, urlId, { clicks, bot_clicks, visitors: 0 })
    // Compares the days first: most days are earlier than a counted one, and then the times need not be decoded.
    if (counter.lastPerson >= 0 && start > this.lastAt - dayMs)
      this.lastAt = Math.max(this.lastAt, start + (columns.decodeTimes()[counter.lastPerson] as number))
    for (const group of columnGroupNames) {
      const { people, bots } = counter.combinations[group]
      for (const [code, combination] of dictionaries[group].entries()) {
        const counts = { clicks: people[code] as number, bot_clicks: bots[code] as number, visitors: 0 }
        if (counts.clicks + counts.bot_clicks > 0) add(this.combinations[group], JSON.stringify(combination), counts)
      }
    }
  }

  toDimensions({
    hasSeries,
    isCombined,
  }: {
    readonly hasSeries: boolean
    readonly isCombined: boolean
  }): DimensionCount[] {
    const { key } = this
    const last_at = Number.isFinite(this.lastAt) ? new Date(this.lastAt).toISOString() : null
    const none = createCount()
    return [
      { key, dimension: 'total', value: '', ...this.total, last_at },
      { key, dimension: unidentifiedDimension, value: '', ...none, clicks: this.unidentified, last_at: null },
      ...(hasSeries ? [...this.buckets] : []).map(([bucket, counts]) => ({
        key,
        dimension: 'bucket',
        value: String(bucket),
        ...counts,
        last_at: null,
      })),
      ...(isCombined ? [...this.links] : []).map(([urlId, counts]) => ({
        key,
        dimension: 'link',
        value: urlId,
        ...counts,
        last_at: null,
      })),
    ]
  }

  toCombinations(): CombinationCount[] {
    return columnGroupNames.flatMap((group) => {
      const columns = Object.keys(columnGroups[group])
      return [...this.combinations[group]].map(([combination, counts]) => {
        const values: (string | null)[] = JSON.parse(combination)
        return {
          key: this.key,
          ...Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null])),
          clicks: counts.clicks,
          bot_clicks: counts.bot_clicks,
        }
      })
    })
  }
}

const createCount = (): MutableCount => ({ clicks: 0, bot_clicks: 0, visitors: 0 })

function add<T>(
  counts: Map<T, MutableCount>,
  value: T,
  { clicks, bot_clicks, visitors }: Readonly<MutableCount>,
): void {
  const count = counts.get(value)
  if (!count) {
    counts.set(value, { clicks, bot_clicks, visitors })
    return
  }
  count.clicks += clicks
  count.bot_clicks += bot_clicks
  count.visitors += visitors
}
