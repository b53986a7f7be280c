import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseAddress } from '../base/address.ts'
import { RouteNotFound } from '../base/failures.ts'
import type { Figure } from '../base/figure.ts'

/**
 * `GET /metrics` in the text format of Prometheus, for the operator's own network: answered to loopback and private
 * addresses that come directly, and 404 to all others and to whatever passed a proxy (docs/decisions/clicks.md).
 */
export function serveMetrics(server: FastifyInstance, figures: () => Promise<readonly Figure[]>): void {
  server.get('/metrics', { config: { quota: false }, logLevel: 'warn' }, async (request, reply) => {
    if (!isFromInside(request)) throw new RouteNotFound()
    return reply
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send([...(await figures()), ...ofProcess()].map(shown).join(''))
  })
}

const inside = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal'])

function isFromInside({ headers, socket }: FastifyRequest): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false
  return inside.has(parseAddress(socket.remoteAddress ?? '')?.range() ?? '')
}

function ofProcess(): Figure[] {
  const { rss, heapUsed } = process.memoryUsage()
  return [
    { name: 'process_resident_memory_bytes', type: 'gauge', help: 'Resident memory size.', value: rss },
    { name: 'nodejs_heap_size_used_bytes', type: 'gauge', help: 'Heap in use.', value: heapUsed },
  ]
}

function shown({ name, type, help, value }: Figure): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name} ${value}\n`
}
