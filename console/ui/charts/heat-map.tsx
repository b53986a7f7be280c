import { type KeyboardEvent, useState } from 'react'
import styles from './heat-map.module.css'
import { moveBy } from './time-line.tsx'

interface HeatMapProps {
  readonly label: string
  readonly rowNames: readonly string[]
  readonly columnNames: readonly string[]
  /** By rows and columns. */
  readonly values: readonly (readonly number[])[]
  /** What is said of one cell. */
  readonly describe: (row: number, column: number, value: number) => string
  readonly hint: string
  /** Whether the numbers stand in the cells. */
  readonly isTable: boolean
}

/** A table whose cells are the darker, the larger their number is. The line below it says more of one cell. */
export function HeatMap({ label, rowNames, columnNames, values, describe, hint, isTable }: HeatMapProps) {
  const [active, setActive] = useState<number | null>(null)
  const columns = columnNames.length
  const most = Math.max(1, ...values.flat())
  const [row, column] = active === null ? [-1, -1] : [Math.floor(active / columns), active % columns]
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moveBy(event.key, active ?? -1, rowNames.length * columns, columns)
    if (next === null) return
    event.preventDefault()
    setActive(next)
  }
  const reading = active === null ? hint : describe(row, column, values[row]?.[column] ?? 0)
  return (
    <div>
      <section
        className={styles.frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: The arrow keys read the cells, and a narrow screen scrolls them.
        tabIndex={0}
        aria-label={label}
        onKeyDown={onKeyDown}
        onPointerLeave={() => setActive(null)}
        onBlur={() => setActive(null)}
        data-table={isTable || undefined}
      >
        <table className={styles.map}>
          <caption className="visually-hidden">{label}</caption>
          <thead>
            <tr>
              <td />
              {columnNames.map((name, index) => (
                <th key={name} scope="col">
                  <span className={index % 3 === 0 ? undefined : styles.minor}>{name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rowNames.map((name, rowIndex) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {columnNames.map((columnName, columnIndex) => {
                  const value = values[rowIndex]?.[columnIndex] ?? 0
                  const index = rowIndex * columns + columnIndex
                  return (
                    <td
                      key={columnName}
                      onPointerEnter={() => setActive(index)}
                      onPointerDown={() => setActive(index)}
                      data-active={index === active || undefined}
                      style={
                        {
                          '--share': `${value === 0 ? 0 : Math.round(12 + (88 * value) / most)}%`,
                        } as React.CSSProperties
                      }
                    >
                      <span className={styles.number}>{value}</span>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={styles.reading} role="status">
        {reading}
      </p>
    </div>
  )
}
