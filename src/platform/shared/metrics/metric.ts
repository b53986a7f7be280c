/** A metric of this process for `/metrics`. */
export interface Metric {
  /** By the naming rules of Prometheus: with its base unit and, for a counter, the suffix `_total`. */
  readonly name: string
  readonly type: 'gauge' | 'counter' | 'histogram'
  readonly help: string
  /** One value, or a value for each combination of labels. */
  readonly value: number | readonly Sample[]
}

export interface Sample {
  /** As `formatLabels` writes them. */
  readonly labels: string
  readonly value: number
  /** A histogram has three kinds of samples. */
  readonly suffix?: '_bucket' | '_sum' | '_count'
}

/** A value that goes up and down. */
export function gauge(name: string, help: string, value: Metric['value']): Metric {
  return { name, type: 'gauge', help, value }
}

/** A value that only grows while the process runs. */
export function counter(name: string, help: string, value: Metric['value']): Metric {
  return { name, type: 'counter', help, value }
}

/** A sample for each entry of a record, whose keys are the values of one label. */
export function samplesBy(label: string, values: Readonly<Record<string, number>>): Sample[] {
  return Object.entries(values).map(([key, value]) => ({ labels: formatLabels({ [label]: key }), value }))
}

/** The metrics, with one more label in each of their samples. */
export function addLabel(metrics: readonly Metric[], name: string, labelValue: string): Metric[] {
  const label = formatLabels({ [name]: labelValue })
  const toSample = (sample: Sample) => ({
    ...sample,
    labels: sample.labels === '' ? label : `${sample.labels},${label}`,
  })
  return metrics.map((metric) => ({
    ...metric,
    value: typeof metric.value === 'number' ? [{ labels: label, value: metric.value }] : metric.value.map(toSample),
  }))
}

/** The metrics in the text format of Prometheus. Metrics with one name, of several parts of the service, are one block. */
export function formatMetrics(metrics: readonly Metric[]): string {
  const byName = Map.groupBy(metrics, ({ name }) => name)
  return [...byName.values()].map(formatBlock).join('')
}

function formatBlock(metrics: readonly Metric[]): string {
  const [{ name, help, type } = gauge('', '', 0)] = metrics
  let text = `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`
  for (const { value } of metrics) {
    if (typeof value === 'number') text += `${name} ${value}\n`
    else for (const sample of value) text += `${name}${formatSample(sample)}\n`
  }
  return text
}

function formatSample({ suffix, labels, value }: Sample): string {
  return `${suffix ?? ''}${labels === '' ? '' : `{${labels}}`} ${value}`
}

/** Labels as they stand between the braces. */
export function formatLabels(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`)
    .join()
}
