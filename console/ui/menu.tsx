import type { ReactNode } from 'react'
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components/Menu'
import { Icon, type IconName } from './icon.tsx'
import styles from './menu.module.css'

export interface MenuAction {
  readonly id: string
  readonly name: string
  readonly icon?: IconName
  /** A second line, smaller. */
  readonly detail?: string
  readonly isCurrent?: boolean
  readonly isDangerous?: boolean
  readonly act: () => void
}

interface MenuProps {
  readonly label: string
  /** The button that opens the menu. */
  readonly trigger: ReactNode
  /** `null` draws a line between two groups. */
  readonly actions: readonly (MenuAction | null)[]
}

export function Menu({ label, trigger, actions }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className={styles.popover} offset={4}>
        <AriaMenu aria-label={label} className={styles.menu}>
          {actions.map((action, index) =>
            action === null ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: The lines of a menu never move.
              <Separator key={index} className={styles.line} />
            ) : (
              <MenuItem
                key={action.id}
                id={action.id}
                textValue={action.name}
                onAction={action.act}
                className={`${styles.item} ${action.isDangerous ? styles.dangerous : ''}`}
              >
                {action.icon && <Icon name={action.icon} />}
                <span className={styles.text}>
                  {action.name}
                  {action.detail && <small>{action.detail}</small>}
                </span>
                {action.isCurrent && <Icon name="check" />}
              </MenuItem>
            ),
          )}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
