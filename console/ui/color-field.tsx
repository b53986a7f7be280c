import { t } from '../texts/texts.ts'
import styles from './color-field.module.css'
import { readColor } from './colors.ts'
import { Field } from './field.tsx'

interface ColorFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (color: string) => void
  readonly problem?: string | undefined
}

/** A colour by the browser's picker, or by its number as a style guide has it. */
export function ColorField({ label, value, onChange, problem }: ColorFieldProps) {
  return (
    <div className={styles.color}>
      <input
        type="color"
        value={/^#[0-9a-f]{6}$/.test(value) ? value : '#000000'}
        aria-label={t('qr.pick', { name: label })}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Field
        label={label}
        value={value}
        onChange={(text) => onChange(readColor(text))}
        spellCheck="false"
        problem={problem}
      />
    </div>
  )
}
