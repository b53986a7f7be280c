import { t } from '../texts/texts.ts'
import { Field } from './field.tsx'

interface TypedConfirmationProps {
  /** What must be typed. */
  readonly text: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Asks for a text, so that nobody ends by a slip what cannot be brought back. */
export function TypedConfirmation({ text, value, onChange }: TypedConfirmationProps) {
  return (
    <Field
      label={t('settings.typeToConfirm', { text })}
      autoFocus
      autoComplete="off"
      value={value}
      onChange={onChange}
    />
  )
}
