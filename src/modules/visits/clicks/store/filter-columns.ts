import { Continent, listCountries } from '../../../../platform/shared/geography/continents.ts'

/** The parts of conditions that the stores write differently. */
interface FilterDialect {
  /** A column, or `Unknown` for null. */
  orUnknown(column: string): string
  readonly referrer: string
  readonly trigger: string
}

/** The expression that each filter by equal values compares. Cities and continents have conditions of their own. */
export function createFilterColumns({ orUnknown, referrer, trigger }: FilterDialect) {
  return {
    country: orUnknown('country'),
    region: orUnknown('region'),
    device: orUnknown('device'),
    browser: orUnknown('browser'),
    os: orUnknown('os'),
    referrer,
    utmSource: orUnknown('utm_source'),
    utmMedium: orUnknown('utm_medium'),
    utmCampaign: orUnknown('utm_campaign'),
    utmTerm: orUnknown('utm_term'),
    utmContent: orUnknown('utm_content'),
    trigger,
    rule: orUnknown('rule_id'),
    variant: orUnknown('variant'),
  }
}

export type ColumnFilter = keyof ReturnType<typeof createFilterColumns>

/**
 * The countries by which continents match. `Unknown` matches every country code that belongs to no continent: then the
 * listed countries do not match, and all others do (`isExcluded`).
 */
export function countriesOfContinents(values: readonly string[]): {
  readonly countries: readonly string[]
  readonly isExcluded: boolean
} {
  const names = new Set(values.map((value) => value.toLowerCase()))
  const isExcluded = names.has('unknown')
  const listed = Object.values(Continent).filter((continent) => names.has(continent.toLowerCase()) !== isExcluded)
  return { countries: listCountries(listed), isExcluded }
}
