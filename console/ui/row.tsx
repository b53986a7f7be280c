import type { ReactNode } from 'react'
import styles from './row.module.css'

interface RowProps {
  readonly name: ReactNode
  /** Beside the name, such as the address of a member. */
  readonly detail?: ReactNode
  /** What else is to be known, in one quiet line. */
  readonly notes?: readonly ReactNode[]
  /** What can be done with it. */
  readonly children?: ReactNode
}

/** A row of a list of settings. */
export function Row({ name, detail, notes = [], children }: RowProps) {
  const said = notes.filter(Boolean)
  return (
    <li className={styles.item}>
      <div className={styles.row}>
        <p className={styles.name}>
          <b>{name}</b>
          {detail && <span>{detail}</span>}
        </p>
        {said.length > 0 && (
          <p className={styles.notes}>
            {said.map((note, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: The notes of a row never move.
              <span key={index}>{note}</span>
            ))}
          </p>
        )}
      </div>
      {children && <div className={styles.acts}>{children}</div>}
    </li>
  )
}
