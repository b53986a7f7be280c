import { type ReactNode, useState } from 'react'
import { Check } from '../../ui/choice.tsx'
import styles from './settings-part.module.css'

interface SettingsPartProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly children?: ReactNode
}

/** One subject of a screen of settings. */
export function SettingsPart({ title, lead, children }: SettingsPartProps) {
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </section>
  )
}

interface SettingsFormProps {
  readonly onSubmit: () => unknown
  readonly children: ReactNode
}

/** Fields that are saved together. Enter saves them from any field. */
export function SettingsForm({ onSubmit, children }: SettingsFormProps) {
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form onSubmit={submit} className={styles.form}>
      {children}
    </form>
  )
}

interface SavedCheckProps {
  readonly label: string
  readonly hint?: string
  readonly isChecked: boolean
  readonly isDisabled?: boolean
  /** Saves the choice. */
  readonly onChange: (isChecked: boolean) => Promise<unknown>
}

/** A choice that is saved at once. Until then it shows what was chosen. */
export function SavedCheck({ isChecked, onChange, ...check }: SavedCheckProps) {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const save = async (next: boolean) => {
    setChosen(next)
    await onChange(next)
    setChosen(null)
  }
  return <Check {...check} isChecked={chosen ?? isChecked} onChange={save} />
}
