import { useEffect, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import type { LinkRowFragment, LinksQueryVariables } from '../../graph/types.ts'
import { Problem } from '../../ui/problem.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useHiddenLinks } from './hidden-links.ts'
import styles from './link-list.module.css'
import { LinkRow } from './link-row.tsx'
import { Links } from './links.graphql.ts'

/** The selected links by their ids. */
export type Selection = ReadonlyMap<string, LinkRowFragment>

interface LinkListProps {
  readonly variables: LinksQueryVariables
  readonly selected: Selection
  readonly onSelect: (selected: Selection) => void
}

/**
 * Pages of links below one another, each asked for when it comes near. A page that is far away is only a gap of its
 * height, so the page stays small however far somebody scrolls.
 */
export function LinkList({ variables, selected, onSelect }: LinkListProps) {
  const [cursors, setCursors] = useState<readonly (string | null)[]>([null])
  return (
    <div className={styles.list}>
      {cursors.map((after, index) => (
        <Page
          key={after}
          variables={{ ...variables, after }}
          selected={selected}
          onSelect={onSelect}
          {...(index === cursors.length - 1 && {
            onNext: (next) => setCursors((present) => (present.includes(next) ? present : [...present, next])),
          })}
        />
      ))}
    </div>
  )
}

interface PageProps extends LinkListProps {
  /** Called with the cursor of the next page, when this is the last one and near. */
  readonly onNext?: (cursor: string) => void
}

/** How far before it is seen a page is drawn, in pixels. */
const margin = 1500

function Page({ variables, selected, onSelect, onNext }: PageProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(true)
  const [height, setHeight] = useState(0)
  const [{ data, error }, ask] = useQuery({ query: Links, variables, pause: !isNear })
  const hidden = useHiddenLinks()
  const page = data?.urls
  const shown = page?.nodes.filter(({ id }) => !hidden.has(id)) ?? []
  const lastToggled = useRef(0)
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
  const next = isNear && page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
  useEffect(() => {
    if (next) onNext?.(next)
  }, [next, onNext])
  const toggle = (index: number, isSelected: boolean, isRange: boolean) => {
    const from = isRange ? lastToggled.current : index
    const links = new Map(selected)
    for (const link of shown.slice(Math.min(from, index), Math.max(from, index) + 1)) {
      if (isSelected) links.set(link.id, link)
      else links.delete(link.id)
    }
    lastToggled.current = index
    onSelect(links)
  }
  if (!isNear && height > 0) return <div ref={place} style={{ height }} />
  return (
    <div ref={place}>
      {error && <Problem problem={problemOf(error)} onAgain={() => ask({ requestPolicy: 'network-only' })} />}
      {!page && !error && <Skeleton lines={8} height={68} />}
      {page && (
        <ul>
          {shown.map((link, index) => (
            <LinkRow
              key={link.id}
              link={link}
              isSelected={selected.has(link.id)}
              onSelect={(isSelected, isRange) => toggle(index, isSelected, isRange)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}
