import { useId } from 'react'
import { t } from '../texts/texts.ts'
import styles from './field.module.css'
import { Icon } from './icon.tsx'

interface SeveralOfProps {
  readonly label: string
  /** The first line of the list, such as `Add a country`. */
  readonly addLabel: string
  readonly values: readonly string[]
  readonly options: readonly (readonly [value: string, name: string])[]
  readonly nameOf: (value: string) => string
  readonly onChange: (values: readonly string[]) => void
  readonly hint?: string
  readonly problem?: string | undefined
}

/** Some of a long list: each is added by the browser's own list and stands below until it is removed. */
export function SeveralOf({ label, addLabel, values, options, nameOf, onChange, hint, problem }: SeveralOfProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <select
        id={id}
        className={styles.select}
        value=""
        aria-invalid={problem !== undefined || undefined}
        onChange={(event) => onChange([...values, event.currentTarget.value])}
      >
        <option value="">{addLabel}</option>
        {options
          .filter(([value]) => !values.includes(value))
          .map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
      </select>
      {values.length > 0 && (
        <ul className={styles.chosen}>
          {values.map((value) => (
            <li key={value}>
              <button
                type="button"
                aria-label={t('remove', { name: nameOf(value) })}
                onClick={() => onChange(values.filter((each) => each !== value))}
              >
                {nameOf(value)} <Icon name="close" size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {problem && <span className={styles.problem}>{problem}</span>}
      {hint && <span className={styles.hint}>{hint}</span>}
    </div>
  )
}

interface TogglesProps<Value extends string> {
  readonly label: string
  readonly values: readonly Value[]
  readonly options: readonly (readonly [value: Value, name: string, longName: string])[]
  readonly onChange: (values: readonly Value[]) => void
  readonly hint?: string
}

/** Some of a few: a button for each. */
export function Toggles<Value extends string>({ label, values, options, onChange, hint }: TogglesProps<Value>) {
  const toggle = (value: Value) =>
    onChange(values.includes(value) ? values.filter((each) => each !== value) : [...values, value])
  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.toggles}>
        {options.map(([value, name, longName]) => (
          <button
            key={value}
            type="button"
            aria-pressed={values.includes(value)}
            title={longName}
            onClick={() => toggle(value)}
          >
            {name}
          </button>
        ))}
      </div>
      {hint && <span className={styles.hint}>{hint}</span>}
    </fieldset>
  )
}
