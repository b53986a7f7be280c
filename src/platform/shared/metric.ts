/** One figure of this process at this moment, as `/metrics` shows it. */
export interface Metric {
  /** As Prometheus names it: base unit and, for a counter, `_total` at the end. */
  readonly name: string
  readonly type: 'gauge' | 'counter'
  readonly help: string
  readonly value: number
}
