import { useLocation } from 'wouter'
import type { MeQuery } from '../graph/types.ts'
import { formatNumber } from '../texts/formats.ts'
import { t } from '../texts/texts.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import { changePreferences, usePreferences } from './preferences.ts'
import styles from './workspace-menu.module.css'

type Workspace = NonNullable<MeQuery['workspaces']>['nodes'][number]

/** The chosen workspace, or the personal one. */
export function currentWorkspace(workspaces: readonly Workspace[], chosenId: string | null): Workspace | undefined {
  return (
    workspaces.find(({ id }) => id === chosenId) ?? workspaces.find(({ isPersonal }) => isPersonal) ?? workspaces[0]
  )
}

/** Which workspace is open, and the others. */
export function WorkspaceMenu({ workspaces }: { readonly workspaces: readonly Workspace[] }) {
  const { workspaceId } = usePreferences()
  const [, navigate] = useLocation()
  const open = currentWorkspace(workspaces, workspaceId)
  return (
    <Menu
      label={t('workspace.switch')}
      trigger={
        <Button kind="quiet" label={open ? t('workspace.open', { name: open.name }) : t('workspace.switch')}>
          <span className={styles.badge} data-letter={open?.name.slice(0, 1).toUpperCase()} />
          <span className={styles.name}>{open?.name}</span>
          <Icon name="down" size={16} />
        </Button>
      }
      actions={[
        ...workspaces.map((workspace) => ({
          id: workspace.id,
          name: workspace.name,
          detail: t('workspace.links', { count: workspace.urlCount, shown: formatNumber(workspace.urlCount) }),
          isCurrent: workspace.id === open?.id,
          act: () => {
            changePreferences({ workspaceId: workspace.isPersonal ? null : workspace.id })
            navigate('/')
          },
        })),
        null,
        { id: 'new', name: t('workspace.new'), icon: 'plus', act: () => navigate('/settings/workspace?new') },
      ]}
    />
  )
}
