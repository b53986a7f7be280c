import type { RefObject } from 'react'
import { Menu, MenuItem, Popover, Separator } from 'react-aria-components/Menu'
import { Icon, type IconName } from './icon.tsx'
import styles from './menu-list.module.css'

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

interface MenuListProps {
  readonly label: string
  /** `null` draws a line between two groups. */
  readonly actions: readonly (MenuAction | null)[]
  readonly trigger: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
}

/** The actions of an open menu. */
export function MenuList({ label, actions, trigger, onClose }: MenuListProps) {
  return (
    <Popover
      triggerRef={trigger}
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      placement="bottom start"
      offset={4}
      className={styles.popover}
    >
      <Menu aria-label={label} autoFocus="first" onClose={onClose} className={styles.menu}>
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
      </Menu>
    </Popover>
  )
}
