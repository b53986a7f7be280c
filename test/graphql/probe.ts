import type { FastifyInstance } from 'fastify'
import { Arg, Ctx, Field, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql'
import { readSettings } from '../../src/config.ts'
import { Open } from '../../src/platform/auth/authorization.ts'
import { toGraphSchema } from '../../src/platform/graphql/graph-schema.ts'
import { serveGraphql } from '../../src/platform/graphql/graphql-endpoint.ts'
import { OperationRunner } from '../../src/platform/graphql/operation-runner.ts'
import { Price } from '../../src/platform/graphql/price.ts'
import type { RequestContext } from '../../src/platform/graphql/request-context.ts'
import { buildGraphqlSchema } from '../../src/platform/graphql/schema.ts'
import { renderErrors } from '../../src/platform/http/error-responses.ts'
import { createServer } from '../../src/platform/http/http-server.ts'
import { authenticateRequests } from '../../src/platform/http/request-authentication.ts'
import { Rest } from '../../src/platform/rest/rest.decorator.ts'
import { createRestInterface } from '../../src/platform/rest/rest-interface.ts'
import { serveRest } from '../../src/platform/rest/rest-routes.ts'
import { createEnumType } from '../../src/platform/shared/enum-type.ts'
import { authenticatorOf } from '../support/authenticator.ts'
import { TestClock } from '../support/clock.ts'
import { uncheckedEventStreams } from '../support/event-streams.ts'
import { type GraphClient, graphClient } from '../support/graph.ts'
import { unlimited } from '../support/quota.ts'
import { contextWithoutDatabase, restServicesWithoutDatabase } from '../support/resolvers.ts'
import { RestClient } from '../support/rest.ts'

const touchStrength = createEnumType('TouchStrength', 'How strong a touch is.', { soft: 'Soft.', 'very-hard': 'Hard.' })

@Open()
@ObjectType({ description: 'Something that leads to itself, as deep as anybody asks.' })
class Ring {
  @Field(() => Int)
  number: number = 1

  @Field(() => Ring)
  get next(): Ring {
    return new Ring()
  }
}

/** What the resolvers of this file received, and what they throw or return next. */
export const probe: { calls: number; next: () => unknown } = { calls: 0, next: () => 1 }

@Resolver()
class Probe {
  @Open()
  @Price('lookup')
  @Query(() => Ring)
  ring(): Ring {
    probe.calls++
    return new Ring()
  }

  @Open()
  @Price('lookup')
  @Query(() => String)
  request(@Ctx() context: RequestContext): string {
    return context.request.id
  }

  @Rest('GET /given', 200)
  @Open()
  @Price('lookup')
  @Query(() => Int)
  async given(): Promise<number> {
    return probe.next() as number
  }

  @Rest('POST /touched', 200)
  @Open()
  @Price('lookup')
  @Mutation(() => Int)
  touch(
    @Arg('times', () => Int) times: number,
    @Arg('password', () => String, { nullable: true }) _password?: string,
    @Arg('at', () => Date, { nullable: true }) _at?: Date,
    @Arg('strength', () => touchStrength, { nullable: true }) _strength?: string,
  ): number {
    probe.calls++
    return times
  }
}

export interface ProbeService {
  readonly server: FastifyInstance
  readonly rest: RestClient
  readonly graph: GraphClient
  readonly logs: Record<string, unknown>[]
  close(): Promise<void>
}

/** GraphQL and REST over a schema for tests, without modules and without a database. */
export async function startProbe(environment: Record<string, string> = {}): Promise<ProbeService> {
  const settings = readSettings({ DATABASE_URL: 'memory://', ...environment })
  const clock = new TestClock()
  const logs: Record<string, unknown>[] = []
  const server = createServer(settings, { write: (line) => void logs.push(JSON.parse(line)) })
  authenticateRequests(server, contextWithoutDatabase(settings, clock, new Probe()), authenticatorOf())
  renderErrors(server, clock)
  const schema = buildGraphqlSchema([Probe])
  const runner = new OperationRunner({
    schema: toGraphSchema(schema),
    quota: unlimited(clock),
    allowsIntrospection: settings.allowsIntrospection,
  })
  await serveGraphql(server, runner, uncheckedEventStreams(runner))
  serveRest(server, await createRestInterface(schema), restServicesWithoutDatabase(settings))
  await server.ready()
  return { server, rest: new RestClient(server), graph: graphClient(server), logs, close: () => server.close() }
}
