import type { FastifyInstance } from 'fastify'
import { Args, ArgsType, Ctx, Field, Int, Mutation, Query, Resolver } from 'type-graphql'
import { readSettings } from '../../src/config.ts'
import { Access, Open } from '../../src/platform/auth/authorization.ts'
import { Deprecated } from '../../src/platform/graphql/deprecation.ts'
import { serveGraphql } from '../../src/platform/graphql/graphql-endpoint.ts'
import { OperationRunner } from '../../src/platform/graphql/operation-runner.ts'
import { Price } from '../../src/platform/graphql/price.ts'
import type { RequestContext } from '../../src/platform/graphql/request-context.ts'
import { buildGraphqlSchema } from '../../src/platform/graphql/schema.ts'
import { renderErrors } from '../../src/platform/http/error-responses.ts'
import { createServer } from '../../src/platform/http/http-server.ts'
import { authenticateRequests } from '../../src/platform/http/request-authentication.ts'
import { Rest } from '../../src/platform/rest/rest.decorator.ts'
import { createRestInterface, type RestInterface } from '../../src/platform/rest/rest-interface.ts'
import { serveRest } from '../../src/platform/rest/rest-routes.ts'
import { RateLimited } from '../../src/platform/shared/general.errors.ts'
import { authenticatorOf } from '../support/authenticator.ts'
import { TestClock } from '../support/clock.ts'
import { uncheckedEventStreams } from '../support/event-streams.ts'
import { type GraphClient, graphClient } from '../support/graph.ts'
import { unlimited } from '../support/quota.ts'
import { contextWithoutDatabase, restServicesWithoutDatabase } from '../support/resolvers.ts'
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
  @Price('lookup')
  @Query(() => [Int])
  parcels(@Args(() => SearchArgs) { page, limit }: SearchArgs, @Ctx() context: RequestContext): number[] {
    context.setPage({ page, limit, total: 45 })
    return [1]
  }

  // The order of the decorators does not matter.
  @Access('write:links')
  @Price('lookup')
  @Mutation(() => Int)
  @Rest('POST /parcels', 200)
  @Deprecated(operationMark)
  sendParcel(): number {
    return 1
  }

  @Rest('GET /shipments', 200)
  @Open()
  @Price('lookup')
  @Query(() => [Int])
  shipments(@Args(() => SearchArgs) { page, limit }: SearchArgs, @Ctx() context: RequestContext): number[] {
    context.setPage({ page, limit, total: 1 })
    return [1]
  }

  @Rest('POST /shipments', 200)
  @Open()
  @Price('lookup')
  @Mutation(() => Int)
  sendShipment(@Args(() => SearchArgs) _input: SearchArgs): number {
    return 1
  }
}

export interface DeprecatedService {
  readonly rest: RestClient
  readonly graph: GraphClient
  readonly described: RestInterface
  readonly schema: ReturnType<typeof buildGraphqlSchema>
  readonly server: FastifyInstance
}

/** GraphQL and REST over a schema with deprecations; a request with `x-flood` exceeds the quota. */
export async function startDeprecated(): Promise<DeprecatedService> {
  const settings = readSettings({ DATABASE_URL: 'memory://', LOG_LEVEL: 'silent' })
  const clock = new TestClock()
  const server = createServer(settings)
  authenticateRequests(server, contextWithoutDatabase(settings, clock, new Parcels()), authenticatorOf())
  server.addHook('onRequest', async ({ headers }) => {
    if ('x-flood' in headers) throw new RateLimited(7)
  })
  renderErrors(server, clock)
  const schema = buildGraphqlSchema([Parcels])
  const described = await createRestInterface(schema)
  const { allowsIntrospection } = settings
  const runner = new OperationRunner({ schema, quota: unlimited(clock), allowsIntrospection })
  await serveGraphql(server, runner, uncheckedEventStreams(runner))
  serveRest(server, described, restServicesWithoutDatabase(settings))
  await server.ready()
  return { rest: new RestClient(server), graph: graphClient(server), described, schema, server }
}
