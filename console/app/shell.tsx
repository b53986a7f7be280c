import { type ReactNode, useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { Link, Route, Switch, useLocation } from 'wouter'
import { problemOf } from '../graph/problems.ts'
import { useProofQuestion } from '../graph/proof.ts'
import { asideContext } from '../graph/recorder.ts'
import { t } from '../texts/texts.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { preloadMenus } from '../ui/menu.tsx'
import { ScreenSkeleton } from '../ui/skeleton.tsx'
import { useMedia } from '../ui/use-media.ts'
import { AccountMenu } from './account-menu.tsx'
import { Me } from './app.graphql.ts'
import { base } from './base.ts'
import { Later, LaterDrawer } from './error-boundary.tsx'
import { laterScreen } from './later-screen.ts'
import { Missing } from './missing.tsx'
import { changePreferences, usePreferences } from './preferences.ts'
import { healthPlace, operationPlace, type Place, places, routes } from './routes.tsx'
import { SearchField } from './search-field.tsx'
import styles from './shell.module.css'
import { useShortcuts } from './shortcuts.ts'
import { useNewLink } from './use-new-link.ts'
import { WorkspaceMenu } from './workspace-menu.tsx'

const Quota = laterScreen(() => import('./quota.tsx'))
const ProofDialog = laterScreen(() => import('./proof-dialog.tsx'))
const HealthDot = laterScreen(() => import('../features/workspace-health/health-dot.tsx'))
const CodeDrawer = laterScreen(() => import('./code-drawer.tsx'))

/** Navigation, search, and the screen of the address. */
export function Shell() {
  const [{ data, error }] = useQuery({ query: Me, context: asideContext })
  // Only its own page is left to it, where the deletion can be taken back.
  if (problemOf(error)?.code === 'ACCOUNT_BEING_DELETED') location.assign(`${base}/account/overview`)
  const [path] = useLocation()
  const newLink = useNewLink()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [isCodeOpen, setCodeOpen] = useState(false)
  // The bar of a phone has no room for the quota.
  const hasRail = useMedia('(width > 800px)')
  useShortcuts({ onNewLink: newLink.open, onHelp: () => setHelpOpen(true) })
  const proofQuestion = useProofQuestion()
  const workspaces = data?.workspaces?.nodes ?? []
  const { me } = data ?? {}
  const { timezone } = usePreferences()
  useEffect(() => {
    if (me && me.timezone !== timezone) changePreferences({ timezone: me.timezone ?? null })
  }, [me, timezone])
  // Nobody opens a menu before the first answer.
  useEffect(() => {
    if (data) preloadMenus()
  }, [data])
  return (
    <div className={styles.shell}>
      <a href="#screen" className={styles.skip}>
        {t('nav.skip')}
      </a>
      <aside className={styles.rail}>
        <WorkspaceMenu workspaces={workspaces} />
        <nav aria-label={t('nav.label')} className={styles.nav}>
          {places.map((place) => (
            <PlaceLink key={place.href} place={place} path={path} />
          ))}
        </nav>
        <nav aria-label={t('nav.care')} className={styles.care}>
          <PlaceLink place={healthPlace} path={path}>
            {data && (
              <Later failure={null}>
                <HealthDot />
              </Later>
            )}
          </PlaceLink>
          {data?.me?.role === 'ADMIN' && <PlaceLink place={operationPlace} path={path} />}
        </nav>
        <div className={styles.foot}>
          {hasRail && workspaces.length > 0 && (
            <Later failure={null}>
              <Quota workspaces={workspaces} />
            </Later>
          )}
          <AccountMenu
            user={data?.me ?? null}
            onHelp={() => setHelpOpen(true)}
            isHelpOpen={isHelpOpen}
            onHelpClose={() => setHelpOpen(false)}
          />
        </div>
      </aside>
      <header className={styles.top}>
        <SearchField />
        <div className={styles.tools}>
          <Button kind="quiet" icon="code" label={t('nav.code')} onPress={() => setCodeOpen(true)} />
          <ButtonLink kind="main" icon="plus" {...newLink.addressOf()}>
            <span className={styles.word}>{t('links.new')}</span>
          </ButtonLink>
        </div>
      </header>
      <main id="screen" className={styles.screen} tabIndex={-1}>
        {path === '/' && data?.me?.hasEarlierMembers && (
          <p className={styles.question} role="status">
            {t('members.question')}
            <a href={`${base}/account/members`}>{t('members.decide')}</a>
          </p>
        )}
        <Later key={path.split('/', 3).join('/')} waiting={<ScreenSkeleton />}>
          <Switch>
            {routes.map(({ path: pattern, screen }) => (
              <Route key={pattern} path={pattern} component={screen} />
            ))}
            <Route>
              <Missing />
            </Route>
          </Switch>
        </Later>
      </main>
      {isCodeOpen && (
        <LaterDrawer onClose={() => setCodeOpen(false)}>
          <CodeDrawer onClose={() => setCodeOpen(false)} />
        </LaterDrawer>
      )}
      {proofQuestion && (
        <LaterDrawer onClose={() => proofQuestion.end(false)}>
          <ProofDialog question={proofQuestion} />
        </LaterDrawer>
      )}
      <Connection />
    </div>
  )
}

interface PlaceLinkProps {
  readonly place: Place
  readonly path: string
  readonly children?: ReactNode
}

function PlaceLink({ place: { href, name, icon }, path, children }: PlaceLinkProps) {
  return (
    <Link href={href} className={styles.place} aria-current={isAt(path, href) ? 'page' : undefined}>
      <Icon name={icon} size={20} />
      <span>{t(name)}</span>
      {children}
    </Link>
  )
}

function isAt(path: string, href: string): boolean {
  return href === '/' ? path === '/' || path.startsWith('/links') : path.startsWith(href)
}

/** Says that the network is away, and goes when it is back. */
function Connection() {
  const [isOnline, setOnline] = useState(navigator.onLine)
  const [hasTried, setTried] = useState(false)
  useEffect(() => {
    const update = () => {
      setOnline(navigator.onLine)
      setTried(false)
    }
    addEventListener('online', update)
    addEventListener('offline', update)
    return () => {
      removeEventListener('online', update)
      removeEventListener('offline', update)
    }
  }, [])
  if (isOnline) return null
  // The browser may be wrong: a service on the same machine needs no network. A reload without one would leave the page.
  const tryAgain = () =>
    fetch(location.href, { method: 'HEAD' }).then(
      () => location.reload(),
      () => setTried(true),
    )
  return (
    <p className={styles.offline} role="alert">
      {t(hasTried ? 'problem.stillOffline' : 'problem.offline')}
      <Button kind="quiet" onPress={tryAgain}>
        {t('problem.again')}
      </Button>
    </p>
  )
}
