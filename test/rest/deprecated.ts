import type { FastifyInstance } from 'fastify'
import { Args, ArgsType, Ctx, Field, Int, Mutation, Query, Resolver } from 'type-graphql'
import { Access, Open } from '../../src/access/marks.ts'
import { RateLimited } from '../../src/base/failures.ts'
import { readSettings } from '../../src/config.ts'
import type { Context } from '../../src/graphql/context.ts'
import { Deprecated } from '../../src/graphql/deprecation.ts'
import { serveGraph } from '../../src/graphql/endpoint.ts'
import { buildGraph } from '../../src/graphql/schema.ts'
import { Rest } from '../../src/rest/mark.ts'
import { type RestInterface, restOf } from '../../src/rest/rest.ts'
import { serveRest } from '../../src/rest/routes.ts'
import { identifyCallers } from '../../src/server/identify.ts'
import { renderRefusals } from '../../src/server/refusals.ts'
import { createServer } from '../../src/server/server.ts'
import { TestClock } from '../support/clock.ts'
import { type GraphClient, graphClient } from '../support/graph.ts'
import { unlimited } from '../support/quota.ts'
import { resolverInstances } from '../support/resolvers.ts'
import { RestClient } from '../support/rest.ts'

export const operationMark = {
  since: '2026-11-01',
  sunset: '2027-05-01',
  link: 'https://docs.example.com/migrate/parcels',
  reason: 'Use shipments instead.',
}

export const argumentMark = {
  since: '2026-10-15',
  sunset: '2026-12-31',
  link: 'https://docs.example.com/migrate/search-text',
  reason: 'Use title instead.',
}

@ArgsType()
class PageArgs {
  @Field(() => Int)
  page: number = 1

  @Field(() => Int)
  limit: number = 20
}

@ArgsType()
class SearchArgs extends PageArgs {
  @Deprecated(argumentMark)
  @Field(() => String, { nullable: true })
  searchText?: string

  @Field(() => String, { nullable: true })
  title?: string
}

@Resolver()
class Parcels {
  @Deprecated(operationMark)
  @Rest('GET /parcels', 200)
  @Open()
  @Query(() => [Int])
  parcels(@Args(() => SearchArgs) { page, limit }: SearchArgs, @Ctx() context: Context): number[] {
    context.reportPage({ page, limit, total: 45 })
    return [1]
  }

  // The mark holds in whatever order the marks stand.
  @Access('write:links')
  @Mutation(() => Int)
  @Rest('POST /parcels', 200)
  @Deprecated(operationMark)
  sendParcel(): number {
    return 1
  }

  @Rest('GET /shipments', 200)
  @Open()
  @Query(() => [Int])
  shipments(@Args(() => SearchArgs) { page, limit }: SearchArgs, @Ctx() context: Context): number[] {
    context.reportPage({ page, limit, total: 1 })
    return [1]
  }

  @Rest('POST /shipments', 200)
  @Open()
  @Mutation(() => Int)
  sendShipment(@Args(() => SearchArgs) _wish: SearchArgs): number {
    return 1
  }
}

export interface DeprecatedService {
  readonly rest: RestClient
  readonly graph: GraphClient
  readonly described: RestInterface
  readonly schema: ReturnType<typeof buildGraph>
  readonly server: FastifyInstance
}

/** Both faces over a schema part of which is deprecated; a request with `x-flood` is one too many. */
export async function startDeprecated(): Promise<DeprecatedService> {
  const settings = readSettings({ DATABASE_URL: 'memory://', LOG_LEVEL: 'silent' })
  const clock = new TestClock()
  const server = createServer(settings)
  identifyCallers(server, { orm: undefined as never, clock, settings, resolvers: resolverInstances(new Parcels()) }, [])
  server.addHook('onRequest', async ({ headers }) => {
    if ('x-flood' in headers) throw new RateLimited(7)
  })
  renderRefusals(server, clock)
  const schema = buildGraph([Parcels])
  const described = await restOf(schema)
  await serveGraph(server, schema, unlimited(clock))
  serveRest(server, described, undefined as never)
  await server.ready()
  return { rest: new RestClient(server), graph: graphClient(server), described, schema, server }
}
