import type { RequestContext } from '../../platform/graphql/request-context.ts'
import type { InternalQueryRunner } from '../../platform/graphql/schema.ts'

export type CampaignDimension = 'utmSource' | 'utmMedium' | 'utmCampaign'

/** The values that the caller's clicks have, by dimension. */
export type CampaignValues = Readonly<Record<CampaignDimension, readonly string[]>>

export const noCampaignValues: CampaignValues = { utmSource: [], utmMedium: [], utmCampaign: [] }

interface CampaignResult {
  readonly accountAnalytics: {
    readonly utmStats: Readonly<Record<'source' | 'medium' | 'campaign', readonly { readonly value: string }[]>>
  }
}

/** The 500 values with the most clicks, of each dimension. */
const campaignDocument = `query Campaigns {
  accountAnalytics(limit: 500) { utmStats { source { value } medium { value } campaign { value } } }
}`

/** Returns the sources, media and campaigns of the caller's clicks. */
export async function findCampaignValues(
  context: RequestContext,
  queryRunner: InternalQueryRunner,
): Promise<CampaignValues> {
  const result = (await queryRunner.run(context, campaignDocument, {})) as unknown as CampaignResult
  const { source, medium, campaign } = result.accountAnalytics.utmStats
  const read = (rows: readonly { readonly value: string }[]) =>
    rows.map(({ value }) => value).filter((value) => value !== 'Unknown')
  return { utmSource: read(source), utmMedium: read(medium), utmCampaign: read(campaign) }
}
