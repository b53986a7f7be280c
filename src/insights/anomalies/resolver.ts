import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Access } from '../../access/marks.ts'
import type { Context } from '../../graphql/context.ts'
import { Fails, GraphOnly } from '../../graphql/marks.ts'
import { Link } from '../../links/index.ts'
import { Rest } from '../../rest/mark.ts'
import { Anomaly } from './anomaly.ts'
import { AnomaliesArgs } from './args.ts'
import { AnomalyNotFound } from './failures.ts'
import type { Anomalies } from './service.ts'

const anomalyId = { description: 'Identifier of the anomaly.' }

@Resolver(() => Anomaly)
export class AnomalyResolver {
  readonly #anomalies: Anomalies

  constructor(anomalies: Anomalies) {
    this.#anomalies = anomalies
  }

  @Rest('GET /anomalies', 200)
  @Access('read:analytics')
  @Query(() => [Anomaly], {
    description: "What was odd about the clicks of the caller's links, newest first, a page at a time.",
  })
  anomalies(@Args(() => AnomaliesArgs) wish: AnomaliesArgs, @Ctx() context: Context): Promise<Anomaly[]> {
    return this.#anomalies.list(context, wish)
  }

  @Rest('GET /anomalies/{id}', 200)
  @Access('read:analytics')
  @Fails(AnomalyNotFound)
  @Query(() => Anomaly, { description: 'One anomaly of a link of the caller.' })
  anomaly(@Arg('id', () => ID, anomalyId) id: string, @Ctx() context: Context): Promise<Anomaly> {
    return this.#anomalies.get(context, id)
  }

  @Rest('POST /anomalies/{id}/acknowledge', 200)
  @Access('write:links')
  @Fails(AnomalyNotFound)
  @Mutation(() => Anomaly, { description: 'Take note of an anomaly. One that is not open stays as it is.' })
  acknowledgeAnomaly(@Arg('id', () => ID, anomalyId) id: string, @Ctx() context: Context): Promise<Anomaly> {
    return this.#anomalies.acknowledge(context, id)
  }

  @Rest('POST /anomalies/{id}/resolve', 200)
  @Access('write:links')
  @Fails(AnomalyNotFound)
  @Mutation(() => Anomaly, {
    description: 'Call an anomaly resolved. No other begins in its place before the link has been as usual again.',
  })
  resolveAnomaly(@Arg('id', () => ID, anomalyId) id: string, @Ctx() context: Context): Promise<Anomaly> {
    return this.#anomalies.resolve(context, id)
  }
}

/** The edge from a link to its anomalies, added from here because links know nothing of them. */
@Resolver(() => Link)
export class LinkAnomaliesResolver {
  readonly #anomalies: Anomalies

  constructor(anomalies: Anomalies) {
    this.#anomalies = anomalies
  }

  @GraphOnly()
  @Access('read:analytics')
  @FieldResolver(() => [Anomaly], {
    nullable: true,
    description: 'The newest 20 anomalies of the link. Needs the scope `read:analytics`.',
  })
  anomalies(@Root() link: Link, @Ctx() context: Context): Promise<Anomaly[]> {
    return this.#anomalies.ofLink(context, link.id)
  }
}
