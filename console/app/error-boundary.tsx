import { Component, type ReactNode, Suspense, useEffect, useState } from 'react'
import { t } from '../texts/texts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import styles from './shell.module.css'

interface LaterProps {
  readonly children: ReactNode
  /** What stands in its place until it is loaded. */
  readonly waiting?: ReactNode
  /** What stands in its place when it fails. */
  readonly failure?: ReactNode
}

/** A part of the page that is loaded when it is first shown. When that fails, or the part does, the rest of the page stays. */
export function Later({ children, waiting, failure = <Failure /> }: LaterProps) {
  return (
    <ErrorBoundary failure={failure}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </ErrorBoundary>
  )
}

/** A drawer that is loaded when it is first opened. */
export function LaterDrawer({ children, onClose }: { readonly children: ReactNode; readonly onClose: () => void }) {
  const failure = (
    <Dialog title={titleOf(!navigator.onLine)} onClose={onClose}>
      <div className={styles.failedDrawer}>
        <Failure isTitleHidden />
      </div>
    </Dialog>
  )
  return <Later failure={failure}>{children}</Later>
}

class ErrorBoundary extends Component<Pick<LaterProps, 'children' | 'failure'>, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.failure : this.props.children
  }
}

/**
 * Without a network it could not be loaded. Browsers keep a failed import, so the page is loaded again when the network is back: its address
 * and the drafts have what was there. After an update of the service its files are gone, and a reload has the new ones.
 */
function Failure({ isTitleHidden = false }: { readonly isTitleHidden?: boolean }) {
  const [isOffline] = useState(!navigator.onLine)
  useEffect(() => {
    if (!isOffline) return
    const reload = () => location.reload()
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [isOffline])
  return (
    <div className={styles.missing} role="alert">
      {!isTitleHidden && <h1>{titleOf(isOffline)}</h1>}
      <p>{t(isOffline ? 'failed.offlineLead' : 'failed.lead')}</p>
      {!isOffline && <Button onPress={() => location.reload()}>{t('problem.again')}</Button>}
    </div>
  )
}

function titleOf(isOffline: boolean): string {
  return t(isOffline ? 'failed.offline' : 'failed.title')
}
