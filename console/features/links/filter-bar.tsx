import { useClient } from 'urql'
import { withLater } from '../../app/later-screen.ts'
import type { PlacesQuery } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/choice.tsx'
import { isFiltered, type LinkFilters, noFilters, sorts, states } from './link-filters.ts'
import styles from './links-screen.module.css'
import { usableDomains } from './usable-domains.ts'

interface FilterBarProps {
  readonly filters: LinkFilters
  readonly places: PlacesQuery | undefined
  readonly onChange: (changes: Partial<LinkFilters>) => void
}

export function FilterBar({ filters, places, onChange }: FilterBarProps) {
  const client = useClient()
  const domains = usableDomains(places)
  const choices = [
    {
      name: 'tag',
      all: t('filter.tag'),
      options: places?.tags?.nodes.map(({ id, name }) => [id, name] as const) ?? [],
    },
    {
      name: 'folder',
      all: t('filter.folder'),
      options: places?.folders?.nodes.map(({ id, name }) => [id, name] as const) ?? [],
    },
    { name: 'domain', all: t('filter.domain'), options: domains.map(({ id, host }) => [id, host] as const) },
  ] as const
  return (
    <div className={styles.filters}>
      <Select
        label={t('filter.state')}
        isLabelHidden
        value={filters.state}
        isChosen={filters.state !== ''}
        options={[
          ['', t('filter.state')] as const,
          ...states.map((each) => [each, t(`filter.state.${each}`)] as const),
        ]}
        onChange={(state) => onChange({ state })}
      />
      {choices.map(
        ({ name, all, options }) =>
          options.length > 0 && (
            <Select
              key={name}
              label={all}
              isLabelHidden
              value={filters[name]}
              isChosen={filters[name] !== ''}
              options={[['', all], ...options]}
              onChange={(value) => onChange({ [name]: value })}
            />
          ),
      )}
      {isFiltered(filters) && (
        <Button kind="quiet" icon="close" onPress={() => onChange({ ...noFilters, sort: filters.sort })}>
          {t('links.clear')}
        </Button>
      )}
      <span className={styles.space} />
      <Select
        label={t('filter.sort')}
        isLabelHidden
        value={filters.sort}
        options={sorts.map((each) => [each, t(`filter.sort.${each}`)] as const)}
        onChange={(sort) => onChange({ sort })}
      />
      <Button
        kind="quiet"
        icon="download"
        label={t('links.download')}
        onPress={() =>
          withLater(
            () => import('./links-file.ts'),
            ({ downloadLinks }) => downloadLinks(client, filters),
          )
        }
      />
    </div>
  )
}
