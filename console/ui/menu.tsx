import { lazy, type ReactNode, useRef, useState } from 'react'
import { ButtonContext } from 'react-aria-components/Button'
import { LaterDrawer } from '../app/error-boundary.tsx'
import type { MenuAction } from './menu-list.tsx'

const loadList = async () => ({ default: (await import('./menu-list.tsx')).MenuList })
const MenuList = lazy(loadList)

/** Loads the list of all menus, so that the first menu opens at once. */
export function preloadMenus(): void {
  // Offline, the menu says so when it opens.
  loadList().catch(() => undefined)
}

interface MenuProps {
  readonly label: string
  /** The button that opens the menu. */
  readonly trigger: ReactNode
  /** `null` draws a line between two groups. */
  readonly actions: readonly (MenuAction | null)[]
}

/** A button with a menu. The list of actions is no part of the first load. */
export function Menu({ label, trigger, actions }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  const context = {
    ref: button,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    onPressStart: preloadMenus,
    onPress: () => setOpen(true),
    onKeyDown: ({ key }: { readonly key: string }) => {
      if (key === 'ArrowDown' || key === 'ArrowUp') setOpen(true)
    },
  } as const
  return (
    <>
      <ButtonContext.Provider value={context}>{trigger}</ButtonContext.Provider>
      {isOpen && (
        <LaterDrawer onClose={close}>
          <MenuList label={label} actions={actions} trigger={button} onClose={close} />
        </LaterDrawer>
      )}
    </>
  )
}
