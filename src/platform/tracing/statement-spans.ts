import { type Span, type SpanOptions, startSpan } from './tracing.ts'

/** Longer ones are lists of many rows. */
const maxTextLength = 4_000

/** Starts the span of a statement below the current one. Undefined when the request is not traced. */
export function startStatementSpan(statement: unknown): Span | undefined {
  return startSpan(() => {
    const text =
      typeof statement === 'string' ? statement : (statement as { readonly text?: unknown } | undefined)?.text
    return describeStatement(String(text ?? ''))
  })
}

/** By the semantic conventions of OpenTelemetry for databases. */
export function describeStatement(text: string): SpanOptions {
  const query = withoutValues(text.slice(0, maxTextLength)).replace(/\s+/g, ' ').trim()
  const operation = /^\w+/.exec(query)?.[0].toUpperCase() ?? 'STATEMENT'
  const table = /\b(?:from|into|update)\s+("?\w+"?(?:\."?\w+"?)?)(?![\w"(])/i.exec(query)?.[1]?.replaceAll('"', '')
  return {
    name: table === undefined ? operation : `${operation} ${table}`,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.collection.name': table,
      'db.query.text': query,
    },
  }
}

/**
 * Names and parameters, which stay, and values: strings by the rules of PostgreSQL (4.1.2 of its manual), and numbers. A string
 * without an end is cut off.
 */
const nameOrValue =
  /(?<kept>"[^"]*"|\$\d+\b(?!\$)|(?!e')[a-z_]\w*)|e'(?:[^'\\]|''|\\[\s\S])*(?:'|$|\\$)|'(?:[^']|'')*(?:'|$)|\$(\w*)\$[\s\S]*?(?:\$\2\$|$)|\d[\w.]*(?:(?<=e)[+-]\d+)?/gi

/** MikroORM writes values into the text, so each is replaced. */
function withoutValues(text: string): string {
  return text.replace(nameOrValue, (_found, kept?: string) => kept ?? '?')
}
