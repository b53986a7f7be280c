import type { Continent } from '../../../../platform/shared/geography/continents.ts'

/** A click in a file. Unknown values are null, or `Unknown` where lists show `Unknown` too. */
export interface ExportedClick {
  readonly id: string
  readonly urlId: string
  readonly createdAt: string
  readonly country: string
  readonly region: string | null
  readonly device: string
  readonly browser: string
  readonly os: string
  readonly referrerHost: string | null
  readonly trigger: string
  readonly utmSource: string | null
  readonly utmMedium: string | null
  readonly utmCampaign: string | null
  readonly isBot: boolean
  readonly botName: string | null
  /** The dynamic QR code of the link; null for a short link. */
  readonly qrId: string | null
  readonly city: string | null
  readonly continent: Continent
  /** The rule that chose the destination, and the name of its variant. */
  readonly ruleId: string | null
  readonly variant: string | null
  readonly utmTerm: string | null
  readonly utmContent: string | null
}
