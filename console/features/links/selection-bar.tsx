import { useState } from 'react'
import type { LinkRowFragment, LinksQueryVariables, PlacesQuery } from '../../graph/types.ts'
import { formatNumber } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import styles from './selection-bar.module.css'
import { type Change, useChangeLinks } from './use-change-links.ts'
import { useDeleteLinks } from './use-delete-links.ts'

interface SelectionBarProps {
  /** The selected links of the list, as far as it is loaded. */
  readonly selected: readonly LinkRowFragment[]
  /** What the list shows, and how many links that are. */
  readonly variables: LinksQueryVariables
  readonly total: number | undefined
  /** Whether all links that the filters find are selected, also those that are not loaded. */
  readonly isWhole: boolean
  readonly places: PlacesQuery | undefined
  readonly onAll: () => void
  readonly onDone: (failedIds?: readonly string[]) => void
}

/** What can be done with all selected links at once, with the names of these links. */
// biome-ignore lint/style/noDefaultExport: React loads a part of a screen by its default export.
export default function SelectionBar({
  selected,
  variables,
  total = 0,
  isWhole,
  places,
  onAll,
  onDone,
}: SelectionBarProps) {
  const { changeChosen, changeFound } = useChangeLinks()
  const deleteLinks = useDeleteLinks()
  const [isBusy, setBusy] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const count = isWhole ? total : selected.length
  const change = async (what: Change) => {
    setBusy(true)
    const failedIds = await (isWhole ? changeFound(variables, what) : changeChosen(selected, what))
    setBusy(false)
    onDone(failedIds)
  }
  const remove = () => {
    if (isWhole) return setAsking(true)
    deleteLinks(selected.map(({ id }) => id))
    onDone()
  }
  const folders = places?.folders?.nodes ?? []
  const tags = places?.tags?.nodes ?? []
  const title = isWhole
    ? t('selection.all', { count, shown: formatNumber(count) })
    : t('selection.count', { count, shown: formatNumber(count) })
  return (
    <div className={styles.bar} role="toolbar" aria-label={title} aria-busy={isBusy}>
      <div className={styles.head}>
        <p className={styles.what}>
          <b>{title}</b>
          {!isWhole && <small>{selected.map(({ code }) => `/${code}`).join(', ')}</small>}
        </p>
        {!isWhole && total > selected.length && (
          <Button kind="quiet" onPress={onAll}>
            {t('selection.takeAll', { count: total, shown: formatNumber(total) })}
          </Button>
        )}
      </div>
      <Menu
        label={t('selection.move')}
        trigger={
          <Button icon="folder" isDisabled={isBusy}>
            {t('selection.move')}
          </Button>
        }
        actions={[
          ...folders.map(({ id, name }) => ({ id, name, act: () => change({ action: 'MOVE', toFolderId: id }) })),
          { id: 'none', name: t('links.noFolder'), act: () => change({ action: 'MOVE', toFolderId: null }) },
        ]}
      />
      {tags.length > 0 && (
        <Menu
          label={t('selection.tag')}
          trigger={
            <Button icon="tag" isDisabled={isBusy}>
              {t('selection.tag')}
            </Button>
          }
          actions={tags.map(({ id, name }) => ({
            id,
            name,
            act: () => change({ action: 'ADD_TAGS', changeTagIds: [id] }),
          }))}
        />
      )}
      <Button icon="check" isDisabled={isBusy} onPress={() => change({ action: 'ENABLE' })}>
        {t('selection.on')}
      </Button>
      <Button icon="pause" isDisabled={isBusy} onPress={() => change({ action: 'DISABLE' })}>
        {t('selection.off')}
      </Button>
      <Button kind="danger" icon="trash" isDisabled={isBusy} onPress={remove}>
        {t('link.delete')}
      </Button>
      <Button kind="quiet" icon="close" label={t('selection.none')} onPress={() => onDone()} />
      {isAsking && (
        <Dialog
          kind="card"
          title={t('selection.delete', { count, shown: formatNumber(count) })}
          onClose={() => setAsking(false)}
        >
          <div className={styles.question}>
            <p>{t('selection.deleteLead')}</p>
            <Button
              kind="danger"
              icon="trash"
              isDisabled={isBusy}
              onPress={async () => {
                await change({ action: 'DELETE' })
                setAsking(false)
              }}
            >
              {t('link.delete')}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  )
}
