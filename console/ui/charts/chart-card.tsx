import type { ReactNode } from 'react'
import styles from './chart-card.module.css'

interface ChartCardProps {
  readonly title: ReactNode
  /** What stands beside the title. */
  readonly choices?: ReactNode
  /** Whether the choices say what is shown, so that the title is for screen readers only. */
  readonly isTitleHidden?: boolean
  readonly children: ReactNode
}

/** The frame of a chart or a list. */
export function ChartCard({ title, choices, isTitleHidden = false, children }: ChartCardProps) {
  return (
    <section className={styles.card}>
      <header className={styles.head}>
        <h2 className={isTitleHidden ? 'visually-hidden' : undefined}>{title}</h2>
        {choices}
      </header>
      {children}
    </section>
  )
}

interface ChoicesProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly (readonly [value: Value, name: string])[]
  readonly onChange: (value: Value) => void
}

/** A few views of one card, of which one is shown. */
export function Choices<Value extends string>({ label, value, options, onChange }: ChoicesProps<Value>) {
  return (
    <fieldset className={styles.choices} aria-label={label}>
      {options.map(([each, name]) => (
        <button key={each} type="button" aria-pressed={each === value} onClick={() => onChange(each)}>
          {name}
        </button>
      ))}
    </fieldset>
  )
}

export interface ChartTableProps {
  readonly caption: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Hidden tables are read by screen readers only. */
  readonly isShown: boolean
}

/** The numbers of a chart. */
export function ChartTable({ caption, head, rows, isShown }: ChartTableProps) {
  return (
    <section
      className={isShown ? styles.tableFrame : 'visually-hidden'}
      {...(isShown && { tabIndex: 0, 'aria-label': caption })}
    >
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: A repeated hour has the same name.
            <tr key={index}>
              <th scope="row">{name}</th>
              {cells.map((cell, column) => (
                <td key={head[column + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
