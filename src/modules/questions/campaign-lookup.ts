import type { RequestContext } from '../../platform/graphql/request-context.ts'
import type { InternalQueryRunner } from '../../platform/graphql/schema.ts'

export type CampaignDimension = 'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent'

/** The values that the caller's clicks have, by dimension. */
export type CampaignValues = Readonly<Record<CampaignDimension, readonly string[]>>

export const noCampaignValues: CampaignValues = {
  utmSource: [],
  utmMedium: [],
  utmCampaign: [],
  utmTerm: [],
  utmContent: [],
}

type UtmName = 'source' | 'medium' | 'campaign' | 'term' | 'content'

interface CampaignResult {
  readonly accountAnalytics: {
    readonly utmStats: Readonly<Record<UtmName, readonly { readonly value: string }[]>>
  }
}

/** The 500 values with the most clicks, of each dimension. */
const campaignDocument = `query Campaigns {
  accountAnalytics(limit: 500) {
    utmStats { source { value } medium { value } campaign { value } term { value } content { value } }
  }
}`

/** Returns the UTM values of the caller's clicks. */
export async function findCampaignValues(
  context: RequestContext,
  queryRunner: InternalQueryRunner,
): Promise<CampaignValues> {
  const result = (await queryRunner.run(context, campaignDocument, {})) as unknown as CampaignResult
  const { source, medium, campaign, term, content } = result.accountAnalytics.utmStats
  const read = (rows: readonly { readonly value: string }[]) =>
    rows.map(({ value }) => value).filter((value) => value !== 'Unknown')
  return {
    utmSource: read(source),
    utmMedium: read(medium),
    utmCampaign: read(campaign),
    utmTerm: read(term),
    utmContent: read(content),
  }
}
