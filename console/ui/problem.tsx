import { useEffect } from 'react'
import type { Problem as GraphProblem } from '../graph/problems.ts'
import { t } from '../texts/texts.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import styles from './problem.module.css'
import { useSteady } from './use-steady.ts'

/** What went wrong, and what to do next. It is tried again by itself when the network is back. */
export function Problem({
  problem,
  onAgain,
}: {
  readonly problem: GraphProblem | null
  readonly onAgain?: () => void
}) {
  const isShown = problem !== null
  const again = useSteady(() => onAgain?.())
  useEffect(() => {
    if (!isShown) return
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [isShown, again])
  if (!problem) return null
  return (
    <div className={styles.problem} role="alert">
      <Icon name="warning" />
      <p>{problem.message}</p>
      {onAgain && <Button onPress={onAgain}>{t('problem.again')}</Button>}
    </div>
  )
}
