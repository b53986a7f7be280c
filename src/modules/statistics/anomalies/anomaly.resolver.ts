import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { GraphqlOnly, InWorkspace, ReadsReplica, Throws } from '../../../platform/graphql/operations.ts'
import { FindsNode } from '../../../platform/graphql/pagination/node.resolver.ts'
import { ConnectionArgs, PagedConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { Price } from '../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { Rest } from '../../../platform/rest/rest.decorator.ts'
import { Link } from '../../publishing/links/index.ts'
import { Anomaly } from './anomaly.entity.ts'
import { AnomalyNotFound } from './anomaly.errors.ts'
import { AnomalyFilterArgs } from './anomaly.inputs.ts'
import type { AnomalyService } from './anomaly.service.ts'
import { AnomalyConnection } from './anomaly.types.ts'

const anomalyId = { description: 'Identifier of the anomaly.' }

@Resolver(() => Anomaly)
export class AnomalyResolver {
  constructor(private readonly anomalyService: AnomalyService) {}

  @Rest('GET /anomalies', 200)
  @Access('read:analytics')
  @InWorkspace()
  @Price('list')
  @ReadsReplica()
  @Query(() => AnomalyConnection, { description: "Anomalies in the clicks of the caller's links, newest first." })
  anomalies(
    @Args(() => PagedConnectionArgs) page: PagedConnectionArgs,
    @Args(() => AnomalyFilterArgs) filter: AnomalyFilterArgs,
    @Ctx() context: RequestContext,
  ): Promise<AnomalyConnection> {
    return this.anomalyService.list(context, page, filter)
  }

  @Rest('GET /anomalies/{id}', 200)
  @Access('read:analytics')
  @FindsNode('anm')
  @Throws(AnomalyNotFound)
  @Price('lookup')
  @Query(() => Anomaly, { description: "One anomaly of the caller's links." })
  anomaly(@Arg('id', () => ID, anomalyId) id: string, @Ctx() context: RequestContext): Promise<Anomaly> {
    return this.anomalyService.get(context, id)
  }

  @Rest('POST /anomalies/{id}/acknowledge', 200)
  @Access('write:links')
  @Throws(AnomalyNotFound)
  @Price('write')
  @Mutation(() => Anomaly, { description: 'Acknowledge an open anomaly. Any other anomaly stays unchanged.' })
  acknowledgeAnomaly(@Arg('id', () => ID, anomalyId) id: string, @Ctx() context: RequestContext): Promise<Anomaly> {
    return this.anomalyService.acknowledge(context, id)
  }

  @Rest('POST /anomalies/{id}/resolve', 200)
  @Access('write:links')
  @Throws(AnomalyNotFound)
  @Price('write')
  @Mutation(() => Anomaly, {
    description: 'Resolve an anomaly. No other anomaly of its kind opens until the clicks are back to normal.',
  })
  resolveAnomaly(@Arg('id', () => ID, anomalyId) id: string, @Ctx() context: RequestContext): Promise<Anomaly> {
    return this.anomalyService.resolve(context, id)
  }

  @GraphqlOnly()
  @Price('lookup')
  @FieldResolver(() => Link, {
    nullable: true,
    description: 'The link with the unusual clicks.',
  })
  url(@Root() anomaly: Anomaly): Promise<Link> {
    return anomaly.link.loadOrFail({ dataloader: true })
  }
}

/** Adds the field `anomalies` to links, whose module does not know anomalies. */
@Resolver(() => Link)
export class LinkAnomaliesResolver {
  constructor(private readonly anomalyService: AnomalyService) {}

  @GraphqlOnly()
  @Price('list')
  @FieldResolver(() => AnomalyConnection, {
    nullable: true,
    description: 'Anomalies in the clicks on the link, newest first.',
  })
  anomalies(
    @Root() link: Link,
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Ctx() context: RequestContext,
  ): Promise<AnomalyConnection> {
    return this.anomalyService.listByLink(context, link.id, page)
  }
}
