import { describe, expect, it } from 'vitest'
import { addClicks } from '../../console/features/statistics/add-clicks.ts'
import { cityKey, countsOf, type Figures, matchesFilters } from '../../console/features/statistics/breakdowns.ts'
import { countByHour } from '../../console/features/statistics/series.ts'
import {
  endsNow,
  readState,
  type StatisticsState,
  toVariables,
  writeState,
} from '../../console/features/statistics/statistics-state.ts'
import type { ClickOfFeedFragment } from '../../console/graph/types.ts'

const zone = 'Europe/Berlin'
const now = new Date('2026-11-25T13:00:00Z')
const read = (text: string) => readState(new URLSearchParams(text), zone)
const write = (text: string, changes: Partial<StatisticsState>) =>
  writeState(new URLSearchParams(text), changes, zone).toString()

describe('the address of statistics', () => {
  it('says nothing for what everybody sees first', () => {
    expect(read('')).toEqual({
      period: '30d',
      zone,
      filters: {},
      measure: 'clicks',
      order: 'most',
      isTable: false,
    })
    expect(write('', read(''))).toBe('')
  })

  it('leaves out what it does not know', () => {
    expect(read('period=century&zone=Mars&device=FRIDGE&trigger=LOVE&measure=x&order=y&view=z&colour=red')).toEqual(
      read(''),
    )
  })

  it('says a change, keeps what is not about statistics, and takes back what is removed', () => {
    const text = write('share=1', { period: '7d', filters: { country: 'DE', device: 'MOBILE' } })
    expect(text).toBe('share=1&period=7d&country=DE&device=MOBILE')
    expect(read(text)).toMatchObject({ period: '7d', filters: { country: 'DE', device: 'MOBILE' } })
    expect(write(text, { filters: {}, period: '30d' })).toBe('share=1')
  })

  it('puts own days in order, and replaces a usual period by them', () => {
    expect(read('from=2026-11-09&to=2026-11-02').period).toEqual({ from: '2026-11-02', to: '2026-11-09' })
    expect(write('period=7d', { period: { from: '2026-11-02', to: '2026-11-09' } })).toBe(
      'from=2026-11-02&to=2026-11-09',
    )
    expect(write('from=2026-11-02&to=2026-11-09', { period: 'all' })).toBe('period=all')
  })
})

describe('the variables of statistics', () => {
  it('have the filters in the period and in the one before, and the folder and tag beside them', () => {
    const state = read('period=7d&country=DE&city=DE-BE:Berlin&campaign=spring&trigger=QR&folder=fld_1&tag=tag_1')
    const values = {
      country: { in: ['DE'] },
      city: { in: ['DE-BE:Berlin'] },
      utmCampaign: { in: ['spring'] },
      trigger: { in: ['QR'] },
    }
    expect(toVariables(state, now)).toEqual({
      filter: { interval: 'LAST_7D', timezone: zone, ...values },
      before: { from: '2026-11-11T23:00:00.000Z', to: '2026-11-18T13:00:00.000Z', timezone: zone, ...values },
      hasBefore: true,
      unit: 'DAY',
      folderId: 'fld_1',
      tagIds: ['tag_1'],
    })
  })

  it('have no period before for all time', () => {
    expect(toVariables(read('period=all'), now)).toMatchObject({ before: null, hasBefore: false, unit: 'AUTO' })
  })
})

const click: ClickOfFeedFragment = {
  id: 'clk_1',
  createdAt: '2026-11-25T12:59:00Z',
  country: 'DE',
  region: 'DE-BE',
  city: 'Berlin',
  device: 'MOBILE',
  browser: 'Safari',
  os: 'iOS',
  referrerHost: null,
  trigger: 'QR',
  variant: null,
  utmCampaign: 'spring',
  utmSource: null,
  utmMedium: null,
  urlId: 'lnk_1',
  url: {
    id: 'lnk_1',
    shortUrl: 'https://mus.eu/spring',
    title: 'Spring',
    folder: { id: 'fld_1' },
    tags: [{ id: 'tag_1' }],
  },
}

const figures = {
  totalClicks: 10,
  uniqueVisitors: 8,
  botClicks: 1,
  lastClickAt: '2026-11-25T12:00:00Z',
  timeseries: [
    { timestamp: '2026-11-23T23:00:00Z', clicks: 6, uniqueVisitors: 5, botClicks: 1, isPartial: false },
    { timestamp: '2026-11-24T23:00:00Z', clicks: 4, uniqueVisitors: 3, botClicks: 0, isPartial: true },
  ],
  countryStats: [
    { country: 'AT', count: 6 },
    { country: 'DE', count: 4 },
  ],
  cityStats: [],
  deviceStats: [],
  browserStats: [],
  osStats: [],
  referrerStats: [],
  triggerStats: [],
  variantStats: [],
  utmStats: { campaign: [], source: [], medium: [] },
  topLinks: [{ urlId: 'lnk_1', kind: 'LINK', count: 10, url: null, qr: null }],
} as unknown as Figures

