import { useQuery } from 'urql'
import { Link } from 'wouter'
import { changePreferences, usePreferences } from '../../app/preferences.ts'
import { useNewLink } from '../../app/use-new-link.ts'
import { useWorkspace } from '../../app/use-workspace.ts'
import { asideContext } from '../../graph/recorder.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { FirstSteps as FirstStepsQuery } from './first-steps.graphql.ts'
import styles from './first-steps.module.css'

/** What a new account does first. It goes when all is done, or when it is put away. */
// biome-ignore lint/style/noDefaultExport: React loads a part of the page by its default export.
export default function FirstSteps() {
  const { hasSeenStatistics, hidesFirstSteps } = usePreferences()
  const newLink = useNewLink()
  const { id = '', role } = useWorkspace() ?? {}
  // Only admins read invitations.
  const variables = { id, isAdmin: role === 'OWNER' || role === 'ADMIN' }
  const [{ data }] = useQuery({ query: FirstStepsQuery, variables, pause: !id, context: asideContext })
  const { urls, domains, workspace, workspaceInvitations } = data ?? {}
  if (hidesFirstSteps || !urls || !domains || !workspace) return null
  const [newest] = urls.nodes
  const hasOthers = workspace.memberCount > 1 || (workspaceInvitations?.nodes.length ?? 0) > 0
  const steps = [
    { name: 'link', isDone: urls.totalCount > 0, ...newLink.addressOf() },
    { name: 'statistics', isDone: hasSeenStatistics, href: newest ? `/links/${newest.id}` : '/statistics' },
    { name: 'domain', isDone: domains.totalCount > 0 || hasOthers, href: '/settings/domains' },
  ] as const
  if (steps.every(({ isDone }) => isDone)) return null
  return (
    <section className={styles.steps} aria-labelledby="first-steps">
      <header>
        <h2 id="first-steps">{t('steps.title')}</h2>
        <Button
          kind="quiet"
          icon="close"
          label={t('steps.hide')}
          onPress={() => changePreferences({ hidesFirstSteps: true })}
        />
      </header>
      <ol>
        {steps.map(({ name, isDone, ...address }, index) => (
          <li key={name} data-done={isDone || undefined}>
            {isDone ? <Icon name="check" size={16} /> : <span className={styles.number}>{index + 1}</span>}
            <p>
              {isDone ? (
                <>
                  {t(`steps.${name}`)} <span className="visually-hidden">{t('steps.done')}</span>
                </>
              ) : (
                <>
                  <Link {...address}>{t(`steps.${name}`)}</Link>
                  <small>{t(`steps.${name}.lead`)}</small>
                </>
              )}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
