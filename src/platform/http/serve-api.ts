import { serveGraphql } from '../graphql/graphql-endpoint.ts'
import { OperationRunner } from '../graphql/operation-runner.ts'
import type { AppContext } from '../graphql/request-context.ts'
import type { Platform } from '../module.ts'
import { buildErrorTable } from '../rest/rest-operations.ts'
import { serveRest } from '../rest/rest-routes.ts'
import type { Metric } from '../shared/metric.ts'
import { DeveloperAssets } from '../web/developer-pages/developer-assets.ts'
import { serveDocs } from '../web/developer-pages/docs-pages.ts'
import { serveGraphiql } from '../web/developer-pages/graphiql-page.ts'
import { enableCors } from './cors.ts'
import { renderErrors } from './error-responses.ts'
import { serveHealth, serveMetrics } from './monitoring.ts'
import { enforceQuota } from './rate-limit-hooks.ts'
import { authenticateRequests } from './request-authentication.ts'
import { SubscriptionServer } from './subscription-server.ts'

/** Serves GraphQL, REST, health checks, metrics and the developer pages. `/metrics` includes those of the modules. */
export async function serveApi(platform: Platform, readModuleMetrics: () => Promise<readonly Metric[]>): Promise<void> {
  const { server, settings, orm, clock, schema, graphSchema, restApi, resolvers, quota, jobs, inFlight, shutdown } =
    platform
  const { credentialWatcher, credentialReaders: readers, idempotencyStore, trustedDocuments } = platform
  const appContext: AppContext = { orm, clock, settings, resolvers }
  enableCors(server)
  authenticateRequests(server, appContext, readers)
  enforceQuota(server, quota)
  renderErrors(server, clock)
  serveHealth(server, orm, shutdown)
  const { allowsIntrospection } = settings
  const runner = new OperationRunner({ schema: graphSchema, quota, allowsIntrospection, trustedDocuments })
  const subscriptions = new SubscriptionServer(server, {
    runner,
    quota,
    appContext,
    tracker: inFlight,
    readers,
    credentials: credentialWatcher,
  })
  serveMetrics(server, async () => {
    const [moduleMetrics, jobMetrics] = await Promise.all([readModuleMetrics(), jobs.metrics()])
    return [...moduleMetrics, ...subscriptions.metrics(), ...jobMetrics]
  })
  const assets = new DeveloperAssets(server)
  serveDocs(server, assets, buildErrorTable(schema), settings)
  serveGraphiql(server, assets, settings)
  await serveGraphql(server, runner)
  serveRest(server, restApi, idempotencyStore)
}
