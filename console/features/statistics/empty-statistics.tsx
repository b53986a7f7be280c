import { t } from '../../texts/texts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.ts'
import styles from './statistics.module.css'
import type { StatisticsLink } from './statistics-link.ts'
import type { StatisticsState } from './statistics-state.ts'

interface EmptyStatisticsProps {
  readonly state: StatisticsState
  readonly link: StatisticsLink | null
  readonly onChange: (changes: Partial<StatisticsState>) => void
}

/** Says what will stand here, and offers the one step that leads there. */
export function EmptyStatistics({ state: { filters, period }, link, onChange }: EmptyStatisticsProps) {
  const isFiltered = Object.values(filters).some(Boolean)
  return (
    <section className={styles.empty}>
      <h2>{t(isFiltered ? 'statistics.noneFiltered' : 'statistics.none')}</h2>
      <p>
        {t(
          isFiltered
            ? 'statistics.noneFilteredLead'
            : period === 'all'
              ? 'statistics.noneEverLead'
              : 'statistics.noneLead',
        )}
      </p>
      {isFiltered ? (
        <Button onPress={() => onChange({ filters: {} })}>{t('links.clear')}</Button>
      ) : period !== 'all' ? (
        <Button onPress={() => onChange({ period: 'all' })}>{t('statistics.showAll')}</Button>
      ) : link ? (
        <Button kind="main" icon="copy" onPress={() => copyText(link.shortUrl)}>
          {t('copy')}
        </Button>
      ) : (
        <ButtonLink kind="main" icon="plus" href="/links/new">
          {t('links.new')}
        </ButtonLink>
      )}
    </section>
  )
}
