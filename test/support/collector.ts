import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as a test reads it. */
export interface CollectedSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  /** Empty for the first span of a trace. */
  readonly parentSpanId: string
  readonly kind: number
  readonly attributes: Readonly<Record<string, unknown>>
  readonly isError: boolean
}

/** A collector of OTLP over HTTP in JSON on loopback, with everything it received. */
export interface Collector {
  readonly url: string
  readonly spans: CollectedSpan[]
  /** The bodies as they came. */
  readonly bodies: string[]
  readonly headers: IncomingHttpHeaders[]
  /** The attributes of the service. */
  readonly resource: Record<string, unknown>
  /** The status of its answers. 0: it never answers. */
  status: number
  childrenOf(span: CollectedSpan | undefined): CollectedSpan[]
  close(): Promise<void>
}

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number; readonly doubleValue?: number }
}

interface ExportRequest {
  readonly resourceSpans: {
    readonly resource: { readonly attributes: Attribute[] }
    readonly scopeSpans: {
      readonly spans: (Omit<CollectedSpan, 'attributes' | 'isError'> & {
        readonly attributes: Attribute[]
        readonly status: { readonly code: number }
      })[]
    }[]
  }[]
}

export async function startCollector(port = 0): Promise<Collector> {
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece))
    request.on('end', () => {
      if (collector.status === 0) return
      if (collector.status === 200) {
        collector.headers.push({ ...request.headers, path: `${request.method} ${request.url}` })
        collector.bodies.push(body)
        for (const each of (JSON.parse(body) as ExportRequest).resourceSpans) {
          Object.assign(collector.resource, toRecord(each.resource.attributes))
          for (const { status, attributes, parentSpanId = '', ...span } of each.scopeSpans.flatMap(
            ({ spans }) => spans,
          ))
            collector.spans.push({
              ...span,
              parentSpanId,
              attributes: toRecord(attributes),
              isError: status.code === 2,
            })
        }
      }
      response.writeHead(collector.status, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    bodies: [],
    headers: [],
    resource: {},
    status: 200,
    childrenOf: (span) => collector.spans.filter(({ parentSpanId }) => span && parentSpanId === span.spanId),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return collector
}

function toRecord(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}
