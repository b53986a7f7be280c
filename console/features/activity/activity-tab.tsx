import { useMemo, useState } from 'react'
import { useQuery } from 'urql'
import { inWorkspace } from '../../graph/client.ts'
import { problemOf } from '../../graph/problems.ts'
import { formatDistance, formatInstant } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Problem } from '../../ui/problem.tsx'
import { ScreenSkeleton } from '../../ui/skeleton.tsx'
import { LinkActivities } from './activity.graphql.ts'
import styles from './activity-tab.module.css'
import { type Activity, describeChanges, sentenceOfActivity } from './changes.ts'

interface ActivityTabProps {
  /** A link, a QR code or a page. `workspaceId` is null for a link of nobody. */
  readonly subject: { readonly id: string; readonly workspaceId: string | null }
}

/** Who did what with it, and when. */
// biome-ignore lint/style/noDefaultExport: React loads a part of a screen by its default export.
export default function ActivityTab({ subject: { id, workspaceId } }: ActivityTabProps) {
  return (
    <section className={styles.card}>
      <h2>{t('link.activity')}</h2>
      <p className={styles.note}>{t('activity.lead')}</p>
      <Entries id={id} workspaceId={workspaceId} />
    </section>
  )
}

interface EntriesProps {
  readonly id: string
  readonly workspaceId: string | null
  /** The last entry of the page before. */
  readonly after?: string | null
}

/** A page of entries, and the older ones when they are wanted. */
function Entries({ id, workspaceId, after = null }: EntriesProps) {
  // A link is opened by its address, whichever workspace is chosen.
  const context = useMemo(() => (workspaceId === null ? {} : inWorkspace(workspaceId)), [workspaceId])
  const [{ data, error }, ask] = useQuery({
    query: LinkActivities,
    variables: { id, after },
    context,
    // The newest ones change with each act.
    requestPolicy: after ? 'cache-first' : 'cache-and-network',
  })
  const [isContinued, setContinued] = useState(false)
  if (error) return <Problem problem={problemOf(error)} onAgain={() => ask({ requestPolicy: 'network-only' })} />
  const page = data?.activities
  if (!page) return <ScreenSkeleton />
  const { endCursor, hasNextPage } = page.pageInfo
  return (
    <>
      <ul className={styles.list}>
        {page.nodes.map((activity) => (
          <Entry key={activity.id} activity={activity} />
        ))}
      </ul>
      {page.nodes.length === 0 && !after && <p className={styles.note}>{t('activity.none')}</p>}
      {hasNextPage &&
        (isContinued ? (
          <Entries id={id} workspaceId={workspaceId} after={endCursor} />
        ) : (
          <div>
            <Button onPress={() => setContinued(true)}>{t('activity.older')}</Button>
          </div>
        ))}
    </>
  )
}

function Entry({ activity }: { readonly activity: Activity }) {
  const sentence = sentenceOfActivity(activity)
  if (!sentence) return null
  const { createdAt } = activity
  return (
    <li>
      <p className={styles.sentence}>{sentence}</p>
      <time dateTime={createdAt} title={formatInstant(createdAt)}>
        {formatDistance(createdAt)}
      </time>
      <dl>
        {describeChanges(activity).map(({ field, from, to, what }) => (
          <div key={field}>
            <dt>{field}</dt>
            <dd>
              {what ?? (
                <>
                  <del>{from}</del>
                  <Icon name="arrow" size={14} />
                  <ins>{to}</ins>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
