import { t } from '../texts/texts.ts'
import { Button } from './button.tsx'
import styles from './notices.module.css'
import { createStore } from './store.ts'

interface Notice {
  readonly id: number
  readonly text: string
  readonly isProblem?: boolean
  /** Takes back what the notice tells of. */
  readonly undo?: () => void
}

const shownMs = 6_000
const notices = createStore<readonly Notice[]>([])
let lastId = 0

/** Says in a line at the edge of the screen what has happened. Returns a function that removes it. */
export function notify(text: string, options: Omit<Notice, 'id' | 'text'> = {}): () => void {
  const id = ++lastId
  // One more would cover the work below.
  notices.set([...notices.get().slice(-2), { id, text, ...options }])
  const remove = () => notices.set(notices.get().filter((notice) => notice.id !== id))
  setTimeout(remove, shownMs)
  return remove
}

/**
 * Acts after some seconds, in which the notice can take it back. Leaving the page acts at once. Deletions use it, so that
 * nothing is sent that a person undoes.
 */
export function actLater(text: string, { act, undo }: { readonly act: () => void; readonly undo: () => void }): void {
  let isDone = false
  const finish = (run: () => void) => () => {
    if (isDone) return
    isDone = true
    clearTimeout(timer)
    removeEventListener('pagehide', actNow)
    remove()
    run()
  }
  const actNow = finish(act)
  const timer = setTimeout(actNow, shownMs)
  addEventListener('pagehide', actNow)
  const remove = notify(text, { undo: finish(undo) })
}

export function Notices() {
  const shown = notices.use()
  return (
    <div className={styles.notices} role="status">
      {shown.map(({ id, text, isProblem, undo }) => (
        <p key={id} className={isProblem ? styles.problem : styles.notice}>
          {text}
          {undo && (
            <Button kind="quiet" onPress={undo}>
              {t('undo')}
            </Button>
          )}
        </p>
      ))}
    </div>
  )
}
