import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../../platform/auth/authorization.ts'
import { GraphqlOnly, Throws } from '../../platform/graphql/operations.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { Rest } from '../../platform/rest/rest.decorator.ts'
import { Link } from '../links/index.ts'
import { Anomaly } from './anomaly.entity.ts'
import { AnomalyNotFound } from './anomaly.errors.ts'
import { AnomaliesArgs } from './anomaly.inputs.ts'
import type { AnomalyService } from './anomaly.service.ts'

const anomalyId = { description: 'Identifier of the anomaly.' }

@Resolver(() => Anomaly)
export class AnomalyResolver {
  constructor(private readonly anomalyService: AnomalyService) {}

  @Rest('GET /anomalies', 200)
  @Access('read:analytics')
  @Query(() => [Anomaly], {
    description: "Anomalies in the clicks of the caller's links, newest first, one page at a time.",
  })
  anomalies(@Args(() => AnomaliesArgs) input: AnomaliesArgs, @Ctx() context: RequestContext): Promise<Anomaly[]> {
    return this.anomalyService.list(context, input)
  }

  @Rest('GET /anomalies/{id}', 200)
  @Access('read:analytics')
  @Throws(AnomalyNotFound)
  @Query(() => Anomaly, { description: "One anomaly of the caller's links." })
  anomaly(@Arg('id', () => ID, anomalyId) id: string, @Ctx() context: RequestContext): Promise<Anomaly> {
    return this.anomalyService.get(context, id)
  }

  @Rest('POST /anomalies/{id}/acknowledge', 200)
  @Access('write:links')
  @Throws(AnomalyNotFound)
  @Mutation(() => Anomaly, { description: 'Acknowledge an open anomaly. Any other anomaly stays unchanged.' })
  acknowledgeAnomaly(@Arg('id', () => ID, anomalyId) id: string, @Ctx() context: RequestContext): Promise<Anomaly> {
    return this.anomalyService.acknowledge(context, id)
  }

  @Rest('POST /anomalies/{id}/resolve', 200)
  @Access('write:links')
  @Throws(AnomalyNotFound)
  @Mutation(() => Anomaly, {
    description: 'Resolve an anomaly. No other anomaly of its kind opens until the clicks are back to normal.',
  })
  resolveAnomaly(@Arg('id', () => ID, anomalyId) id: string, @Ctx() context: RequestContext): Promise<Anomaly> {
    return this.anomalyService.resolve(context, id)
  }
}

/** Adds the field `anomalies` to links, whose module does not know anomalies. */
@Resolver(() => Link)
export class LinkAnomaliesResolver {
  constructor(private readonly anomalyService: AnomalyService) {}

  @GraphqlOnly()
  @Access('read:analytics')
  @FieldResolver(() => [Anomaly], {
    nullable: true,
    description: 'The newest 20 anomalies of the link. Requires the scope `read:analytics`.',
  })
  anomalies(@Root() link: Link, @Ctx() context: RequestContext): Promise<Anomaly[]> {
    return this.anomalyService.loadByLink(context, link.id)
  }
}
