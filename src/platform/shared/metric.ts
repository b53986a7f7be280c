/** One value of this process for `/metrics`. */
export interface Metric {
  /** By the naming rules of Prometheus: with its base unit and, for a counter, the suffix `_total`. */
  readonly name: string
  readonly type: 'gauge' | 'counter'
  readonly help: string
  readonly value: number
}
