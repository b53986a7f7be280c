import { useMutation } from 'urql'
import { explain, problemOf } from '../../graph/problems.ts'
import type { LinkRowFragment, LinksQueryVariables, UpdateUrlItem } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { notify } from '../../ui/notices.tsx'
import { batchesOf } from './batches.ts'
import { ChangeSelectedLinks, UpdateLinks } from './selection.graphql.ts'

/** What is done with links at once, as the graph names it. */
export type Change =
  | { readonly action: 'ENABLE' | 'DISABLE' | 'DELETE' }
  | { readonly action: 'MOVE'; readonly toFolderId: string | null }
  | { readonly action: 'ADD_TAGS'; readonly changeTagIds: string[] }

/**
 * Two functions that change links and say how many: chosen links, and every link that the filters of a list find. Each
 * returns the ids of chosen links that it could not change.
 */
export function useChangeLinks() {
  const [, updateLinks] = useMutation(UpdateLinks)
  const [, changeSelected] = useMutation(ChangeSelectedLinks)

  const changeChosen = async (links: readonly LinkRowFragment[], change: Change): Promise<string[]> => {
    const failedIds: string[] = []
    let why = ''
    for (const batch of batchesOf(links.map((link) => toItem(link, change)))) {
      const { data, error } = await updateLinks({ items: batch })
      const problem = problemOf(error)
      const failed = batch.filter((_, index) => problem || data?.updateUrls?.results[index]?.error)
      failedIds.push(...failed.map(({ id }) => id))
      const reported = data?.updateUrls?.results.find((result) => result.error)?.error
      if (reported) why ||= (await explain(reported)).message
      if (problem) why ||= problem.message
    }
    report(links.length - failedIds.length, failedIds.length, why)
    return failedIds
  }

  /** One operation changes a part of many links, and its answer says how many are left. */
  const changeFound = async (variables: LinksQueryVariables, change: Change): Promise<string[]> => {
    const { first: _first, after: _after, sort: _sort, ...filter } = variables
    const isFiltered = Object.values(filter).some((value) => value !== null)
    let [changed, left, why] = [0, 0, '']
    for (;;) {
      const { data, error } = await changeSelected({ ...filter, ...change, all: !isFiltered })
      const answer = data?.changeSelectedUrls
      const problem = problemOf(error)
      if (problem) why = problem.message
      if (!answer) break
      changed += answer.changed
      left = answer.failed + answer.remaining
      if (answer.remaining === 0 || answer.changed === 0) break
    }
    report(changed, left, why)
    return []
  }

  return { changeChosen, changeFound }
}

function toItem({ id, tags }: LinkRowFragment, change: Change): UpdateUrlItem {
  if (change.action === 'MOVE') return { id, folderId: change.toFolderId }
  if (change.action === 'ADD_TAGS')
    return { id, tagIds: [...new Set([...tags.map((tag) => tag.id), ...change.changeTagIds])] }
  return { id, isActive: change.action === 'ENABLE' }
}

function report(changed: number, failed: number, why: string): void {
  if (changed > 0 || (failed === 0 && !why)) notify(t('selection.changed', { count: changed }))
  if (failed > 0 || why) notify(`${t('selection.notChanged', { count: failed })} ${why}`.trim(), { isProblem: true })
}
