import { useEffect } from 'react'
import { type OperationResult, useClient } from 'urql'
import { useLocation } from 'wouter'
import { useWorkspace } from '../../app/use-workspace.ts'
import { asideContext } from '../../graph/recorder.ts'
import type { WhatWaitsQuery } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { noteWaiting, takeTurn, useWaiting } from './waiting.ts'
import { WhatWaits } from './workspace-health.graphql.ts'
import styles from './workspace-health.module.css'

/** A dot beside the name of the screen when something waits there. It is asked for with a new screen, at most once a minute. */
// biome-ignore lint/style/noDefaultExport: React loads a part of the page by its default export.
export default function HealthDot() {
  const client = useClient()
  const [path] = useLocation()
  const workspaceId = useWorkspace()?.id ?? ''
  const count = useWaiting(workspaceId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: Another screen is when to look again.
  useEffect(() => {
    if (!workspaceId || !takeTurn(workspaceId)) return
    const note = ({ data }: OperationResult<WhatWaitsQuery>) => {
      if (data?.commandCenterSummary) noteWaiting(workspaceId, data.commandCenterSummary.waiting)
    }
    // A failure shows no dot; the next screen after a minute asks again.
    const context = { ...asideContext, requestPolicy: 'network-only' } as const
    client
      .query(WhatWaits, {}, context)
      .toPromise()
      .then(note, () => {})
  }, [client, path, workspaceId])
  if (count === 0) return null
  return (
    <span className={styles.dot}>
      <span className="visually-hidden">{t('health.waiting', { count })}</span>
    </span>
  )
}
