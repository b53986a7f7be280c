import { useQuery } from 'urql'
import { asideContext } from '../../graph/recorder.ts'
import { t } from '../../texts/texts.ts'
import { needsProof } from './matters.ts'
import { WhatWaits } from './workspace-health.graphql.ts'
import styles from './workspace-health.module.css'

/** A dot beside the name of the screen when something waits there. */
// biome-ignore lint/style/noDefaultExport: React loads a part of the page by its default export.
export default function HealthDot() {
  const [{ data }] = useQuery({ query: WhatWaits, context: asideContext })
  const { commandCenterAlerts, anomalies, domains } = data ?? {}
  const count =
    (commandCenterAlerts?.totalCount ?? 0) +
    (anomalies?.totalCount ?? 0) +
    (domains?.nodes.filter(needsProof).length ?? 0)
  if (count === 0) return null
  return (
    <span className={styles.dot}>
      <span className="visually-hidden">{t('health.waiting', { count })}</span>
    </span>
  )
}
