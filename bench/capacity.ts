/**
 * What a billion links and a hundred billion clicks take: rows, bytes, partitions, vacuum, caches and folding, from bytes and CPU
 * times that were measured (docs/scaling.md) and from how visits spread over links (Zipf: the link of rank n has a share of
 * 1 / n ** exponent). Nothing is stored: sums over ranks, close ones together.
 * `node bench/capacity.ts [links] [clicks] [years] [exponent] [peak of the mean]`
 */
const [, , links = '1e9', clicks = '1e11', years = '3', exponent = '1', peak = '10'] = process.argv
const linkCount = Number(links)
const days = Number(years) * 365
const clicksPerDay = Number(clicks) / days
const clicksPerSecond = clicksPerDay / 86_400
const peakPerSecond = clicksPerSecond * Number(peak)

/** Bytes a row with its indexes, and microseconds of CPU for a click, each measured. */
const measured = {
  clickBytes: 350,
  linkBytes: 1_165,
  rollupBytes: 280,
  visitorBytes: 180,
  nodeMicroseconds: 32,
  databaseMicroseconds: 12,
  foldMicroseconds: 20,
  clickHouseBytes: [23, 47],
  clickHouseMicroseconds: 16.2,
  counterMicroseconds: 2,
}

/** The bound of the route cache, and what is usual elsewhere. */
const assumed = { routesInCache: 50_000, clicksPerTransaction: 16, scanBytesPerSecond: 500e6 }

/** How many different values a link in use meets in each dimension of a day: together about 60. */
const valuesOfDimensions = [15, 12, 6, 5, 4, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1]

/** Ranks with about the same share. */
interface Band {
  readonly count: number
  readonly share: number
}

function createBands(): Band[] {
  const bands: { count: number; weight: number }[] = []
  for (let from = 1; from <= linkCount; ) {
    const to = Math.min(linkCount, from < 1_000 ? from : Math.floor(from * 1.02))
    const middle = Math.sqrt(from * to)
    bands.push({ count: to - from + 1, weight: middle ** -Number(exponent) })
    from = to + 1
  }
  const total = bands.reduce((sum, { count, weight }) => sum + count * weight, 0)
  return bands.map(({ count, weight }) => ({ count, share: weight / total }))
}

const bands = createBands()
const sum = (each: (share: number) => number) =>
  bands.reduce((total, { count, share }) => total + count * each(share), 0)

/** How many of these places a link with so many clicks fills on average, each click in one of them by chance. */
const filled = (places: number, clicksOfLink: number) => places * -Math.expm1(-clicksOfLink / places)

const linksInUse = sum((share) => filled(1, clicksPerDay * share))
/** Quarters of an hour, hours, the day, and the values of each dimension. */
const placesOfDay = [96, 24, 1, ...valuesOfDimensions]
const rowsOfLink = (clicksOfLink: number) =>
  placesOfDay.reduce((rows, places) => rows + filled(places, clicksOfLink), 0)
const rollupsPerDay = sum((share) => rowsOfLink(clicksPerDay * share))

/** The same, if only links with this many clicks on a day had rows of the day and its parts. */
const busyClicks = 20
const busyLinks = sum((share) => Number(clicksPerDay * share >= busyClicks))
const rollupsOfBusyLinks = sum((share) => (clicksPerDay * share >= busyClicks ? rowsOfLink(clicksPerDay * share) : 0))
/** The rows of the whole time of each link that was ever clicked. */
const rowsOfAll = sum((share) =>
  [1, ...valuesOfDimensions].reduce((rows, values) => rows + filled(values * 4, Number(clicks) * share), 0),
)

/** The hits of a cache that drops what was not used for longest (Che's approximation). */
function hitRatio(size: number): number {
  let [low, high] = [0, linkCount * 1e3]
  for (let n = 0; n < 200; n++) {
    const visits = (low + high) / 2
    if (sum((share) => filled(1, visits * share)) > size) high = visits
    else low = visits
  }
  return sum((share) => share * filled(1, low * share))
}

const size = (bytes: number) => (bytes < 1e12 ? `${(bytes / 1e9).toFixed(0)} GB` : `${(bytes / 1e12).toFixed(1)} TB`)
const million = (count: number) =>
  count < 1e9 ? `${(count / 1e6).toFixed(1)} million` : `${(count / 1e9).toFixed(1)} billion`
const cores = (perSecond: number, microseconds: number) => ((perSecond * microseconds) / 1e6).toFixed(2)
const monthBytes = clicksPerDay * 30 * measured.clickBytes
const hits = hitRatio(assumed.routesInCache)
const rows: readonly (readonly [string, string])[] = [
  [
    'clicks',
    `${million(clicksPerDay)} a day, ${clicksPerSecond.toFixed(0)} a second, ${peakPerSecond.toFixed(0)} at the peak`,
  ],
  ['rows of links with their codes', size(linkCount * measured.linkBytes)],
  [
    'rows of clicks',
    `${size(monthBytes)} a month (one partition), ${size(Number(clicks) * measured.clickBytes)} in all`,
  ],
  ['links with a click on a day', million(linksInUse)],
  [
    'rollups',
    `${million(rollupsPerDay)} rows a day (${(rollupsPerDay / clicksPerDay).toFixed(1)} a click), ${size(rollupsPerDay * 365 * measured.rollupBytes)} a year`,
  ],
  [
    `the same for links with ${busyClicks} clicks on a day only`,
    `${million(rollupsOfBusyLinks)} rows a day of ${million(busyLinks)} links, ${size(rollupsOfBusyLinks * 365 * measured.rollupBytes)} a year`,
  ],
  ['rollups of the whole time', `${million(rowsOfAll)} rows, ${size(rowsOfAll * measured.rollupBytes)}`],
  ['visitors of two days', `${size(2 * clicksPerDay * measured.visitorBytes)} at most`],
  ['reading a month once, as freezing does', `${(monthBytes / assumed.scanBytesPerSecond / 3_600).toFixed(1)} hours`],
  [
    'transaction ids',
    `${million(clicksPerDay / assumed.clicksPerTransaction)} a day: half of 2 ** 31 in ${(2 ** 30 / (clicksPerDay / assumed.clicksPerTransaction)).toFixed(0)} days`,
  ],
  [
    'routes in the cache of a process',
    `${(hits * 100).toFixed(1)} % of visits, so ${(peakPerSecond * (1 - hits)).toFixed(0)} reads a second at the peak`,
  ],
  ['cores of nodes at the peak', cores(peakPerSecond, measured.nodeMicroseconds)],
  ['cores of PostgreSQL at the peak', cores(peakPerSecond, measured.databaseMicroseconds)],
  [
    'folding by one connection, if links shared their rows as in the measurement',
    cores(peakPerSecond, measured.foldMicroseconds),
  ],
  ['clicks in ClickHouse', measured.clickHouseBytes.map((bytes) => size(Number(clicks) * bytes)).join(' to ')],
  ['a month of them', measured.clickHouseBytes.map((bytes) => size(clicksPerDay * 30 * bytes)).join(' to ')],
  ['cores of ClickHouse at the peak', cores(peakPerSecond, measured.clickHouseMicroseconds)],
  ['cores of PostgreSQL for counters, with ClickHouse', cores(peakPerSecond, measured.counterMicroseconds)],
]
console.log(`${links} links, ${clicks} clicks in ${years} years, exponent ${exponent}, peak ${peak} times the mean`)
for (const [name, value] of rows) console.log(`| ${name} | ${value} |`)
