import { type ReactNode, useState } from 'react'
import type { CombinedError } from 'urql'
import { problemOf } from '../graph/problems.ts'
import { t } from '../texts/texts.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import styles from './form-dialog.module.css'
import { Problem } from './problem.tsx'

/** What `useMutation` says about the operation of a form. */
export interface FormState {
  readonly fetching: boolean
  readonly error?: CombinedError | undefined
}

interface FormDialogProps {
  readonly title: string
  readonly onClose: () => void
  /** What the button says. */
  readonly action: string
  /** What the button does. Enter does it from any field. */
  readonly onSubmit: () => unknown
  readonly state: FormState
  /** Fields that say by themselves what is wrong with them. */
  readonly fields?: readonly string[]
  readonly children: ReactNode
  readonly kind?: 'drawer' | 'card'
  /** Whether something is still missing. */
  readonly isIncomplete?: boolean
  /** Whether it ends something. */
  readonly isDangerous?: boolean
}

/** A dialog with one form: what is wrong stands at its field, or above the button. */
export function FormDialog({
  title,
  onClose,
  action,
  onSubmit,
  state: { fetching, error },
  fields = [],
  children,
  kind = 'card',
  isIncomplete = false,
  isDangerous = false,
}: FormDialogProps) {
  const problem = problemOf(error)
  const isAtField = fields.some((field) => problem?.fields[field])
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (!fetching && !isIncomplete) onSubmit()
  }
  return (
    <Dialog title={title} onClose={onClose} kind={kind}>
      <form onSubmit={submit} className={styles.form}>
        {children}
        {!isAtField && <Problem problem={problem} />}
        <footer>
          <Button
            type="submit"
            kind={isDangerous ? 'danger' : 'main'}
            isDisabled={fetching || isIncomplete}
            {...(isDangerous && { icon: 'trash' as const })}
          >
            {isDangerous ? action : `${action} ⏎`}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

interface RenameDialogProps extends Pick<FormDialogProps, 'title' | 'onClose' | 'state'> {
  readonly label: string
  readonly hint?: string
  readonly name: string
  readonly maxLength: number
  readonly onRename: (name: string) => unknown
}

/** Asks for another name. */
export function RenameDialog({ label, hint, name: present, maxLength, onRename, ...dialog }: RenameDialogProps) {
  const [name, setName] = useState(present)
  return (
    <FormDialog
      {...dialog}
      action={t('edit.save')}
      fields={['name']}
      isIncomplete={!name.trim()}
      onSubmit={() => onRename(name.trim())}
    >
      <Field
        label={label}
        {...(hint && { hint })}
        autoFocus
        maxLength={maxLength}
        value={name}
        onChange={setName}
        problem={problemOf(dialog.state.error)?.fields.name}
      />
    </FormDialog>
  )
}
