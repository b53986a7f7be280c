import { useEffect, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { Later } from '../../app/error-boundary.tsx'
import { laterScreen } from '../../app/later-screen.ts'
import { problemOf } from '../../graph/problems.ts'
import type { LinkRowFragment, LinksQueryVariables, PlacesQuery } from '../../graph/types.ts'
import { Problem } from '../../ui/problem.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import { useHiddenLinks } from './hidden-links.ts'
import styles from './link-list.module.css'
import { LinkRow } from './link-row.tsx'
import { Links } from './links.graphql.ts'

const SelectionBar = laterScreen(() => import('./selection-bar.tsx'))

/** What a page of the list has, as it is known so far. */
interface LoadedPage {
  readonly links: readonly LinkRowFragment[]
  /** The cursor of the next page. */
  readonly next: string | null
}

/** The ids of the selected links, or every link that the filters find. */
type Selection = ReadonlySet<string> | 'all'

const none: Selection = new Set()

interface LinkListProps {
  readonly variables: LinksQueryVariables
  readonly total: number | undefined
  readonly places: PlacesQuery | undefined
}

/**
 * Pages of links below one another, each asked for when it comes near. A page that is far away is only a gap of its
 * height, so the page stays small however far somebody scrolls. A link that leaves the list is not selected any more, and
 * another list, by its filters or its order, begins without a selection.
 */
export function LinkList({ variables, total, places }: LinkListProps) {
  const [pages, setPages] = useState<readonly LoadedPage[]>([])
  const [selection, setSelection] = useState<Selection>(none)
  const anchor = useRef('')
  const hidden = useHiddenLinks()
  const keptFocus = useKeptFocus()
  const cursors = [null, ...pages.flatMap(({ next }) => (next === null ? [] : [next]))]
  const links = pages.flatMap((page) => page.links).filter(({ id }) => !hidden.has(id))
  const isSelected = (id: string) => selection === 'all' || selection.has(id)
  const selected = links.filter(({ id }) => isSelected(id))
  const load = (index: number, page: LoadedPage) =>
    setPages((present) => [...present.slice(0, index), page, ...(page.next === null ? [] : present.slice(index + 1))])
  const toggle = (id: string, isOn: boolean, isRange: boolean) => {
    const ids = links.map((link) => link.id)
    const to = ids.indexOf(id)
    const from = isRange ? ids.indexOf(anchor.current) : to
    const range = from < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1)
    const next = new Set(selected.map((link) => link.id))
    for (const each of range) {
      if (isOn) next.add(each)
      else next.delete(each)
    }
    anchor.current = id
    setSelection(next)
  }
  return (
    <div ref={keptFocus}>
      <div className={styles.list}>
        {cursors.map((after, index) => (
          <Page
            // biome-ignore lint/suspicious/noArrayIndexKey: A page is known by its place: its cursor moves with new links.
            key={index}
            variables={{ ...variables, after }}
            isSelected={isSelected}
            onToggle={toggle}
            onLoad={(page) => load(index, page)}
          />
        ))}
      </div>
      {selected.length > 0 && (
        <Later>
          <SelectionBar
            selected={selected}
            variables={variables}
            total={total}
            isWhole={selection === 'all'}
            places={places}
            onAll={() => setSelection('all')}
            onDone={(failedIds = []) => setSelection(new Set(failedIds))}
          />
        </Later>
      )}
    </div>
  )
}

interface PageProps {
  readonly variables: LinksQueryVariables
  readonly isSelected: (id: string) => boolean
  readonly onToggle: (id: string, isOn: boolean, isRange: boolean) => void
  readonly onLoad: (page: LoadedPage) => void
}

/** How far before it is seen a page is drawn, in pixels. */
const margin = 1500

function Page({ variables, isSelected, onToggle, onLoad }: PageProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(true)
  const [height, setHeight] = useState(0)
  const [{ data, error }, ask] = useQuery({ query: Links, variables, pause: !isNear })
  const hidden = useHiddenLinks()
  const page = data?.urls
  useEffect(() => {
    const element = place.current
    if (!element) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return
        if (!entry.isIntersecting) setHeight(entry.boundingClientRect.height)
        setNear(entry.isIntersecting)
      },
      { rootMargin: `${margin}px 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: Each answer is passed on once.
  useEffect(() => {
    if (page && isNear) onLoad({ links: page.nodes, next: page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null })
  }, [page, isNear])
  if (!isNear && height > 0) return <div ref={place} style={{ height }} />
  return (
    <div ref={place}>
      {error && <Problem problem={problemOf(error)} onAgain={() => ask({ requestPolicy: 'network-only' })} />}
      {!page && !error && <Skeleton lines={8} height={68} />}
      {page && (
        <ul>
          {page.nodes
            .filter(({ id }) => !hidden.has(id))
            .map((link) => (
              <LinkRow
                key={link.id}
                link={link}
                isSelected={isSelected(link.id)}
                onSelect={(isOn, isRange) => onToggle(link.id, isOn, isRange)}
              />
            ))}
        </ul>
      )}
    </div>
  )
}
