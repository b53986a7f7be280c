import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { InternalQueryRunner } from '../../../platform/graphql/schema.ts'

export type CampaignDimension = 'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent' | 'city'

/** The campaigns and cities of the caller's clicks. Questions name them without quotes. */
export type CampaignValues = Readonly<Record<CampaignDimension, readonly string[]>>

export const noCampaignValues: CampaignValues = {
  utmSource: [],
  utmMedium: [],
  utmCampaign: [],
  utmTerm: [],
  utmContent: [],
  city: [],
}

type UtmName = 'source' | 'medium' | 'campaign' | 'term' | 'content'

interface CampaignResult {
  readonly accountAnalytics: {
    readonly cityStats: readonly { readonly city: string }[]
    readonly utmStats: Readonly<Record<UtmName, readonly { readonly value: string }[]>>
  }
}

/** The 500 values with the most clicks, of each dimension. */
const campaignDocument = `query Campaigns {
  accountAnalytics(limit: 500) {
    cityStats { city }
    utmStats { source { value } medium { value } campaign { value } term { value } content { value } }
  }
}`

/** Returns the campaigns and cities of the caller's clicks. */
export async function findCampaignValues(
  context: RequestContext,
  queryRunner: InternalQueryRunner,
): Promise<CampaignValues> {
  const result = (await queryRunner.run(context, campaignDocument, {})) as unknown as CampaignResult
  const { cityStats, utmStats } = result.accountAnalytics
  const { source, medium, campaign, term, content } = utmStats
  const read = (rows: readonly { readonly value: string }[]) =>
    rows.map(({ value }) => value).filter((value) => value !== 'Unknown')
  return {
    utmSource: read(source),
    utmMedium: read(medium),
    utmCampaign: read(campaign),
    utmTerm: read(term),
    utmContent: read(content),
    city: [...new Set(cityStats.map(({ city }) => city))].filter((city) => city !== 'Unknown' && city !== 'Other'),
  }
}
