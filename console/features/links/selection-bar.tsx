import { useMutation } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import type { LinkRowFragment, PlacesQuery, UpdateUrlItem } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { notify } from '../../ui/notices.tsx'
import type { Selection } from './link-list.tsx'
import { UpdateLinks } from './links.graphql.ts'
import styles from './selection-bar.module.css'
import { useDeleteLinks } from './use-delete-links.ts'

type Changes = Omit<UpdateUrlItem, 'id'>

interface SelectionBarProps {
  readonly selected: Selection
  readonly places: PlacesQuery | undefined
  readonly onDone: () => void
}

/** What can be done with all selected links at once. */
export function SelectionBar({ selected, places, onDone }: SelectionBarProps) {
  const [, updateLinks] = useMutation(UpdateLinks)
  const deleteLinks = useDeleteLinks()
  const ids = [...selected.keys()]
  const change = async (changes: Changes | ((link: LinkRowFragment) => Changes)) => {
    const items = [...selected.values()].map((link) => {
      return { id: link.id, ...(typeof changes === 'function' ? changes(link) : changes) }
    })
    const { data, error } = await updateLinks({ items })
    const failed = data?.updateUrls?.results.find((result) => result.error)?.error?.message
    const problem = failed ?? problemOf(error)?.message
    if (problem) return notify(problem, { isProblem: true })
    notify(t('links.changed', { count: ids.length }))
    onDone()
  }
  const folders = places?.folders?.nodes ?? []
  const tags = places?.tags?.nodes ?? []
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('links.selected', { count: ids.length })}>
      <b>{t('links.selected', { count: ids.length })}</b>
      <Menu
        label={t('links.move')}
        trigger={<Button icon="folder">{t('links.move')}</Button>}
        actions={[
          ...folders.map(({ id, name }) => ({ id, name, act: () => change({ folderId: id }) })),
          { id: 'none', name: t('links.noFolder'), act: () => change({ folderId: null }) },
        ]}
      />
      {tags.length > 0 && (
        <Menu
          label={t('links.tag')}
          trigger={<Button icon="tag">{t('links.tag')}</Button>}
          actions={tags.map(({ id, name }) => ({
            id,
            name,
            act: () => change((link) => ({ tagIds: [...new Set([...link.tags.map((tag) => tag.id), id])] })),
          }))}
        />
      )}
      <Button icon="check" onPress={() => change({ isActive: true })}>
        {t('links.on')}
      </Button>
      <Button icon="pause" onPress={() => change({ isActive: false })}>
        {t('links.off')}
      </Button>
      <Button
        kind="danger"
        icon="trash"
        onPress={() => {
          deleteLinks(ids)
          onDone()
        }}
      >
        {t('link.delete')}
      </Button>
      <Button kind="quiet" icon="close" label={t('links.unselect')} onPress={onDone} />
    </div>
  )
}
