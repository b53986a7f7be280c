import type { Figure } from '../base/figure.ts'
import { serveGraph } from '../graphql/endpoint.ts'
import { errorTable } from '../rest/error.table.ts'
import { serveRest } from '../rest/routes.ts'
import { Assets } from './assets.ts'
import { openToOrigins } from './cors.ts'
import { serveDocs } from './docs.ts'
import { serveGraphiql } from './graphiql.ts'
import { serveHealth } from './health.ts'
import { identifyCallers } from './identify.ts'
import { LiveSockets } from './live/sockets.ts'
import { serveMetrics } from './metrics.ts'
import type { Platform } from './module.ts'
import { limitRates } from './quota.ts'
import { renderRefusals } from './refusals.ts'

/** Serves GraphQL, REST and the pages for developers. `moduleMetrics` are shown beside those of the platform. */
export async function serveApi(platform: Platform, moduleMetrics: () => readonly Figure[]): Promise<void> {
  const { server, settings, orm, clock, schema, rest, resolvers, quota, jobs, running, drain } = platform
  const { credentials, credentialReaders: readers, firstAnswers } = platform
  const around = { orm, clock, settings, resolvers }
  openToOrigins(server)
  identifyCallers(server, around, readers)
  limitRates(server, quota)
  renderRefusals(server, clock)
  serveHealth(server, orm, drain)
  const sockets = new LiveSockets(server, { schema, quota, around, running, readers, credentials })
  serveMetrics(server, async () => [...moduleMetrics(), ...sockets.figures(), ...(await jobs.figures())])
  const assets = new Assets(server)
  serveDocs(server, assets, errorTable(schema))
  serveGraphiql(server, assets, settings)
  await serveGraph(server, schema, quota)
  serveRest(server, rest, firstAnswers)
}
