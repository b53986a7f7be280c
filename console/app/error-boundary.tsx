import { Component, type ReactNode } from 'react'
import { t } from '../texts/texts.ts'
import { Button } from '../ui/button.tsx'
import styles from './shell.module.css'

/** A screen that fails leaves the navigation. After an update of the service its files are gone: a reload has the new ones. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <div className={styles.missing} role="alert">
        <h1>{t('failed.title')}</h1>
        <p>{t('failed.lead')}</p>
        <Button onPress={() => location.reload()}>{t('problem.again')}</Button>
      </div>
    )
  }
}
