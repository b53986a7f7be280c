import type { ReactNode } from 'react'
import styles from './row.module.css'

interface RowProps {
  readonly name: ReactNode
  /** Beside the name, such as the address of a member. */
  readonly detail?: ReactNode
  /** What it is about, each in a line. */
  readonly lines?: readonly ReactNode[]
  /** What else is to be known, in one quiet line. */
  readonly notes?: readonly ReactNode[]
  /** Whether the notes change by themselves, so that a screen reader says them. */
  readonly isLive?: boolean
  /** Why it has failed. */
  readonly failure?: string | null
  /** What can be done with it. */
  readonly children?: ReactNode
  /** Whether it is over. */
  readonly isEnded?: boolean
}

/** A row of a list of settings. */
export function Row({
  name,
  detail,
  lines = [],
  notes = [],
  isLive = false,
  failure,
  children,
  isEnded = false,
}: RowProps) {
  return (
    <li className={styles.item} data-ended={isEnded || undefined}>
      <div className={styles.row}>
        <p className={styles.name}>
          <b>{name}</b>
          {detail && <span>{detail}</span>}
        </p>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: The lines of a row never move.
          <p key={index}>{line}</p>
        ))}
        <Notes notes={notes} isLive={isLive} />
        {failure && <p className={styles.failure}>{failure}</p>}
      </div>
      {children && <div className={styles.acts}>{children}</div>}
    </li>
  )
}

/** What else is to be known of something, in one quiet line. */
export function Notes({ notes, isLive = false }: Pick<RowProps, 'isLive'> & { readonly notes: readonly ReactNode[] }) {
  const said = notes.filter(Boolean)
  if (said.length === 0) return null
  return (
    <p className={styles.notes} role={isLive ? 'status' : undefined}>
      {said.map((note, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: The notes of a row never move.
        <span key={index}>{note}</span>
      ))}
    </p>
  )
}
