import { useEffect, useState } from 'react'
import { explain, type Problem } from '../../graph/problems.ts'
import type { RowIssueFragment } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'

interface RowProblemProps {
  readonly code: string
  readonly message: string
  readonly issues: readonly RowIssueFragment[]
}

/** Why a row is no link. An import of before has no issues: then it is the sentence of the service. */
export function RowProblem({ code, message, issues }: RowProblemProps) {
  const [sentence, setSentence] = useState(() => withLabel(message))
  useEffect(() => {
    if (code === 'INVALID_PARAMS' && issues.length === 0) return
    const details = issues.map(({ field, code, values }) => ({
      field,
      code,
      issue: message,
      values: Object.fromEntries(values.map(({ name, value }) => [name, value])),
    }))
    const show = ({ message: own, fields }: Problem) => {
      const [first] = issues
      // A column that no form has is named as the file names it.
      const isNamed = !first || first.field in fields || code !== 'INVALID_PARAMS'
      setSentence(isNamed ? own : t('error.field', { name: first.field, sentence: own }))
    }
    // Without the texts of the console, the sentence of the service stays.
    explain({ code, message, details }).then(show, () => undefined)
  }, [code, message, issues])
  return <>{sentence}</>
}

/** Whether an error is about the value of a field of files, such as `EXPIRES_AT`. */
export function isAbout(message: string, field: string): boolean {
  const name = /^(\w+): /.exec(message)?.[1]
  if (name === 'customUrl') return field === 'SLUG' || field === 'SHORT_URL'
  return name === field.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** Names fields as the console does. */
function withLabel(message: string): string {
  return message.replace(/^longUrl(?=: )/, t('imports.address')).replace(/^customUrl(?=: )/, t('imports.ending'))
}
