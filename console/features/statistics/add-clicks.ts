import type { ClickOfFeedFragment } from '../../graph/types.ts'
import { campaignKey, type Figures, referrerOf } from './breakdowns.ts'

/** The figures with clicks that have come since. Visitors stay: whether somebody is new is only known to the service. */
export function addClicks(figures: Figures, clicks: readonly ClickOfFeedFragment[]): Figures {
  return clicks.reduce(addClick, figures)
}

function addClick(figures: Figures, click: ClickOfFeedFragment): Figures {
  const { utmStats, topLinks, folderStats, tagStats, timeseries } = figures
  const last = timeseries.at(-1)
  const { country, city, region, device, browser, os, trigger, variant, urlId, url } = click
  const referrer = referrerOf(click)
  return {
    ...figures,
    totalClicks: figures.totalClicks + 1,
    lastClickAt: click.createdAt,
    timeseries: last ? [...timeseries.slice(0, -1), { ...last, clicks: last.clicks + 1 }] : timeseries,
    countryStats: increase(figures.countryStats, { country }),
    cityStats: increase(figures.cityStats, { city, region, country }),
    deviceStats: increase(figures.deviceStats, { device }),
    browserStats: increase(figures.browserStats, { browser }),
    osStats: increase(figures.osStats, { os }),
    referrerStats: increase(figures.referrerStats, { referrer }),
    triggerStats: increase(figures.triggerStats, { trigger }),
    variantStats: increase(figures.variantStats, { variant }),
    utmStats: {
      campaign: increase(utmStats.campaign, { value: campaignKey(click.utmCampaign) }),
      source: increase(utmStats.source, { value: campaignKey(click.utmSource) }),
      medium: increase(utmStats.medium, { value: campaignKey(click.utmMedium) }),
    },
    // What is not in these lists has no name here: it appears when everything is counted again.
    ...(topLinks && { topLinks: increasePresent(topLinks, ({ urlId: id }) => id === urlId) }),
    ...(folderStats && { folderStats: increasePresent(folderStats, ({ id }) => id === url?.folder?.id) }),
    ...(tagStats && {
      tagStats: increasePresent(tagStats, ({ id }) => url?.tags.some((tag) => tag.id === id) ?? false),
    }),
  }
}

/** One more click for a value, which is added when it is new. */
function increase<Stat extends { readonly count: number }>(stats: readonly Stat[], value: Omit<Stat, 'count'>): Stat[] {
  const fields = Object.entries(value) as [keyof Stat, unknown][]
  const isSame = (stat: Stat) => fields.every(([name, each]) => stat[name] === each)
  return stats.some(isSame) ? increasePresent(stats, isSame) : [...stats, { ...value, count: 1 } as unknown as Stat]
}

function increasePresent<Stat extends { count: number }>(
  stats: readonly Stat[],
  isMeant: (stat: Stat) => boolean,
): Stat[] {
  return stats.map((stat) => (isMeant(stat) ? { ...stat, count: stat.count + 1 } : stat))
}
