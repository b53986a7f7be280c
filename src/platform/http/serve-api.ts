import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serveGraphql } from '../graphql/graphql-endpoint.ts'
import { OperationRunner } from '../graphql/operation-runner.ts'
import type { AppContext } from '../graphql/request-types.ts'
import { EventStreams } from '../graphql/subscriptions/event-streams.ts'
import type { Platform } from '../module.ts'
import { NetworkRateLimiter } from '../rate-limiting/network-rate-limiter.ts'
import { buildErrorTable } from '../rest/rest-operations.ts'
import { serveRest } from '../rest/rest-routes.ts'
import { beginWork, LoopWatchdog } from '../shared/event-loop/loop-watchdog.ts'
import { enterTurn } from '../shared/event-loop/turn-queue.ts'
import { shareWhilePending } from '../shared/memoize.ts'
import type { Metric } from '../shared/metrics/metric.ts'
import { DeveloperAssets } from '../web/developer-pages/developer-assets.ts'
import { serveDocs } from '../web/developer-pages/docs-pages.ts'
import { serveGraphiql } from '../web/developer-pages/graphiql-page.ts'
import { limitQueryParameters } from '../web/query-parameters.ts'
import { enableCors } from './cors.ts'
import { renderErrors } from './error-responses.ts'
import { serveHealth } from './health.ts'
import { createMetricsServer, createPlatformMetrics, serveMetrics } from './metrics.ts'
import { enforceRateLimits } from './rate-limit-hooks.ts'
import { authenticateRequests } from './request-authentication.ts'
import { SubscriptionServer } from './subscription-server.ts'

/** Developer pages and their files, of one network. A page has up to five files, which browsers then keep. */
const maxDeveloperPagesPerMinute = 120

/**
 * Serves GraphQL, REST, health checks, metrics and the developer pages. Modules add their own metrics. Returns the server
 * of `METRICS_PORT`, if it is set.
 */
export async function serveApi(
  platform: Platform,
  readModuleMetrics: () => Promise<readonly Metric[]>,
): Promise<FastifyInstance | undefined> {
  const { settings, orm, clock, mailer, limits, auth, background } = platform
  const { server, inFlight, shutdown, readiness } = platform.http
  const { schema, graphSchema, restInterface, resolvers, idempotencyStore, trustedDocuments, readBarrier } =
    platform.api
  const { replicas } = platform.database
  const { quota } = limits
  const { authenticator, credentialWatcher } = auth
  const { jobs, unhandledRejections } = background
  const appContext: AppContext = { orm, clock, settings, resolvers, inFlight, readBarrier, replicas }
  const watchdog = new LoopWatchdog(server.log)
  server.addHook('onListen', async () => watchdog.start())
  server.addHook('onClose', async () => watchdog.stop())
  shareTurns(server)
  enableCors(server)
  authenticateRequests(server, appContext, authenticator)
  enforceRateLimits(server, quota)
  limitQueryParameters(server)
  renderErrors(server, clock, restInterface.operations)
  serveHealth(server, readiness, shutdown)
  const { allowsIntrospection } = settings
  const runner = new OperationRunner({ schema: graphSchema, quota, allowsIntrospection, trustedDocuments })
  const subscriptions = new SubscriptionServer(server, {
    runner,
    quota,
    appContext,
    tracker: inFlight,
    authenticator,
    credentials: credentialWatcher,
  })
  const eventStreams = new EventStreams(runner, credentialWatcher)
  const platformMetrics = createPlatformMetrics(platform)
  const readOwnMetrics = async () => {
    const read = await Promise.all([readModuleMetrics(), jobs.metrics(), platformMetrics()])
    const own = [watchdog, subscriptions, eventStreams, mailer, unhandledRejections].flatMap((each) => each.metrics())
    return [...read.flat(), ...own]
  }
  const readMetrics = shareWhilePending(platform.worker?.shareMetrics(readOwnMetrics) ?? readOwnMetrics)
  serveMetrics(server, readMetrics, settings.metricsToken)
  const pageRateLimiter = new NetworkRateLimiter(clock, settings.rateLimits, maxDeveloperPagesPerMinute)
  const assets = new DeveloperAssets(server, pageRateLimiter)
  serveDocs(server, assets, () => buildErrorTable(schema), settings)
  serveGraphiql(server, assets, settings)
  await serveGraphql(server, runner, eventStreams)
  serveRest(server, restInterface, { publicUrl: settings.publicUrl, idempotencyStore })
  return settings.metricsPort === undefined ? undefined : createMetricsServer(readMetrics)
}

/**
 * Lets requests that arrive together begin in turns of their own when they would make one long turn, and names their routes
 * for the log line of one. Redirects of plain links do not come here.
 */
function shareTurns(server: FastifyInstance): void {
  const name = ({ method, routeOptions }: FastifyRequest) =>
    beginWork(`${method} ${routeOptions.url ?? 'unknown path'}`)
  server.addHook('onRequest', async (request) => {
    const { rateLimit, isForVisitors } = request.routeOptions.config
    const isUnlimited = typeof rateLimit === 'object' && 'none' in rateLimit
    // Visitors and health checks do not wait for the API.
    if (!isForVisitors && !isUnlimited) await enterTurn(request.clientAddress)
    name(request)
  })
  server.addHook('preValidation', async (request) => name(request))
}