describe('a click that has just come', () => {
  it('moves the totals, the last bucket and the lists, but not the visitors', () => {
    const after = addClicks(figures, [click, click])
    expect(after).toMatchObject({ totalClicks: 12, uniqueVisitors: 8, lastClickAt: click.createdAt })
    expect(after.timeseries.map(({ clicks }) => clicks)).toEqual([6, 6])
    expect(after.countryStats).toEqual([
      { country: 'AT', count: 6 },
      { country: 'DE', count: 6 },
    ])
    expect(after.cityStats).toEqual([{ city: 'Berlin', region: 'DE-BE', country: 'DE', count: 2 }])
    expect(after.referrerStats).toEqual([{ referrer: 'Direct', count: 2 }])
    expect(after.utmStats).toEqual({
      campaign: [{ value: 'spring', count: 2 }],
      source: [{ value: 'Unknown', count: 2 }],
      medium: [{ value: 'Unknown', count: 2 }],
    })
    expect(after.topLinks?.[0]?.count).toBe(12)
    expect(figures.totalClicks).toBe(10)
  })

  it('counts in the lines of the service: a site with and without www., and a campaign in any case', () => {
    const after = addClicks(figures, [
      { ...click, referrerHost: 'www.site.example', utmCampaign: 'Spring' },
      { ...click, referrerHost: 'site.example', utmCampaign: 'spring' },
    ])
    expect(after.referrerStats).toEqual([{ referrer: 'site.example', count: 2 }])
    expect(after.utmStats.campaign).toEqual([{ value: 'spring', count: 2 }])
  })

  it.each([
    [{}, true],
    [{ country: 'DE', os: 'iOS' }, true],
    [{ country: 'AT' }, false],
    [{ city: 'DE-BE:Berlin' }, true],
    [{ city: 'DE-HH:Hamburg' }, false],
    [{ referrer: 'Direct', source: 'Unknown' }, true],
    [{ campaign: 'Spring' }, true],
    [{ folder: 'fld_1', tag: 'tag_1' }, true],
    [{ tag: 'tag_2' }, false],
  ])('with the filters %o counts: %s', (filters, does) => expect(matchesFilters(click, filters)).toBe(does))

  it('counts in periods that end now, and not in those that have ended', () => {
    expect(endsNow(read(''), now)).toBe(true)
    expect(endsNow(read('from=2026-11-01&to=2026-11-25'), now)).toBe(true)
    expect(endsNow(read('from=2026-11-01&to=2026-11-24'), now)).toBe(false)
  })
})

describe('a list', () => {
  const before = { ...figures, countryStats: [{ country: 'AT', count: 5 }] }

  it('has what it is compared with, and 0 for what is new', () => {
    expect(countsOf('country', { now: figures, before, order: 'most' })).toEqual([
      { key: 'AT', clicks: 6, before: 5 },
      { key: 'DE', clicks: 4, before: 0 },
    ])
    expect(countsOf('country', { now: figures, before: null, order: 'most' })[0]).toMatchObject({ before: null })
  })

  it('begins with what grew most, when that is asked for', () => {
    expect(countsOf('country', { now: figures, before, order: 'growth' }).map(({ key }) => key)).toEqual(['DE', 'AT'])
  })

  it('names a city so that the filter finds it', () => {
    expect(cityKey({ city: 'Berlin', region: 'DE-BE', country: 'DE' })).toBe('DE-BE:Berlin')
    expect(cityKey({ city: 'Vienna', region: null, country: 'AT' })).toBe('AT:Vienna')
    expect(cityKey({ city: 'Unknown', region: null, country: null })).toBe('Unknown')
  })
})

describe('the hours of the week', () => {
  it('are read in the time zone', () => {
    const series = [
      { timestamp: '2026-11-22T23:00:00Z', clicks: 3 },
      { timestamp: '2026-11-25T12:00:00Z', clicks: 2 },
      { timestamp: '2026-11-18T12:00:00Z', clicks: 1 },
    ]
    const values = countByHour(series, zone)
    expect(values[0]?.[0]).toBe(3)
    expect(values[2]?.[13]).toBe(3)
    expect(countByHour(series, 'UTC')[6]?.[23]).toBe(3)
  })
})
