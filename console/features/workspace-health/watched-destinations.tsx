import { useMutation, useQuery } from 'urql'
import { withoutScheme } from '../../app/addresses.ts'
import { useWorkspace } from '../../app/use-workspace.ts'
import { problemOf } from '../../graph/problems.ts'
import { formatDistance } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Rows } from '../../ui/pages.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Row } from '../../ui/row.tsx'
import { SavedCheck } from '../settings/settings-part.tsx'
import { WatchAll, Watching } from './workspace-health.graphql.ts'
import styles from './workspace-health.module.css'

/** Whether the destinations of all links are watched, and which of them do not answer although nothing waits for them. */
export function WatchedDestinations({ waiting }: { readonly waiting: ReadonlySet<string> }) {
  const role = useWorkspace()?.role
  const [{ data }] = useQuery({ query: Watching, requestPolicy: 'cache-and-network' })
  const [{ error }, watch] = useMutation(WatchAll)
  const setting = data?.linkHealth
  if (!setting) return null
  const mayChange = role === 'OWNER' || role === 'ADMIN'
  const unreachable = setting.unreachableUrls ?? []
  const known = unreachable.filter(({ id }) => !waiting.has(id))
  const more = setting.unreachable - unreachable.length
  return (
    <section className={styles.watched}>
      <h2>{t('care.destinations')}</h2>
      <SavedCheck
        label={t('care.watchAll')}
        hint={t(mayChange ? 'care.watchAll.hint' : 'care.watchAll.adminOnly')}
        isChecked={setting.isOn}
        isDisabled={!mayChange}
        onChange={(isOn) => watch({ isOn })}
      />
      <Problem problem={problemOf(error)} />
      {known.length > 0 && (
        <>
          <p>{t('care.stillUnreachable')}</p>
          <Rows>
            {known.map(({ id, shortUrl, destination, health }) => (
              <Row
                key={id}
                name={withoutScheme(shortUrl)}
                lines={[destination]}
                notes={[
                  health?.failingSince && t('health.failingSince', { when: formatDistance(health.failingSince) }),
                  health?.lastStatus != null && t('health.status', { status: health.lastStatus }),
                ]}
              >
                <ButtonLink href={`/links/${id}/edit`}>{t('care.mend')}</ButtonLink>
              </Row>
            ))}
          </Rows>
          {more > 0 && <p>{t('care.moreUnreachable', { count: more })}</p>}
        </>
      )}
    </section>
  )
}
