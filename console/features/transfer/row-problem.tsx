import { useEffect, useState } from 'react'
import { explain } from '../../graph/problems.ts'

interface RowProblemProps {
  readonly code: string
  readonly message: string
}

/** Why a row is no link. Only the service can say what is wrong with a value. */
export function RowProblem({ code, message }: RowProblemProps) {
  const [sentence, setSentence] = useState(message)
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
