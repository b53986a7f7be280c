import { useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import type { ImportMistakesQuery, ImportRowFragment } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { isAbout, RowProblem } from './row-problem.tsx'
import { CreateImport, ImportMistakes } from './transfer.graphql.ts'
import styles from './transfer.module.css'

interface MendDialogProps {
  readonly run: ImportRowFragment
  readonly onClose: () => void
}

/** What a row is mended in most often. Other values are shown where they are wrong. */
const usualFields: ReadonlySet<string> = new Set(['LONG_URL', 'SLUG', 'SHORT_URL'])

type Mistake = NonNullable<ImportMistakesQuery['import']>['errors'][number]

/** Corrects the rows that had errors, and imports them with all that the file had about them. */
export function MendDialog({ run, onClose }: MendDialogProps) {
  const [{ data, error }] = useQuery({ query: ImportMistakes, variables: { id: run.id } })
  const mistakes = data?.import?.errors.filter(({ cells }) => cells.length > 0)
  if (mistakes) return <MendForm run={run} mistakes={mistakes} onClose={onClose} />
  return (
    <Dialog title={t('imports.mendTitle', { count: run.failed })} onClose={onClose}>
      <Problem problem={problemOf(error)} />
      <Skeleton lines={3} height={88} />
    </Dialog>
  )
}

function MendForm({
  run: { source, onConflict, failed },
  mistakes,
  onClose,
}: MendDialogProps & { readonly mistakes: readonly Mistake[] }) {
  const [written, setWritten] = useState<Readonly<Record<string, string>>>({})
  const [state, create] = useMutation(CreateImport)
  const keyOf = (row: number, column: string) => `${row} ${column}`
  const changed = mistakes.filter(({ row, cells }) => cells.some(({ column }) => keyOf(row, column) in written))
  const submit = async () => {
    const rows = changed.map(({ row, cells }) =>
      Object.fromEntries(cells.map(({ column, value }) => [column, written[keyOf(row, column)] ?? value])),
    )
    const { data } = await create({ input: { source, onConflict, content: JSON.stringify(rows) } })
    if (data?.createImport) onClose()
  }
  return (
    <FormDialog
      title={t('imports.mendTitle', { count: failed })}
      action={t('imports.mendRows', { count: changed.length })}
      state={state}
      kind="drawer"
      isIncomplete={changed.length === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={styles.quiet}>{t('imports.mendLead', { count: mistakes.length })}</p>
      {mistakes.map(({ row, code, message, issues, cells }, index) => (
        <fieldset key={row} className={styles.mistake}>
          <legend>{t('imports.row', { row })}</legend>
          <p className={styles.wrong}>
            <RowProblem code={code} message={message} issues={issues} />
          </p>
          {cells
            .filter(({ field }) => usualFields.has(field) || isAbout(message, field))
            .toSorted((one, other) => Number(isAbout(message, other.field)) - Number(isAbout(message, one.field)))
            .map(({ column, field, value }, position) => (
              <Field
                key={column}
                label={fieldName(field, column)}
                autoFocus={index === 0 && position === 0}
                value={written[keyOf(row, column)] ?? value}
                onChange={(text) => setWritten((present) => ({ ...present, [keyOf(row, column)]: text }))}
              />
            ))}
        </fieldset>
      ))}
    </FormDialog>
  )
}

function fieldName(field: string, column: string): string {
  if (field === 'LONG_URL') return t('imports.address')
  return usualFields.has(field) ? t('imports.ending') : column
}
