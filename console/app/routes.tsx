import { type ComponentType, lazy } from 'react'
import { Redirect } from 'wouter'
import type { TextId } from '../texts/texts.ts'
import type { IconName } from '../ui/icon.tsx'
import { laterScreen } from './later-screen.ts'

/** A screen, loaded when it is first opened. */
export interface ScreenRoute {
  readonly path: string
  readonly screen: ComponentType
}

/** The first matching route is shown. */
export const routes: readonly ScreenRoute[] = [
  { path: '/links/new', screen: lazy(() => import('../features/links/links-screen.tsx')) },
  { path: '/links/:id/*?', screen: laterScreen(() => import('../features/link/link-screen.tsx')) },
  { path: '/links', screen: lazy(() => import('../features/links/links-screen.tsx')) },
  { path: '/qr', screen: laterScreen(() => import('../features/qr/qr-list-screen.tsx')) },
  { path: '/qr/:id/*?', screen: laterScreen(() => import('../features/qr/qr-screen.tsx')) },
  { path: '/statistics', screen: laterScreen(() => import('../features/statistics/statistics-screen.tsx')) },
  { path: '/pages', screen: laterScreen(() => import('../features/pages/pages-screen.tsx')) },
  { path: '/pages/:slug/*?', screen: laterScreen(() => import('../features/pages/page-screen.tsx')) },
  { path: '/ask', screen: laterScreen(() => import('../features/ask/ask-screen.tsx')) },
  { path: '/settings', screen: () => <Redirect href="/settings/keys" replace /> },
  { path: '/settings/keys', screen: laterScreen(() => import('../features/settings/keys-screen.tsx')) },
  { path: '/', screen: lazy(() => import('../features/links/links-screen.tsx')) },
]

export interface Place {
  readonly href: string
  readonly name: TextId
  readonly icon: IconName
}

/** What the navigation shows, in its order. */
export const places: readonly Place[] = [
  { href: '/', name: 'nav.links', icon: 'link' },
  { href: '/statistics', name: 'nav.statistics', icon: 'chart' },
  { href: '/qr', name: 'nav.qr', icon: 'qr' },
  { href: '/pages', name: 'nav.pages', icon: 'page' },
  { href: '/ask', name: 'nav.ask', icon: 'ask' },
  { href: '/settings', name: 'nav.settings', icon: 'settings' },
]
