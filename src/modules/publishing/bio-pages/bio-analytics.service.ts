import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { AnalyticsArgs, AnalyticsService, AnalyticsSummary } from '../../visits/clicks/index.ts'
import { LinkNotFound } from '../links/index.ts'
import type { BioBlockStat, BioPageAnalytics } from './bio-analytics.types.ts'
import { BioPageNotFound } from './bio-page.errors.ts'
import type { BioPageService } from './bio-page.service.ts'
import { BioBlock } from './blocks/bio-block.entity.ts'
import { describeBlock } from './blocks/block-rules.ts'

/** Analytics of bio pages. The clicks on the link of a page are the views of the page. */
export class BioAnalyticsService {
  constructor(
    private readonly bioPageService: BioPageService,
    private readonly analyticsService: AnalyticsService,
  ) {}

  /** Throws `BioPageNotFound`, and `InvalidParams` for an invalid period. */
  async summarize(context: RequestContext, id: string, query: AnalyticsArgs): Promise<BioPageAnalytics> {
    const page = await this.bioPageService.get(context, id)
    const where = { page: id, link: { $ne: null } }
    const blocks = await context.em.find(BioBlock, where, { populate: ['link'], orderBy: { position: 'asc' } })
    // One statement for the page and all blocks.
    const summarizeLink = (linkId: string) => this.analyticsService.summarize(context, linkId, query)
    const [viewSummary, summaries] = await Promise.all([
      summarizeLink(page.urlId),
      Promise.all(blocks.map(async (block) => [block, await summarizeLink(block.urlId ?? '')] as const)),
    ]).catch((error: unknown) => {
      // The page or a block was deleted during this request.
      throw error instanceof LinkNotFound ? new BioPageNotFound() : error
    })
    const { totalClicks: views, uniqueVisitors: uniqueViews } = viewSummary
    const perBlock = summaries.map(([block, summary]) => toBlockStat(block, summary, views))
    const clicks = perBlock.reduce((sum, stat) => sum + stat.clicks, 0)
    return { views, uniqueViews, clicks, ctr: toRatio(clicks, views), perBlock, viewSummary }
  }
}

function toBlockStat(block: BioBlock, summary: AnalyticsSummary, views: number): BioBlockStat {
  const { id: blockId, type } = block
  const { totalClicks: clicks } = summary
  return { blockId, type, title: describeBlock(block), clicks, ctr: toRatio(clicks, views), summary }
}

function toRatio(clicks: number, views: number): number | null {
  return views === 0 ? null : Math.round((clicks / views) * 10_000) / 10_000
}
