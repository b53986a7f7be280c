import { useId } from 'react'
import { useQuery } from 'urql'
import { asideContext } from '../graph/recorder.ts'
import type { MeQuery, UsageQuery } from '../graph/types.ts'
import { formatNumber } from '../texts/formats.ts'
import { t } from '../texts/texts.ts'
import { Usage } from './app.graphql.ts'
import { usePreferences } from './preferences.ts'
import styles from './quota.module.css'
import { currentWorkspace } from './workspace-menu.tsx'

type Resource = NonNullable<UsageQuery['workspace']>['usage'][number]

interface QuotaProps {
  readonly workspaces: NonNullable<MeQuery['workspaces']>['nodes']
}

/** From this share of a limit on it is shown, and a sentence says that it is nearly reached. */
const nearShare = 0.8

/** How much of the plan is used: the links, and what is nearly used up. */
// biome-ignore lint/style/noDefaultExport: React loads a part of the page by its default export.
export default function Quota({ workspaces }: QuotaProps) {
  const { workspaceId } = usePreferences()
  const id = currentWorkspace(workspaces, workspaceId)?.id ?? ''
  const [{ data }] = useQuery({ query: Usage, variables: { id }, pause: !id, context: asideContext })
  const shown = data?.workspace?.usage.filter((each) => each.resource === 'URLS' || isNear(each)) ?? []
  if (shown.length === 0) return null
  return (
    <section className={styles.quota} aria-label={t('quota.label')}>
      {shown.map((each) => (
        <Limit key={each.resource} usage={each} />
      ))}
    </section>
  )
}

/** One limit of the plan, and how much of it is used. */
export function Limit({ usage }: { readonly usage: Resource }) {
  const { resource, used, limit } = usage
  const labelId = useId()
  return (
    <div className={styles.limit}>
      <p id={labelId}>
        <span>{t(`quota.${resource}`)}</span>
        <span>{t('quota.of', { used: formatNumber(used), limit: formatNumber(limit) })}</span>
      </p>
      <meter aria-labelledby={labelId} value={Math.min(used, limit)} max={limit} />
      {isNear(usage) && <p className={styles.note}>{t(used >= limit ? 'quota.full' : 'quota.near')}</p>}
    </div>
  )
}

function isNear({ used, limit }: Resource): boolean {
  return used >= nearShare * limit
}
