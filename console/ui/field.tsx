import type { ReactNode } from 'react'
import {
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
  TextField,
  type TextFieldProps,
} from 'react-aria-components/TextField'
import styles from './field.module.css'

interface FieldProps extends Omit<TextFieldProps, 'className' | 'children' | 'style'> {
  readonly label: string
  /** One line that explains the field. */
  readonly hint?: ReactNode
  /** What is wrong. */
  readonly problem?: string | undefined
  readonly placeholder?: string
  /** What stands in front of the text, such as the host of a short address. */
  readonly prefix?: string
  readonly suffix?: ReactNode
  readonly lines?: number
  readonly isLabelHidden?: boolean
}

export function Field({
  label,
  hint,
  problem,
  placeholder,
  prefix,
  suffix,
  lines,
  isLabelHidden = false,
  ...props
}: FieldProps) {
  return (
    <TextField {...props} isInvalid={problem !== undefined} validationBehavior="aria" className={styles.field}>
      <Label className={isLabelHidden ? 'visually-hidden' : styles.label}>{label}</Label>
      <div className={styles.box}>
        {prefix && <span className={styles.prefix}>{prefix}</span>}
        {lines === undefined ? (
          <Input placeholder={placeholder} className={styles.input} />
        ) : (
          <TextArea rows={lines} placeholder={placeholder} className={styles.input} />
        )}
        {suffix}
      </div>
      <FieldError className={styles.problem}>{problem}</FieldError>
      {hint && (
        <Text slot="description" className={styles.hint}>
          {hint}
        </Text>
      )}
    </TextField>
  )
}
