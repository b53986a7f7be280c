import { useClient } from 'urql'
import { useSearchParams } from 'wouter'
import { LaterDrawer } from '../../app/error-boundary.tsx'
import { laterScreen, withLater } from '../../app/later-screen.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/choice.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { Figures } from './breakdowns.ts'
import styles from './statistics.module.css'
import type { StatisticsLink } from './statistics-link.ts'
import type { StatisticsState } from './statistics-state.ts'

const ShareDrawer = laterScreen(() => import('./share-drawer.tsx'))

interface StatisticsActionsProps {
  readonly state: StatisticsState
  readonly now: Date
  readonly figures: Figures | null
  readonly link: StatisticsLink | null
  readonly onChange: (changes: Partial<StatisticsState>) => void
}

/** The order of the lists, tables instead of charts, and the numbers as files and on paper. */
export function StatisticsActions({ state, now, figures, link, onChange }: StatisticsActionsProps) {
  const client = useClient()
  const [params, setParams] = useSearchParams()
  const setSharing = (isSharing: boolean) =>
    setParams((previous) => {
      const next = new URLSearchParams(previous)
      if (isSharing) next.set('share', '1')
      else next.delete('share')
      return next
    })
  const urlId = link?.id ?? null
  const name = link?.shortUrl.split('/').at(-1) ?? 'statistics'
  const files = () => import('./statistics-files.ts')
  return (
    <div className={styles.actions}>
      <Select
        label={t('statistics.order')}
        isLabelHidden
        value={state.order}
        isChosen={state.order !== 'most'}
        options={[
          ['most', t('statistics.order.most')],
          ['growth', t('statistics.order.growth')],
        ]}
        onChange={(order) => onChange({ order })}
      />
      <Button
        kind={state.isTable ? 'secondary' : 'quiet'}
        aria-pressed={state.isTable}
        onPress={() => onChange({ isTable: !state.isTable })}
      >
        {t('statistics.table')} <kbd>T</kbd>
      </Button>
      <Menu
        label={t('statistics.download')}
        trigger={
          // Without the numbers there is nothing to save yet.
          <Button kind="quiet" icon="download" label={t('statistics.download')} isDisabled={!figures} />
        }
        actions={[
          {
            id: 'series',
            name: t('statistics.downloadSeries'),
            detail: 'CSV',
            act: () => withLater(files, ({ downloadSeries }) => figures && downloadSeries(figures, state.zone, name)),
          },
          {
            id: 'clicks',
            name: t('statistics.downloadClicks'),
            detail: 'CSV',
            act: () => withLater(files, ({ downloadClicks }) => downloadClicks(client, state, urlId)),
          },
          {
            id: 'print',
            name: t('statistics.print'),
            detail: t('statistics.printDetail'),
            act: () => withLater(files, ({ printStatistics }) => printStatistics(client, state, now, urlId)),
          },
        ]}
      />
      {!link?.isPage && (
        <Button kind="quiet" icon="share" onPress={() => setSharing(true)}>
          {t('share.button')}
        </Button>
      )}
      {params.has('share') && (
        <LaterDrawer onClose={() => setSharing(false)}>
          <ShareDrawer state={state} link={link} onClose={() => setSharing(false)} />
        </LaterDrawer>
      )}
    </div>
  )
}
