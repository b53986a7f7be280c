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
      {rows.map(({ key, value, href, act, isChosen, ...row }) => (
        <li key={key}>
          <RowFrame className={styles.row} {...{ href, act, isChosen }}>
            <Content {...row} share={value / most} />
          </RowFrame>
        </li>
      ))}
    </ul>
  )
}

interface RowFrameProps {
  readonly className: string | undefined
  readonly href: string | undefined
  readonly act: (() => void) | undefined
  readonly isChosen: boolean | undefined
  readonly children: ReactNode
}

/** A link, a button, or neither: what a click on a row does. */
export function RowFrame({ className, href, act, isChosen = false, children }: RowFrameProps) {
  if (href)
    return (
      <Link href={href} className={className}>
        {children}
      </Link>
    )
  if (!act) return <div className={className}>{children}</div>
  return (
    <button type="button" className={className} onClick={act} aria-pressed={isChosen}>
      {children}
    </button>
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
