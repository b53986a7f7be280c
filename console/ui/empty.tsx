import type { ReactNode } from 'react'
import styles from './empty.module.css'

interface EmptyProps {
  readonly title: string
  /** What will stand here. */
  readonly lead: string
  /** The one step that leads there. */
  readonly children?: ReactNode
  /** 3 in a part of a screen that has a heading of its own. */
  readonly level?: 2 | 3
}

/** Stands in the place of a list that has nothing yet. */
export function Empty({ title, lead, children, level = 2 }: EmptyProps) {
  const Heading = `h${level}` as const
  return (
    <section className={styles.empty}>
      <Heading>{title}</Heading>
      <p>{lead}</p>
      {children}
    </section>
  )
}
