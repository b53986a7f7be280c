import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../base/clock.ts'
import { readVisit, type Visit } from '../clicks/index.ts'
import type { Settings } from '../config.ts'
import { toFailure } from '../graphql/errors.ts'
import { finalDestination, type Route, type Routes } from '../links/index.ts'
import type { Drain } from '../server/drain.ts'
import { headerIn } from '../server/header.ts'
import { visitorLanguage } from '../server/language.ts'
import { type Page, pageHeaders } from '../server/page.ts'
import { peerFinder } from '../server/peer.ts'
import { everywhere } from '../server/secure.ts'
import { decide, stranger } from './decide.ts'
import type { VisitorGuard } from './guard.ts'
import { onwardHeaders } from './onward.ts'
import { tooManyPage, unavailablePage } from './pages/failed.ts'
import { isAsked } from './request.ts'
import type { Visits } from './visits.ts'

export interface DoorParts {
  readonly routes: Routes
  readonly visits: Visits
  readonly guard: VisitorGuard
  readonly clock: Clock
  readonly drain: Drain
  readonly settings: Settings
}

/**
 * Serves the most frequent request of all, a visitor who opens a link that leads straight on, before Fastify, and so
 * without its hooks, router and reply; what that is worth is in bench/README.md. Whatever is not as plain as that, and
 * every link that is not in memory, goes Fastify's way, where the same request gets the same answer.
 */
export function openDoor(server: FastifyInstance, parts: DoorParts): void {
  const door = new Door(server, parts)
  const [fastify] = server.server.listeners('request') as ((...given: [IncomingMessage, ServerResponse]) => void)[]
  if (!fastify) throw new Error('The server has no listener for requests.')
  server.server.removeAllListeners('request')
  server.server.on('request', (request, response) => {
    if (!door.takes(request, response, () => fastify(request, response))) fastify(request, response)
  })
}

class Door {
  readonly #server: FastifyInstance
  readonly #parts: DoorParts
  readonly #peerOf: (request: IncomingMessage) => string
  readonly #everywhere: Readonly<Record<string, string>>
  /** What is said of a link again and again, for as long as the link stays in memory. */
  readonly #plain = new WeakMap<Route, readonly string[]>()

  constructor(server: FastifyInstance, parts: DoorParts) {
    this.#server = server
    this.#parts = parts
    this.#peerOf = peerFinder(parts.settings)
    this.#everywhere = everywhere(parts.settings)
  }

  /** Whether the request is answered here; `otherwise` is how it goes on should that turn out to be wrong. */
  takes(request: IncomingMessage, response: ServerResponse, otherwise: () => void): boolean {
    const { method, url = '' } = request
    if (method !== 'GET' || this.#parts.drain.begun) return false
    const end = url.indexOf('?')
    const route = this.#parts.routes.known((end < 0 ? url.slice(1) : url.slice(1, end)).toLowerCase())
    if (!route || route.isCloaked || route.clickLimit !== null) return false
    if (decide(route, stranger, this.#parts.clock.now()).kind !== 'open') return false
    this.#serve(request, response, route, end < 0 ? '' : url.slice(end + 1)).then(
      (isServed) => isServed || otherwise(),
      (error: unknown) => this.#fail(request, response, error),
    )
    return true
  }

  async #serve(request: IncomingMessage, response: ServerResponse, route: Route, query: string): Promise<boolean> {
    const { visits, guard } = this.#parts
    const address = this.#peerOf(request)
    const refused = guard.refuses(address)
    if (refused) return this.#show(response, tooManyPage(visitorLanguage(request), refused.waitSeconds))
    const visit = readVisit({ address, header: headerIn(request.headers) })
    const trigger = query !== '' && isAsked(query, 'qr') ? 'qr' : 'link'
    const isUntracked = query !== '' && isAsked(query, 'no-track')
    const { kind } = await visits.admit(route, { visit, trigger, query, isUntracked, isUnlocked: false, isHead: false })
    if (kind !== 'open') return false
    response.writeHead(route.redirectType, [...this.#headers(route, visit, query), randomUUID()])
    response.end()
    return true
  }

  /** The headers of an answer, names and values in turn, but for the value of the last. */
  #headers(route: Route, visit: Visit, query: string): readonly string[] {
    if (query !== '' || visit.wantsPrivacy) return this.#headersAnew(route, visit, query)
    const known = this.#plain.get(route)
    if (known) return known
    const made = this.#headersAnew(route, visit, query)
    this.#plain.set(route, made)
    return made
  }

  #headersAnew(route: Route, visit: Visit, query: string): readonly string[] {
    const destination = finalDestination(route.originalUrl, route, query)
    const onward = onwardHeaders(route, visit, destination, route.redirectType)
    return [...Object.entries({ ...this.#everywhere, ...onward }).flat(), 'content-length', '0', 'x-request-id']
  }

  #fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    const failure = toFailure(error)
    this.#server.log.error({ err: failure.cause ?? failure }, failure.message)
    this.#show(response, unavailablePage(visitorLanguage(request)))
  }

  #show(response: ServerResponse, page: Page): true {
    const id = { 'x-request-id': randomUUID(), 'content-length': Buffer.byteLength(page.body) }
    response.writeHead(page.status, { ...this.#everywhere, ...pageHeaders(page), ...id }).end(page.body)
    return true
  }
}
