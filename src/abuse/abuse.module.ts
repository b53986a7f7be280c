import type { ClicksModule } from '../clicks/index.ts'
import type { LinksModule } from '../links/index.ts'
import type { Module, ModuleDefinition, Platform } from '../server/module.ts'
import { AbuseAct } from './act.ts'
import { Acts } from './acts.ts'
import { Appeals } from './appeals.ts'
import { BlockListResolver } from './block.list.resolver.ts'
import { BlockList } from './block.list.ts'
import { BlockedDestination } from './blocked.destination.ts'
import { Histories } from './histories.ts'
import { AbuseResolver } from './public.resolver.ts'
import { Reporting } from './reporting.ts'
import { AbuseReviewResolver } from './resolver.ts'
import { Reviews } from './reviews.ts'
import { BlockSweeper } from './sweeper.ts'
import { Verdicts } from './verdicts.ts'

/** Reports of abuse, appeals, reviews by admins, and the block list. */
export const abuseModule = {
  entities: [BlockedDestination, AbuseAct],
  resolvers: [AbuseResolver, AbuseReviewResolver, BlockListResolver],
  create(
    { orm, events, clock, log, throttle }: Platform,
    { routes }: LinksModule,
    { salts: visitorSalts }: ClicksModule,
  ): Module {
    const blockSweeper = new BlockSweeper({ orm, routes, events, clock, log })
    const acts = new Acts()
    const reviews = new Reviews()
    const verdicts = new Verdicts({ acts, events, routes, reviews })
    return {
      resolvers: [
        new AbuseResolver(new Reporting(throttle, visitorSalts), new Appeals(throttle, acts)),
        new AbuseReviewResolver({ reviews, verdicts, histories: new Histories(), acts }),
        new BlockListResolver(new BlockList({ acts, events, routes, blockSweeper })),
      ],
      runMaintenance: () => blockSweeper.keepHouse(),
      stop: () => blockSweeper.close(),
    }
  },
} satisfies ModuleDefinition
