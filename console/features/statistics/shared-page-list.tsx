import { useState } from 'react'
import { useMutation } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import type { ClickInterval, SharedPageFragment, SharedSubjectsQuery } from '../../graph/types.ts'
import { formatDay, formatInstant } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.ts'
import { actLater, notify } from '../../ui/notices.tsx'
import { intervals } from './periods.ts'
import { UnsharePage } from './share.graphql.ts'
import styles from './share-drawer.module.css'
import { SharedPageDialog } from './shared-page-dialog.tsx'

interface SharedPageListProps {
  readonly pages: readonly SharedPageFragment[]
  readonly subjects: SharedSubjectsQuery | undefined
}

/** The pages that anyone with their address can open. Closing one can be undone for some seconds. */
export function SharedPageList({ pages, subjects }: SharedPageListProps) {
  const [, close] = useMutation(UnsharePage)
  const [hidden, setHidden] = useState<readonly string[]>([])
  const [changed, setChanged] = useState<SharedPageFragment | null>(null)
  const shown = pages.filter(({ id }) => !hidden.includes(id))
  if (shown.length === 0) return null
  const show = (id: string) => setHidden((present) => present.filter((each) => each !== id))
  const closePage = (id: string) => {
    setHidden((present) => [...present, id])
    const act = async () => {
      const problem = problemOf((await close({ id })).error)
      if (problem) notify(problem.message, { isProblem: true })
      show(id)
    }
    actLater(t('share.closed'), { act, undo: () => show(id) })
  }
  return (
    <section className={styles.list}>
      <h3>{t('share.open', { count: shown.length })}</h3>
      <ul>
        {shown.map((page) => (
          <li key={page.id}>
            <div>
              <a href={page.url} target="_blank" rel="noreferrer">
                {page.title ?? subjectName(page, subjects)}
              </a>
              <small>
                {[...(page.title ? [subjectName(page, subjects)] : []), periodOf(page), ...endOf(page)].join(' · ')}
              </small>
            </div>
            <Button kind="quiet" icon="copy" label={t('share.copy')} onPress={() => copyText(page.url)} />
            <Button kind="quiet" icon="edit" label={t('share.edit')} onPress={() => setChanged(page)} />
            <Button kind="quiet" icon="trash" label={t('share.close')} onPress={() => closePage(page.id)} />
          </li>
        ))}
      </ul>
      {changed && <SharedPageDialog page={changed} onClose={() => setChanged(null)} />}
    </section>
  )
}

function subjectName({ folderId, tagId }: SharedPageFragment, subjects: SharedSubjectsQuery | undefined): string {
  const find = (nodes: readonly { id: string; name: string }[] | undefined, id: string) =>
    nodes?.find((each) => each.id === id)?.name ?? '…'
  if (folderId) return t('share.folder', { name: find(subjects?.folders?.nodes, folderId) })
  return tagId ? t('share.tag', { name: find(subjects?.tags?.nodes, tagId) }) : t('share.link')
}

function periodOf({ interval, from, to, timezone }: SharedPageFragment): string {
  const preset = Object.entries(intervals).find(([, each]) => each === (interval satisfies ClickInterval | null))?.[0]
  if (preset) return t(`period.${preset as keyof typeof intervals}`)
  if (!from) return t('period.all')
  return `${formatDay(from, timezone)} – ${to ? formatDay(new Date(Date.parse(to) - 1), timezone) : ''}`
}

function endOf({ expiresAt }: SharedPageFragment): string[] {
  if (!expiresAt) return []
  return [t(Date.parse(expiresAt) > Date.now() ? 'share.until' : 'share.ended', { when: formatInstant(expiresAt) })]
}
