import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '../../../config.ts'
import { toServiceError } from '../../../platform/graphql/error-formatting.ts'
import {
  type BasePathReader,
  createBasePathReader,
  createClientAddressReader,
  type HostReader,
  hasSingleHost,
} from '../../../platform/http/client-address.ts'
import type { GracefulShutdown } from '../../../platform/http/graceful-shutdown.ts'
import { rateLimitHeaders, recordRejection } from '../../../platform/http/rate-limit-hooks.ts'
import { headerReader } from '../../../platform/http/request-authentication.ts'
import { commonSecurityHeaders } from '../../../platform/http/security-headers.ts'
import type { NetworkRateLimiter } from '../../../platform/rate-limiting/network-rate-limiter.ts'
import { RateLimitUsage } from '../../../platform/rate-limiting/rate-limit.ts'
import { enterTurn } from '../../../platform/shared/event-loop/turn-queue.ts'
import type { Clock } from '../../../platform/shared/time.ts'
import { nameRequestSpan } from '../../../platform/tracing/request-spans.ts'
import { requestLanguage } from '../../../platform/web/language.ts'
import { bodyBelow, type Page, pageHeaders } from '../../../platform/web/page.ts'
import {
  type DomainDirectory,
  type Route,
  type RouteCache,
  type RouteRule,
  toRouteKey,
  VisitorQuery,
} from '../../publishing/links/index.ts'
import { isBlocking } from '../../publishing/targeting/index.ts'
import { readVisit, type Visit } from '../clicks/index.ts'
import { tooManyPage, unavailablePage } from './pages/notice-pages.ts'
import { buildRedirectHeaders, getDestination } from './redirect-response.ts'
import { wantsSocialPreview } from './social-preview.ts'
import { decideVisit, defaultConditions, getTrigger, type VisitService } from './visit.service.ts'
import { recordVisit } from './visit-metrics.ts'

export interface FastRedirectDependencies {
  readonly routes: RouteCache
  readonly visits: VisitService
  readonly rateLimiter: NetworkRateLimiter
  readonly clock: Clock
  readonly drain: GracefulShutdown
  readonly settings: Settings
  readonly directory: DomainDirectory
  readonly readHost: HostReader
}

/**
 * Serves the most frequent request, the visit of a plain link, without Fastify's hooks, router and reply (5 to 9 %
 * more of them a second). All other requests, and links that are not in the route cache, go to Fastify, which gives the same
 * answer.
 */
export function installFastRedirect(server: FastifyInstance, dependencies: FastRedirectDependencies): void {
  const fastRedirect = new FastRedirect(server, dependencies)
  const [fastifyListener] = server.server.listeners('request') as ((
    ...args: [IncomingMessage, ServerResponse]
  ) => void)[]
  if (!fastifyListener) throw new Error('The server has no listener for requests.')
  server.server.removeAllListeners('request')
  server.server.on('request', (request, response) => {
    if (!fastRedirect.tryHandle(request, response, () => fastifyListener(request, response)))
      fastifyListener(request, response)
  })
}

/** Longer than the addresses that people and campaigns send. */
const longUrlLength = 2_000

class FastRedirect {
  private readonly getClientAddress: (request: IncomingMessage) => string
  private readonly readBasePath: BasePathReader
  private readonly securityHeaders: Readonly<Record<string, string>>
  /** Response headers of links and their rules, for as long as the link is in the route cache. */
  private readonly headersByRoute = new WeakMap<Route | RouteRule, readonly string[]>()

  constructor(
    private readonly server: FastifyInstance,
    private readonly dependencies: FastRedirectDependencies,
  ) {
    this.getClientAddress = createClientAddressReader(dependencies.settings)
    this.readBasePath = createBasePathReader(dependencies.settings)
    this.securityHeaders = commonSecurityHeaders(dependencies.settings)
  }

