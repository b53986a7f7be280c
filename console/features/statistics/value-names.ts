import { shortAddressBase } from '../../app/base.ts'
import { countryName } from '../../texts/formats.ts'
import { type TextId, t } from '../../texts/texts.ts'
import { type Dimension, type Figures, other, unknown } from './breakdowns.ts'

/** The name of a value for people: `DE` is Germany, and `DE-BE:Berlin` is Berlin. */
export function nameOf(dimension: Dimension, value: string, figures?: Figures): string {
  if (value === unknown) return t(absent[dimension] ?? 'statistics.unknown')
  if (value === other) return t('statistics.other')
  if (dimension === 'country') return countryName(value)
  if (dimension === 'city') return cityName(value)
  if (dimension === 'device') return t(`device.${value}` as TextId)
  if (dimension === 'trigger') return t(`trigger.${value}` as TextId)
  if (dimension === 'referrer' && value === 'Direct') return t('statistics.direct')
  if (dimension === 'folder') return figures?.folderStats?.find(({ id }) => id === value)?.name ?? t('filter.folder')
  if (dimension === 'tag') return figures?.tagStats?.find(({ id }) => id === value)?.name ?? t('filter.tag')
  if (dimension === 'link') return linkName(value, figures)
  return value
}

/** What a missing value means, where it has a meaning of its own. */
const absent: Partial<Record<Dimension, TextId>> = {
  campaign: 'statistics.noCampaign',
  source: 'statistics.noSource',
  medium: 'statistics.noMedium',
  variant: 'statistics.noVariant',
}

function cityName(value: string): string {
  const [place, ...city] = value.split(':')
  return city.length > 0 ? city.join(':') : (place ?? value)
}

function linkName(id: string, figures?: Figures): string {
  const link = figures?.topLinks?.find(({ urlId }) => urlId === id)
  if (link?.qr) return link.qr.title
  return link?.url ? shortName(link.url.shortUrl) : t('statistics.deletedLink')
}

/** A short address without its beginning, if most addresses have it. */
export function shortName(shortUrl: string): string {
  const { host, pathname } = new URL(shortUrl)
  const address = host + pathname
  return address.startsWith(`${shortAddressBase}/`) ? address.slice(shortAddressBase.length) : address
}
