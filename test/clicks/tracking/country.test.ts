import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LocationFinder } from '../../../src/modules/visits/clicks/tracking/location-finder.ts'
import { createPlaceDatabase, type DataMap } from '../../support/place-database.ts'

describe('the bundled country database', () => {
  let countries: LocationFinder
  beforeAll(async () => {
    countries = await LocationFinder.open()
  })

  it.each([
    ['8.8.8.8', 'US', 'Google'],
    ['18.9.22.69', 'US', 'MIT'],
    ['131.111.8.46', 'GB', 'University of Cambridge'],
    ['212.58.244.20', 'GB', 'BBC'],
    ['194.25.0.60', 'DE', 'Deutsche Telekom'],
    ['130.149.7.1', 'DE', 'TU Berlin'],
    ['212.27.40.240', 'FR', 'Free'],
    ['129.132.1.1', 'CH', 'ETH Zürich'],
    ['130.237.28.40', 'SE', 'KTH Stockholm'],
    ['133.11.0.1', 'JP', 'University of Tokyo'],
    ['166.111.8.28', 'CN', 'Tsinghua University'],
    ['168.126.63.1', 'KR', 'Korea Telecom'],
    ['168.95.1.1', 'TW', 'Chunghwa Telecom'],
    ['143.107.1.1', 'BR', 'University of São Paulo'],
    ['137.158.1.1', 'ZA', 'University of Cape Town'],
    ['139.130.4.5', 'AU', 'Telstra'],
    ['117.192.0.1', 'IN', 'BSNL'],
    ['142.150.1.1', 'CA', 'University of Toronto'],
    ['2601::1', 'US', 'Comcast'],
    ['2001:468::1', 'US', 'Internet2'],
    ['2003:180:2::53', 'DE', 'Deutsche Telekom'],
    ['2001:620:8:801::1', 'CH', 'SWITCH'],
    ['2a01:e00::2', 'FR', 'Free'],
    ['2001:630:301::1', 'GB', 'Janet'],
    ['2001:200::1', 'JP', 'WIDE'],
    ['2001:240::1', 'JP', 'IIJ'],
    ['2001:da8::1', 'CN', 'CERNET'],
    ['2001:12ff:0:2::3', 'BR', 'NIC.br'],
    ['2405:200::1', 'IN', 'Jio'],
  ])('returns for %s the country %s (%s)', (address, country) => {
    expect(countries.locate(address).country).toBe(country)
  })

  it('treats an IPv4 address mapped to IPv6 as IPv4', () => {
    expect(countries.locate('::ffff:8.8.8.8').country).toBe('US')
    expect(countries.locate('::FFFF:0808:0808').country).toBe('US')
  })

  it.each([
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.1.1',
    '100.64.0.1',
    '172.31.255.1',
    'fd00::1',
    'fe80::1%eth0',
  ])('returns null for the private address %s', (address) => {
    expect(countries.locate(address).country).toBeNull()
  })

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '0.0.0.0', '::'])(
    'returns null for the local address %s',
    (address) => {
      expect(countries.locate(address).country).toBeNull()
    },
  )

  it.each(['192.0.2.1', '198.51.100.1', '203.0.113.5', '2001:db8::1', '224.0.0.1', '255.255.255.255'])(
    'returns null for the reserved address %s',
    (address) => {
      expect(countries.locate(address).country).toBeNull()
    },
  )

  it.each(['', 'unknown', '8', '8.8.8', '8.8.8.8.8', '08.8.8.8', '999.1.1.1', '8.8.8.8:443', '2001:::1', "' or 1=1"])(
    'returns null for the invalid address %j',
    (address) => {
      expect(countries.locate(address).country).toBeNull()
    },
  )
})

describe('a country database of the operator', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countries-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  async function openWith(record: DataMap): Promise<LocationFinder> {
    const path = join(folder, `${Math.random()}.mmdb`)
    await writeFile(path, createPlaceDatabase(record))
    return LocationFinder.open(path)
  }

  it('may nest the code, as MaxMind does', async () => {
    const countries = await openWith({ country: { iso_code: 'NZ' } })
    expect(countries.locate('8.8.8.8').country).toBe('NZ')
  })

  it.each<[DataMap, string | null]>([
    [{ country: { iso_code: 'DE' }, subdivisions: [{ iso_code: 'BE' }] }, 'DE-BE'],
    [{ country: { iso_code: 'GB' }, subdivisions: [{ iso_code: 'eng' }, { iso_code: 'KEN' }] }, 'GB-ENG'],
    [{ country: { iso_code: 'FR' }, subdivisions: [{ iso_code: '75' }] }, 'FR-75'],
    [{ country: { iso_code: 'DE' }, subdivisions: [{ iso_code: 'Berlin' }] }, null],
    [{ country: { iso_code: 'DE' }, subdivisions: [] }, null],
    [{ country: { iso_code: 'DE' } }, null],
    [{ subdivisions: [{ iso_code: 'BE' }] }, null],
  ])('with the record %j returns the region %s', async (record, region) => {
    const countries = await openWith(record)
    expect(countries.locate('8.8.8.8').region).toBe(region)
    expect(countries.locate('10.1.2.3')).toEqual({ country: null, region: null, city: null })
  })

  it.each<[DataMap, string | null]>([
    [{ country: { iso_code: 'DE' }, city: { names: { en: 'Munich', de: 'München' } } }, 'Munich'],
    [{ country: { iso_code: 'BR' }, city: { names: { en: 'São Paulo' } } }, 'São Paulo'],
    [{ country: { iso_code: 'US' }, city: { names: { en: 'Springfield\0' } } }, 'Springfield'],
    [{ country_code: 'FR', city: 'Lyon' }, 'Lyon'],
    [{ country: { iso_code: 'DE' }, city: { names: { de: 'München' } } }, null],
    [{ country: { iso_code: 'DE' }, city: { names: { en: '' } } }, null],
    [{ country: { iso_code: 'DE' }, city: { names: { en: 7 } } }, null],
    [{ country: { iso_code: 'DE' }, city: {} }, null],
    [{ country: { iso_code: 'DE' } }, null],
    [{ city: { names: { en: 'Nowhere' } } }, null],
  ])('with the record %j returns the city %s', async (record, city) => {
    expect((await openWith(record)).locate('8.8.8.8').city).toBe(city)
  })

  it('may have a code in lower case', async () => {
    const countries = await openWith({ country_code: 'nz' })
    expect(countries.locate('8.8.8.8').country).toBe('NZ')
  })

  it.each<DataMap>([{ continent: { code: 'OC' } }, { country: {} }, { country_code: '-' }, { country_code: '' }])(
    'returns null for a record without a code: %j',
    async (record) => {
      const countries = await openWith(record)
      expect(countries.locate('8.8.8.8').country).toBeNull()
    },
  )

  it('returns null for IPv6 when it covers IPv4 only', async () => {
    const countries = await openWith({ country_code: 'NZ' })
    expect(countries.locate('2001:4860:4860::8888').country).toBeNull()
    expect(countries.locate('::ffff:8.8.8.8').country).toBe('NZ')
  })

  it('stops the start when the file is missing', async () => {
    await expect(LocationFinder.open(join(folder, 'missing.mmdb'))).rejects.toThrow('ENOENT')
  })

  it('stops the start when the file is no database', async () => {
    const path = join(folder, 'text.mmdb')
    await writeFile(path, 'no database')
    await expect(LocationFinder.open(path)).rejects.toThrow()
  })
})
