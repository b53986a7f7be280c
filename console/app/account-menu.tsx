import { useMutation } from 'urql'
import { useLocation } from 'wouter'
import type { MeQuery } from '../graph/types.ts'
import { currentLanguage, type Language, languages, t } from '../texts/texts.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import { EndAllSessions, EndSession } from './app.graphql.ts'
import { base } from './base.ts'
import { LaterDrawer } from './error-boundary.tsx'
import { laterScreen } from './later-screen.ts'
import { changePreferences, usePreferences } from './preferences.ts'
import { leave } from './session.ts'
import styles from './workspace-menu.module.css'

const ShortcutsPage = laterScreen(() => import('./shortcuts-page.tsx'))

interface AccountMenuProps {
  readonly user: MeQuery['me']
  readonly isHelpOpen: boolean
  readonly onHelp: () => void
  readonly onHelpClose: () => void
}

/** The person: account, theme, language, shortcuts, and the ways out. */
export function AccountMenu({ user, isHelpOpen, onHelp, onHelpClose }: AccountMenuProps) {
  const { theme } = usePreferences()
  const [, navigate] = useLocation()
  const [, endSession] = useMutation(EndSession)
  const [, endAllSessions] = useMutation(EndAllSessions)
  return (
    <>
      <Menu
        label={t('account.menu')}
        trigger={
          <Button kind="quiet" label={t('account.open', { name: user?.name ?? '' })}>
            <Icon name="user" />
            <span className={styles.name}>{user?.name}</span>
          </Button>
        }
        actions={[
          {
            id: 'account',
            name: t('account.menu'),
            ...(user && { detail: user.email }),
            act: () => navigate('/settings/account'),
          },
          { id: 'shortcuts', name: t('shortcuts.title'), act: onHelp },
          null,
          ...(['system', 'light', 'dark'] as const).map((each) => ({
            id: each,
            name: t(`theme.${each}`),
            isCurrent: theme === each,
            act: () => changePreferences({ theme: each }),
          })),
          null,
          ...Object.entries(languages).map(([language, name]) => ({
            id: language,
            name,
            isCurrent: language === currentLanguage(),
            act: () => chooseLanguage(language as Language),
          })),
          null,
          { id: 'leave', name: t('account.leave'), act: () => leave(() => endSession({})) },
          { id: 'leaveAll', name: t('account.leaveAll'), act: () => leave(() => endAllSessions({})) },
        ]}
      />
      {isHelpOpen && (
        <LaterDrawer onClose={onHelpClose}>
          <ShortcutsPage onClose={onHelpClose} />
        </LaterDrawer>
      )}
    </>
  )
}

/** The service reads the cookie when it writes the next page. */
export function chooseLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: The CookieStore of browsers is not everywhere yet.
  document.cookie = `tack_language=${language}; path=${base || '/'}; max-age=31536000; samesite=lax`
  location.reload()
}
