import { Fragment, type ReactNode, useState } from 'react'
import { type RequestPolicy, type TypedDocumentNode, useQuery } from 'urql'
import { problemOf } from '../graph/problems.ts'
import { t } from '../texts/texts.ts'
import { Button } from './button.tsx'
import styles from './pages.module.css'
import { Problem } from './problem.tsx'
import { Skeleton } from './skeleton.tsx'

export interface Connection<Node> {
  readonly nodes: readonly Node[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null }
}

interface PagesProps<Data, Variables extends object, Node> {
  /** Has the variables `first` and `after`. */
  readonly query: TypedDocumentNode<Data, Variables & { first: number; after?: string | null }>
  readonly variables: Variables
  readonly listOf: (data: Data) => Connection<Node> | null | undefined
  /** A `<li>`. */
  readonly row: (node: Node) => ReactNode
  /** Stands in the place of a list without rows. */
  readonly empty: ReactNode
  /** Stands above a list with rows. */
  readonly head?: ReactNode
  /** `cache-and-network` for what changes without the person, such as a number of views. */
  readonly requestPolicy?: RequestPolicy
  /** Of a page that is not loaded yet, in pixels. */
  readonly rowHeight: number
}

export const pageSize = 50

/** A list of rows in pages of 50: the next ones are asked for when they are wanted. Give it a `key` when its variables change. */
export function Pages<Data, Variables extends object, Node extends { readonly id: string }>(
  props: PagesProps<Data, Variables, Node>,
) {
  return <Page {...props} after={null} />
}

function Page<Data, Variables extends object, Node extends { readonly id: string }>({
  after,
  ...props
}: PagesProps<Data, Variables, Node> & { readonly after: string | null }) {
  const { query, variables, listOf, row, empty, head, rowHeight, requestPolicy = 'cache-first' } = props
  const [isContinued, setContinued] = useState(false)
  const [{ data, error }, ask] = useQuery({ query, variables: { ...variables, first: pageSize, after }, requestPolicy })
  const again = () => ask({ requestPolicy: 'network-only' })
  if (error) return <Problem problem={problemOf(error)} onAgain={again} />
  const page = data && listOf(data)
  if (!page) return <Skeleton lines={3} height={rowHeight} />
  if (page.nodes.length === 0 && after === null) return empty
  const { hasNextPage, endCursor } = page.pageInfo
  return (
    <>
      {after === null && head}
      <Rows>
        {page.nodes.map((node) => (
          <Fragment key={node.id}>{row(node)}</Fragment>
        ))}
      </Rows>
      {hasNextPage &&
        (isContinued && endCursor ? (
          <Page {...props} after={endCursor} />
        ) : (
          <Button onPress={() => setContinued(true)}>{t('more')}</Button>
        ))}
    </>
  )
}

/** The `<li>`s of a list that has no pages. */
export function Rows({ children }: { readonly children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>
}
