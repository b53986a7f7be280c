import { useState } from 'react'
import { hasBundledCountries } from '../../app/base.ts'
import { Later } from '../../app/error-boundary.tsx'
import { laterScreen } from '../../app/later-screen.ts'
import { formatNumber, formatShare } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { ChartCard, Choices } from '../../ui/charts/chart-card.tsx'
import styles from './statistics.module.css'
import { type ListProps, TopList } from './top-list-card.tsx'
import { nameOf } from './value-names.ts'

const WorldMap = laterScreen(() => import('../../ui/charts/world-map.tsx'))

/** Where the clicks come from: a map, and the list that says the same. */
export function PlaceCard(props: ListProps) {
  const { figures, onFilter } = props
  const [dimension, setDimension] = useState<'country' | 'city'>('country')
  const describe = (code: string, count: number) => {
    const share = formatShare(figures.totalClicks > 0 ? count / figures.totalClicks : 0)
    const clicks = t('statistics.clicksCount', { count, shown: formatNumber(count) })
    return t('unit.pair', { name: nameOf('country', code), value: `${clicks}, ${share}` })
  }
  const isLocated = figures.cityStats.some(({ country }) => country !== null)
  return (
    <div className={styles.wide}>
      <ChartCard
        title={t('statistics.where')}
        choices={
          isLocated && (
            <Choices
              label={t('statistics.show')}
              value={dimension}
              options={[
                ['country', t('dimension.country')],
                ['city', t('dimension.city')],
              ]}
              onChange={setDimension}
            />
          )
        }
      >
        <div className={styles.places}>
          <Later waiting={<div className={styles.mapSpace} />} failure={<div className={styles.mapSpace} />}>
            <WorldMap
              hint={t('statistics.mapHint')}
              countries={figures.countryStats.map(({ country, count }) => ({
                code: country,
                value: count,
                text: describe(country, count),
              }))}
              onChoose={(code) => onFilter('country', code)}
            />
          </Later>
          <div>
            <TopList key={dimension} dimension={dimension} {...props} />
            {hasBundledCountries && (
              <p className={styles.source}>
                <a href="https://db-ip.com" target="_blank" rel="noreferrer">
                  {t('statistics.countrySource')}
                </a>
              </p>
            )}
          </div>
        </div>
      </ChartCard>
    </div>
  )
}
