import { type ReactNode, useId } from 'react'
import styles from './field.module.css'

interface SelectProps<Value extends string> {
  readonly label: string
  readonly value: Value
  /** The names of the values, in the order in which they are shown. */
  readonly options: readonly (readonly [value: Value, name: string])[]
  readonly onChange: (value: Value) => void
  /** Shows the name of the choice only, as a filter does. */
  readonly isLabelHidden?: boolean
  /** Whether the choice differs from what everybody sees. */
  readonly isChosen?: boolean
  readonly hint?: ReactNode
}

/** One of a list: the browser's own control, which phones know best. */
export function Select<Value extends string>({
  label,
  value,
  options,
  onChange,
  isLabelHidden = false,
  isChosen = false,
  hint,
}: SelectProps<Value>) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <select
        id={id}
        className={styles.select}
        value={value}
        data-chosen={isChosen || undefined}
        onChange={(event) => onChange(event.currentTarget.value as Value)}
      >
        {options.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
      {hint && <span className={styles.hint}>{hint}</span>}
    </div>
  )
}

interface ChecksProps {
  readonly legend: string
  readonly children: ReactNode
}

/** Boxes that belong together. */
export function Checks({ legend, children }: ChecksProps) {
  return (
    <fieldset className={styles.checks}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  )
}

interface CheckProps {
  readonly label: ReactNode
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
  readonly hint?: ReactNode
  readonly isDisabled?: boolean
}

export function Check({ label, isChecked, onChange, hint, isDisabled = false }: CheckProps) {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        {label}
        {hint && <span className={styles.hint}> {hint}</span>}
      </span>
    </label>
  )
}
