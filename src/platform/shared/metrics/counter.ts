import { counter, formatLabels, type Metric, type Sample } from './metric.ts'

export interface MetricDefinition<Names extends readonly string[]> {
  readonly name: string
  readonly help: string
  /** The labels. Their values come from closed sets, never from what a caller wrote. */
  readonly labels: Names
}

/** A value for each label, in their order. */
export type LabelValues<Names extends readonly string[]> = { readonly [Position in keyof Names]: string }

/** All counters and histograms of the process. They count for every service in it, as long as it runs. */
const metrics: { toMetric(): Metric }[] = []

export function countedMetrics(): Metric[] {
  return metrics.map((each) => each.toMetric())
}

/** A value with its labels, which are formatted once. */
interface Entry<Value> {
  readonly labels: string
  value: Value
}

abstract class Series<Names extends readonly string[], Value> {
  protected readonly entries = new Map<string, Entry<Value>>()

  constructor(
    protected readonly definition: MetricDefinition<Names>,
    private readonly createValue: () => Value,
  ) {
    metrics.push(this)
  }

  abstract toMetric(): Metric

  protected entryOf(labelValues: LabelValues<Names>): Entry<Value> {
    // Most have one label, and a redirect must not wait for a join.
    const key = labelValues.length === 1 ? (labelValues[0] ?? '') : labelValues.join('\n')
    const entry = this.entries.get(key)
    if (entry) return entry
    const labels = formatLabels(
      Object.fromEntries(this.definition.labels.map((label, index) => [label, labelValues[index] ?? ''])),
    )
    const created = { labels, value: this.createValue() }
    this.entries.set(key, created)
    return created
  }
}

/** Counts by labels. */
export class Counter<const Names extends readonly string[]> extends Series<Names, number> {
  /** The combinations in `known` are there from the start, at 0, so that Prometheus sees their first increase. */
  constructor(definition: MetricDefinition<Names>, ...known: readonly LabelValues<Names>[]) {
    super(definition, () => 0)
    for (const labelValues of known) this.entryOf(labelValues)
  }

  increment(...labelValues: LabelValues<Names>): void {
    this.entryOf(labelValues).value++
  }

  override toMetric(): Metric {
    const { name, help } = this.definition
    return counter(name, help, [...this.entries.values()])
  }
}

interface Distribution {
  readonly counts: number[]
  sum: number
  count: number
}

/** Durations by labels, in buckets. */
export class Histogram<const Names extends readonly string[]> extends Series<Names, Distribution> {
  private readonly bounds: readonly number[]

  /** `bounds` are the upper bounds of the buckets in seconds, in ascending order. */
  constructor({ bounds, ...definition }: MetricDefinition<Names> & { readonly bounds: readonly number[] }) {
    super(definition as unknown as MetricDefinition<Names>, () => ({ counts: bounds.map(() => 0), sum: 0, count: 0 }))
    this.bounds = bounds
  }

  observe(seconds: number, ...labelValues: LabelValues<Names>): void {
    const distribution = this.entryOf(labelValues).value
    distribution.sum += seconds
    distribution.count++
    for (let index = 0; index < this.bounds.length; index++) {
      if (seconds > (this.bounds[index] ?? 0)) continue
      distribution.counts[index] = (distribution.counts[index] ?? 0) + 1
      return
    }
  }

  override toMetric(): Metric {
    const { name, help } = this.definition
    const value = [...this.entries.values()].flatMap((entry) => this.toSamples(entry))
    return { name, type: 'histogram', help, value }
  }

  private toSamples({ labels, value: { counts, sum, count } }: Entry<Distribution>): Sample[] {
    let below = 0
    const prefix = labels === '' ? '' : `${labels},`
    const bucket = (le: number | '+Inf', value: number) =>
      ({ labels: `${prefix}le="${le}"`, value, suffix: '_bucket' }) as const
    return [
      ...this.bounds.map((bound, index) => {
        below += counts[index] ?? 0
        return bucket(bound, below)
      }),
      bucket('+Inf', count),
      { labels, value: sum, suffix: '_sum' },
      { labels, value: count, suffix: '_count' },
    ]
  }
}
