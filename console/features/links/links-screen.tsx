import { useMemo } from 'react'
import { useQuery } from 'urql'
import { useLocation } from 'wouter'
import { LaterDrawer } from '../../app/error-boundary.tsx'
import { laterScreen } from '../../app/later-screen.ts'
import { useNewLink } from '../../app/use-new-link.ts'
import { asideContext } from '../../graph/recorder.ts'
import { formatNumber } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FilterBar } from './filter-bar.tsx'
import { isFiltered, noFilters, toVariables, useLinkFilters } from './link-filters.ts'
import { LinkList } from './link-list.tsx'
import { Links, Places } from './links.graphql.ts'
import styles from './links-screen.module.css'
import { useLiveClicks } from './use-live-clicks.ts'

const NewLink = laterScreen(() => import('../link-form/new-link.tsx'))

const pageSize = 50

/** The links of the workspace, and the drawer of a new one over them. */
// biome-ignore lint/style/noDefaultExport: React loads a screen by its default export.
export default function LinksScreen() {
  const [path] = useLocation()
  const newLink = useNewLink()
  const [filters, changeFilters] = useLinkFilters()
  const variables = useMemo(
    () => ({ ...toVariables(filters), sort: filters.sort, first: pageSize, after: null }),
    [filters],
  )
  const [{ data, fetching }] = useQuery({ query: Links, variables })
  const [{ data: places }] = useQuery({ query: Places, context: asideContext })
  useLiveClicks()
  // While it is asked for, what is known is the count of the view before.
  const total = fetching ? undefined : data?.urls?.totalCount
  const isPart = isFiltered(filters)
  const key = JSON.stringify(variables)
  return (
    <>
      <header className={styles.head}>
        <h1>{filters.q ? t('links.found', { query: filters.q }) : t('nav.links')}</h1>
        <p className={styles.count} aria-live="polite">
          {total === undefined ? '' : t('links.count', { count: total, shown: formatNumber(total) })}
        </p>
      </header>
      {(total !== 0 || isPart) && <FilterBar filters={filters} places={places} onChange={changeFilters} />}
      {total === 0 ? (
        <NoLinks isFiltered={isPart} onClear={() => changeFilters(noFilters)} />
      ) : (
        <LinkList key={key} variables={variables} total={total} places={places} />
      )}
      {path === '/links/new' && (
        <LaterDrawer onClose={newLink.close}>
          <NewLink places={places} onClose={newLink.close} />
        </LaterDrawer>
      )}
    </>
  )
}

function NoLinks({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  const newLink = useNewLink()
  if (isFiltered)
    return (
      <Empty title={t('links.noneFound')} lead={t('links.noneFoundLead')}>
        <Button onPress={onClear}>{t('links.clear')}</Button>
      </Empty>
    )
  return (
    <Empty title={t('links.none')} lead={t('links.noneLead')}>
      <ButtonLink kind="main" icon="plus" {...newLink.addressOf()}>
        {t('links.new')}
      </ButtonLink>
    </Empty>
  )
}
