import { forgetAccountIn } from '../../../platform/jobs/account-purge.ts'
import { archiveRows } from '../../../platform/jobs/archive-part.ts'
import { defineModule, type Module } from '../../../platform/module.ts'
import { linksModule } from '../../publishing/links/index.ts'
import { clicksModule } from '../../visits/clicks/index.ts'
import { forgetReporter } from './abuse.queries.ts'
import { AbuseResolver } from './abuse.resolver.ts'
import { AbuseAct } from './abuse-act.entity.ts'
import { AbuseDecisionService } from './abuse-decision.service.ts'
import { AbuseReport } from './abuse-report.entity.ts'
import { AbuseReportService } from './abuse-report.service.ts'
import { AbuseActResolver, AbuseReportResolver, AbuseReviewResolver } from './abuse-review.resolver.ts'
import { AbuseReviewService } from './abuse-review.service.ts'
import { AbuseAppeal } from './appeals/appeal.entity.ts'
import { AppealResolver, LinkAppealFieldResolver } from './appeals/appeal.resolver.ts'
import { AppealService } from './appeals/appeal.service.ts'
import { BlockListResolver } from './block-list.resolver.ts'
import { BlockListService } from './block-list.service.ts'
import { BlockListSweeper } from './block-list-sweeper.ts'
import { BlockedDestination, LinkBlock } from './blocked-destination.entity.ts'
import { releaseMovedLinks } from './link-blocks.ts'
import { BlockMails } from './mails/block-mails.ts'
import { accountActsMigration } from './migrations/account-acts.migration.ts'
import { blockListByIndexMigration } from './migrations/block-list-by-index.migration.ts'

/** Reports of abuse, appeals, reviews by admins, and the block list. */
export const abuseModule = defineModule({
  entities: [BlockedDestination, LinkBlock, AbuseReport, AbuseAppeal, AbuseAct],
  migrations: [blockListByIndexMigration, accountActsMigration],
  archiveParts: [
    archiveRows({
      of: 'workspace',
      name: 'link-blocks.json',
      about: 'Blocks of links because of abuse.',
      entity: LinkBlock,
      where: (workspace) => ({ link: { workspace } }),
    }),
    archiveRows({
      of: 'workspace',
      name: 'appeals.json',
      about: 'Appeals against such blocks.',
      entity: AbuseAppeal,
      where: (workspace) => ({ link: { workspace } }),
    }),
  ],
  resolvers: [
    AbuseResolver,
    AppealResolver,
    LinkAppealFieldResolver,
    AbuseReviewResolver,
    AbuseReportResolver,
    AbuseActResolver,
    BlockListResolver,
  ],
  uses: [linksModule, clicksModule],
  create(platform, { routeCache, domainDirectory }, { salts }): Module {
    const { orm, events, clock, log, mailer, settings } = platform
    const { linksMoved, accountPurge } = platform.hooks
    const { throttle } = platform.limits
    const mails = new BlockMails({ orm, mailer, settings })
    const blockListSweeper = new BlockListSweeper({ orm, routes: routeCache, events, mails, clock, log })
    const reviews = new AbuseReviewService(domainDirectory)
    accountPurge.addSteps(
      forgetReporter,
      forgetAccountIn('abuse_act', 'actor_id'),
      forgetAccountIn('blocked_destination', 'actor_id'),
    )
    const appeals = new AppealService(throttle)
    const decisions = new AbuseDecisionService({ events, mails, routeCache, reviews })
    const blockList = new BlockListService({ events, mails, routeCache, blockListSweeper })
    linksMoved.onRun((em, moved) => releaseMovedLinks(em, moved, { events, mails }))
    return {
      resolvers: [
        new AbuseResolver(new AbuseReportService(throttle, salts, domainDirectory)),
        new AppealResolver(appeals),
        new LinkAppealFieldResolver(appeals),
        new AbuseReviewResolver(reviews, decisions),
        new AbuseReportResolver(reviews),
        new AbuseActResolver(reviews),
        new BlockListResolver(blockList),
      ],
      runMaintenance: () => blockListSweeper.runMaintenance(),
      stop: () => blockListSweeper.close(),
    }
  },
})
