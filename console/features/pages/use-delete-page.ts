import { useMutation } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import { t } from '../../texts/texts.ts'
import { actLater, notify } from '../../ui/notices.tsx'
import { hideLinks, showLinks } from '../links/hidden-links.ts'
import { DeletePage } from './pages.graphql.ts'

/** Hides a page at once and deletes it some seconds later, unless the notice is used to take it back. */
export function useDeletePage(): (page: { readonly id: string; readonly title: string }) => void {
  const [, remove] = useMutation(DeletePage)
  return ({ id, title }) => {
    hideLinks([id])
    const act = async () => {
      const problem = problemOf((await remove({ id })).error)
      if (problem) notify(problem.message, { isProblem: true })
      showLinks([id])
    }
    actLater(t('pages.deleted', { title }), { act, undo: () => showLinks([id]) })
  }
}
