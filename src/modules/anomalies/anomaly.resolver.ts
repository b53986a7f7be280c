import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../../platform/auth/authorization.ts'
import { GraphqlOnly, Throws } from '../../platform/graphql/operations.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { Rest } from '../../platform/rest/rest.decorator.ts'
import { Link } from '../links/index.ts'
import type { AnomalyService } from './anomaly.service.ts'
import { AnomaliesArgs, Anomaly, AnomalyNotFound } from './anomaly.types.ts'

const anomalyId = { description: 'Identifier of the anomaly.' }

@Resolver(() => Anomaly)
export class AnomalyResolver {
  readonly #anomalyService: AnomalyService

  constructor(anomalyService: AnomalyService) {
    this.#anomalyService = anomalyService
  }

  @Rest('GET /anomalies', 200)
  @Access('read:analytics')
  @Query(() => [Anomaly], {
    description: "What was odd about the clicks of the caller's links, newest first, a page at a time.",
  })
  anomalies(@Args(() => AnomaliesArgs) input: AnomaliesArgs, @Ctx() context: RequestContext): Promise<Anomaly[]> {
    return this.#anomalyService.list(context, input)
  }

  @Rest('GET /anomalies/{id}', 200)
  @Access('read:analytics')
  @Throws(AnomalyNotFound)
  @Query(() => Anomaly, { description: 'One anomaly of a link of the caller.' })
  anomaly(@Arg('id', () => ID, anomalyId) id: string, @Ctx() context: RequestContext): Promise<Anomaly> {
    return this.#anomalyService.get(context, id)
  }

  @Rest('POST /anomalies/{id}/acknowledge', 200)
  @Access('write:links')
  @Throws(AnomalyNotFound)
  @Mutation(() => Anomaly, { description: 'Take note of an anomaly. One that is not open stays as it is.' })
  acknowledgeAnomaly(@Arg('id', () => ID, anomalyId) id: string, @Ctx() context: RequestContext): Promise<Anomaly> {
    return this.#anomalyService.acknowledge(context, id)
  }

  @Rest('POST /anomalies/{id}/resolve', 200)
  @Access('write:links')
  @Throws(AnomalyNotFound)
  @Mutation(() => Anomaly, {
    description: 'Call an anomaly resolved. No other begins in its place before the link has been as usual again.',
  })
  resolveAnomaly(@Arg('id', () => ID, anomalyId) id: string, @Ctx() context: RequestContext): Promise<Anomaly> {
    return this.#anomalyService.resolve(context, id)
  }
}

/** The edge from a link to its anomalies, added from here because links know nothing of them. */
@Resolver(() => Link)
export class LinkAnomaliesResolver {
  readonly #anomalyService: AnomalyService

  constructor(anomalyService: AnomalyService) {
    this.#anomalyService = anomalyService
  }

  @GraphqlOnly()
  @Access('read:analytics')
  @FieldResolver(() => [Anomaly], {
    nullable: true,
    description: 'The newest 20 anomalies of the link. Needs the scope `read:analytics`.',
  })
  anomalies(@Root() link: Link, @Ctx() context: RequestContext): Promise<Anomaly[]> {
    return this.#anomalyService.listForLink(context, link.id)
  }
}
