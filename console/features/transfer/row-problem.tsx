import { useEffect, useState } from 'react'
import { explain } from '../../graph/problems.ts'
import { t } from '../../texts/texts.ts'

interface RowProblemProps {
  readonly code: string
  readonly message: string
}

/** Why a row is no link. Only the service can say what is wrong with a value. */
export function RowProblem({ code, message }: RowProblemProps) {
  const [sentence, setSentence] = useState(() => withLabel(message))
  useEffect(() => {
    if (code === 'INVALID_PARAMS') return
    // Without the texts of the console, the sentence of the service stays.
    explain({ code, message }).then(
      ({ message: own }) => setSentence(own),
      () => undefined,
    )
  }, [code, message])
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
