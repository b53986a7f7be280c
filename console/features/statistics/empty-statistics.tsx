import { useQuery } from 'urql'
import { useNewLink } from '../../app/use-new-link.ts'
import { t } from '../../texts/texts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.ts'
import { Empty } from '../../ui/empty.tsx'
import { LinkClicksEver, WorkspaceClicksEver } from './statistics.graphql.ts'
import type { StatisticsLink } from './statistics-link.ts'
import type { StatisticsState } from './statistics-state.ts'

interface EmptyStatisticsProps {
  readonly state: StatisticsState
  readonly link: StatisticsLink | null
  readonly onChange: (changes: Partial<StatisticsState>) => void
}

/** Says what will stand here, and offers the one step that leads there. */
export function EmptyStatistics({ state: { filters, period }, link, onChange }: EmptyStatisticsProps) {
  const newLink = useNewLink()
  const isFiltered = Object.values(filters).some(Boolean)
  const isPart = !isFiltered && period !== 'all'
  const [workspace] = useQuery({ query: WorkspaceClicksEver, pause: !isPart || link !== null })
  const [ofLink] = useQuery({ query: LinkClicksEver, variables: { urlId: link?.id ?? '' }, pause: !isPart || !link })
  // A new account has no other time.
  const hasOthers = isPart && ((link ? ofLink : workspace).data?.ever?.totalClicks ?? 0) > 0
  return (
    <Empty
      title={t(isFiltered ? 'statistics.noneFiltered' : 'statistics.none')}
      lead={t(
        isFiltered ? 'statistics.noneFilteredLead' : hasOthers ? 'statistics.noneLead' : 'statistics.noneEverLead',
      )}
    >
      {isFiltered ? (
        <Button onPress={() => onChange({ filters: {} })}>{t('links.clear')}</Button>
      ) : hasOthers ? (
        <Button onPress={() => onChange({ period: 'all' })}>{t('statistics.showAll')}</Button>
      ) : link ? (
        <Button kind="main" icon="copy" onPress={() => copyText(link.shortUrl)}>
          {t('copy')}
        </Button>
      ) : (
        <ButtonLink kind="main" icon="plus" {...newLink.addressOf()}>
          {t('links.new')}
        </ButtonLink>
      )}
    </Empty>
  )
}
