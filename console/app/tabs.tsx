import type { ComponentType } from 'react'
import { Link, Redirect } from 'wouter'
import { type TextId, t } from '../texts/texts.ts'
import { ScreenSkeleton } from '../ui/skeleton.tsx'
import { Later } from './error-boundary.tsx'
import styles from './tabs.module.css'

/** A part of the screen of one thing. */
export interface Tab<Props> {
  /** The last part of the address; empty for the first tab. */
  readonly path: string
  readonly name: TextId
  readonly part: ComponentType<Props>
  /** Last parts of addresses that the tab had before. */
  readonly formerPaths?: readonly string[]
}

interface TabsProps<Props> {
  readonly tabs: readonly Tab<Props>[]
  /** The address of the first tab. */
  readonly base: string
  /** The last part of the address that is open. */
  readonly path: string
  readonly label: string
  readonly partProps: Props
}

/** What there is about one thing, one part at a time. Each part has an address. */
export function Tabs<Props extends object>({ tabs, base, path, label, partProps }: TabsProps<Props>) {
  const addressOf = (tab: Tab<Props>) => (tab.path ? `${base}/${tab.path}` : base)
  const moved = tabs.find(({ formerPaths }) => formerPaths?.includes(path))
  if (moved) return <Redirect href={addressOf(moved)} replace />
  const current = tabs.find((tab) => tab.path === path) ?? tabs[0]
  const Part = current?.part
  return (
    <>
      <nav className={styles.tabs} aria-label={label} ref={showCurrentTab}>
        {tabs.map((tab) => (
          <Link key={tab.path} href={addressOf(tab)} aria-current={tab === current ? 'page' : undefined}>
            {t(tab.name)}
          </Link>
        ))}
      </nav>
      <Later key={current?.path} waiting={<ScreenSkeleton />}>
        {Part && <Part key={base} {...partProps} />}
      </Later>
    </>
  )
}

/** On a phone not all tabs have room. */
function showCurrentTab(nav: HTMLElement | null): void {
  const current = nav?.querySelector<HTMLElement>('[aria-current]')
  if (nav && current) nav.scrollLeft = current.offsetLeft - nav.offsetLeft - (nav.clientWidth - current.clientWidth) / 2
}
