import { useMutation } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import { t } from '../../texts/texts.ts'
import { actLater, notify } from '../../ui/notices.tsx'
import { batchesOf } from './batches.ts'
import { hideLinks, showLinks } from './hidden-links.ts'
import { DeleteLinks } from './links.graphql.ts'

/** Hides links at once and deletes them some seconds later, unless the notice is used to take it back. */
export function useDeleteLinks(): (ids: readonly string[]) => void {
  const [, remove] = useMutation(DeleteLinks)
  return (ids) => {
    hideLinks(ids)
    const act = async () => {
      for (const batch of batchesOf(ids)) {
        const { error } = await remove({ ids: batch })
        const problem = problemOf(error)
        if (problem) notify(problem.message, { isProblem: true })
      }
      showLinks(ids)
    }
    actLater(t('links.deleted', { count: ids.length }), { act, undo: () => showLinks(ids) })
  }
}
