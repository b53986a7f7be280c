import type { Problem as GraphProblem } from '../graph/problems.ts'
import { t } from '../texts/texts.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import styles from './problem.module.css'

/** What went wrong, and what to do next. */
export function Problem({
  problem,
  onAgain,
}: {
  readonly problem: GraphProblem | null
  readonly onAgain?: () => void
}) {
  if (!problem) return null
  return (
    <div className={styles.problem} role="alert">
      <Icon name="warning" />
      <p>{problem.message}</p>
      {onAgain && <Button onPress={onAgain}>{t('problem.again')}</Button>}
    </div>
  )
}
