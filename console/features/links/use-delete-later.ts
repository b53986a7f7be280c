import { type TypedDocumentNode, useMutation } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import { actLater, notify } from '../../ui/notices.tsx'
import { hideLinks, showLinks } from './hidden-links.ts'

/** Hides something at once and deletes it some seconds later, unless the notice is used to take it back. */
export function useDeleteLater<Data>(
  document: TypedDocumentNode<Data, { id: string }>,
): (id: string, notice: string) => void {
  const [, remove] = useMutation(document)
  return (id, notice) => {
    hideLinks([id])
    const act = async () => {
      const problem = problemOf((await remove({ id })).error)
      if (problem) notify(problem.message, { isProblem: true })
      showLinks([id])
    }
    actLater(notice, { act, undo: () => showLinks([id]) })
  }
}
