import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Figures } from './breakdowns.ts'
import styles from './statistics.module.css'
import type { FilterName, Filters } from './statistics-state.ts'
import { nameOf } from './value-names.ts'

interface FilterChipsProps {
  readonly filters: Filters
  readonly figures: Figures | null
  readonly onChange: (filters: Filters) => void
}

/** The filters that are set. Each can be removed. */
export function FilterChips({ filters, figures, onChange }: FilterChipsProps) {
  const set = Object.entries(filters) as [FilterName, string][]
  if (set.length === 0) return null
  return (
    <ul className={styles.chips} aria-label={t('statistics.filters')}>
      {set.map(([name, value]) => {
        const text = nameOf(name, value, figures ?? undefined)
        return (
          <li key={name}>
            <button type="button" className={styles.chip} onClick={() => onChange({ ...filters, [name]: undefined })}>
              <span>{t(`dimension.${name}`)}</span> {text} <Icon name="close" size={14} />
              <i className="visually-hidden">{t('statistics.removeFilter')}</i>
            </button>
          </li>
        )
      })}
      {set.length > 1 && (
        <li>
          <Button kind="quiet" onPress={() => onChange(Object.fromEntries(set.map(([name]) => [name, undefined])))}>
            {t('links.clear')}
          </Button>
        </li>
      )}
    </ul>
  )
}
