import type { ReactNode } from 'react'
import { Link } from 'wouter'
import styles from './bar-list.module.css'

export interface BarRow {
  readonly key: string
  readonly name: ReactNode
  readonly value: number
  /** The value for people, such as `1,204`. */
  readonly text: string
  /** A second number, such as its share. */
  readonly detail?: string
  /** The change to the period before, such as `↑ 18% more`. */
  readonly change?: string
  /** Where a click on the row leads, or what it does. */
  readonly href?: string
  readonly act?: () => void
  readonly isChosen?: boolean
}

/** Rows with bars from zero; the longest bar is the largest value. */
export function BarList({ rows }: { readonly rows: readonly BarRow[] }) {
  const most = Math.max(1, ...rows.map(({ value }) => value))
  return (
    <ul className={styles.list}>
      {rows.map(({ key, value, href, act, isChosen, ...row }) => {
        const content = <Content {...row} share={value / most} />
        return (
          <li key={key}>
            {href ? (
              <Link href={href} className={styles.row}>
                {content}
              </Link>
            ) : act ? (
              <button type="button" className={styles.row} onClick={act} aria-pressed={isChosen ?? false}>
                {content}
              </button>
            ) : (
              <div className={styles.row}>{content}</div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

type ContentProps = Pick<BarRow, 'name' | 'text' | 'detail' | 'change'> & { readonly share: number }

function Content({ name, text, detail, change, share }: ContentProps) {
  return (
    <>
      <span className={styles.name}>{name}</span>
      {change !== undefined && <span className={styles.change}>{change}</span>}
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      <b className={styles.value}>{text}</b>
      <span className={styles.track} aria-hidden="true">
        <span style={{ width: `${Math.max(share > 0 ? 0.5 : 0, share * 100)}%` }} />
      </span>
    </>
  )
}
