import type { Module, ModuleDefinition, Platform } from '../../platform/module.ts'
import type { ClicksModule } from '../clicks/index.ts'
import type { LinksModule } from '../links/index.ts'
import { AbuseResolver } from './abuse.resolver.ts'
import { abuseSchema } from './abuse.schema.ts'
import { AbuseAct, AbuseActLog } from './abuse-act-log.ts'
import { AbuseReviewResolver, BlockListResolver } from './abuse-admin.resolver.ts'
import { AbuseAppealService } from './abuse-appeal.service.ts'
import { AbuseDecisionService } from './abuse-decision.service.ts'
import { AbuseHistoryLoaders } from './abuse-history-loaders.ts'
import { AbuseReportService } from './abuse-report.service.ts'
import { AbuseReviewService } from './abuse-review.service.ts'
import { BlockListService } from './block-list.service.ts'
import { BlockListSweeper } from './block-list-sweeper.ts'
import { BlockedDestination } from './blocked-destination.entity.ts'

/** Reports of abuse, appeals, reviews by admins, and the block list. */
export const abuseModule = {
  entities: [BlockedDestination, AbuseAct],
  schema: abuseSchema,
  tablesWithoutEntity: ['link_block', 'abuse_report', 'abuse_appeal'],
  resolvers: [AbuseResolver, AbuseReviewResolver, BlockListResolver],
  create(
    { orm, events, clock, log, throttle }: Platform,
    { routeCache: routes }: LinksModule,
    { salts: visitorSalts }: ClicksModule,
  ): Module {
    const blockListSweeper = new BlockListSweeper({ orm, routes, events, clock, log })
    const abuseActLog = new AbuseActLog()
    const abuseReviewService = new AbuseReviewService()
    const abuseDecisionService = new AbuseDecisionService({
      abuseActLog,
      eventPublisher: events,
      routeCache: routes,
      abuseReviewService,
    })
    return {
      resolvers: [
        new AbuseResolver(
          new AbuseReportService(throttle, visitorSalts),
          new AbuseAppealService(throttle, abuseActLog),
        ),
        new AbuseReviewResolver({
          abuseReviewService,
          decisions: abuseDecisionService,
          history: new AbuseHistoryLoaders(),
          actLog: abuseActLog,
        }),
        new BlockListResolver(
          new BlockListService({ abuseActLog, eventPublisher: events, routeCache: routes, blockListSweeper }),
        ),
      ],
      runMaintenance: () => blockListSweeper.runMaintenance(),
      stop: () => blockListSweeper.close(),
    }
  },
} satisfies ModuleDefinition