  /** Returns whether the request is handled here. If this later turns out to be impossible, `fallback` is called. */
  tryHandle(request: IncomingMessage, response: ServerResponse, fallback: () => void): boolean {
    const { method, url = '' } = request
    if (method !== 'GET' || this.dependencies.drain.isDraining || !hasSingleHost(request)) return false
    const { directory, readHost, routes } = this.dependencies
    const { kind, domainId } = directory.findSite(readHost(request))
    if (kind === 'unknown') return false
    const queryStart = url.indexOf('?')
    const route = routes.getCached(toRouteKey(domainId, queryStart < 0 ? url.slice(1) : url.slice(1, queryStart)))
    if (!route || !isPlain(route)) return false
    if (wantsSocialPreview(route, request.headers['user-agent'])) return false
    // Pages, such as of an expired link, are for Fastify. The visit itself is decided below, with its visitor and rules.
    if (decideVisit(route, defaultConditions, this.dependencies.clock.now()).kind !== 'open') return false
    nameRequestSpan(request, '/:code')
    const startedAtMs = performance.now()
    this.handle(request, response, route).then(
      (outcome) => {
        if (outcome === null) return fallback()
        routes.countHit()
        recordVisit(outcome, performance.now() - startedAtMs)
      },
      (error: unknown) => {
        this.sendError(request, response, error)
        recordVisit('unavailable', performance.now() - startedAtMs)
      },
    )
    return true
  }

  /** Returns null for a visit that is not handled here. */
  private async handle(
    request: IncomingMessage,
    response: ServerResponse,
    route: Route,
  ): Promise<'found' | 'rate_limited' | null> {
    const { visits, rateLimiter } = this.dependencies
    const { url = '' } = request
    const address = this.getClientAddress(request)
    const exceeded = rateLimiter.consume(address)
    if (exceeded) {
      const page = tooManyPage(requestLanguage(request), exceeded.resetSeconds)
      const limitHeaders = rateLimitHeaders(recordRejection(new RateLimitUsage(), exceeded))
      this.sendPage(request, response, { ...page, headers: { ...page.headers, ...limitHeaders } })
      return 'rate_limited'
    }
    // A long address takes longer to process, so it waits for a turn of its own.
    if (url.length > longUrlLength) await enterTurn(address)
    const query = VisitorQuery.fromUrl(url)
    const visit = readVisit({ address, header: headerReader(request.headers) })
    const trigger = getTrigger(route, query)
    const isUntracked = query.hasFlag('no-track')
    const decision = await visits.processVisit(route, {
      visit,
      trigger,
      query,
      isUntracked,
      isUnlocked: false,
      isHead: false,
      wantsPreview: false,
    })
    if (decision.kind !== 'open') return null
    const headers = this.getHeaders(route, decision.rule, visit, query)
    response.writeHead(route.redirectType, [...headers, randomUUID()])
    response.end()
    return 'found'
  }

  /** The response headers, names and values alternating. The last header, `x-request-id`, has no value yet. */
  private getHeaders(route: Route, rule: RouteRule | null, visit: Visit, query: VisitorQuery): readonly string[] {
    if (query.parameters.length > 0 || visit.wantsPrivacy) return this.buildHeaders(route, rule, visit, query)
    const cached = this.headersByRoute.get(rule ?? route)
    if (cached) return cached
    const headers = this.buildHeaders(route, rule, visit, query)
    this.headersByRoute.set(rule ?? route, headers)
    return headers
  }

  private buildHeaders(route: Route, rule: RouteRule | null, visit: Visit, query: VisitorQuery): readonly string[] {
    const destination = getDestination({ link: route, query }, rule)
    const redirectHeaders = buildRedirectHeaders(route, visit, destination, route.redirectType)
    return [
      ...Object.entries({ ...this.securityHeaders, ...redirectHeaders }).flat(),
      'content-length',
      '0',
      'x-request-id',
    ]
  }

  private sendError(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    const serviceError = toServiceError(error)
    this.server.log.error({ err: serviceError.cause ?? serviceError }, serviceError.message)
    this.sendPage(request, response, unavailablePage(requestLanguage(request)))
  }

  private sendPage(request: IncomingMessage, response: ServerResponse, page: Page): void {
    const body = bodyBelow(this.readBasePath(request), page)
    const responseHeaders = { 'x-request-id': randomUUID(), 'content-length': Buffer.byteLength(body) }
    response.writeHead(page.status, { ...this.securityHeaders, ...pageHeaders(page), ...responseHeaders }).end(body)
  }
}

/** Whether visits of a link are redirected without a page or a limit. A visit of a bio page is a view of the page. */
function isPlain({ kind, isCloaked, clickLimit, hasPixels, rules }: Route): boolean {
  return kind !== 'bio_page' && !isCloaked && clickLimit === null && !hasPixels && !rules?.some(isBlocking)
}
