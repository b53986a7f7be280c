import { type ComponentType, lazy } from 'react'
import { Redirect } from 'wouter'
import { loadOperationTexts, type TextId } from '../texts/texts.ts'
import type { IconName } from '../ui/icon.tsx'
import { laterScreen } from './later-screen.ts'

/** A screen, loaded when it is first opened. */
export interface ScreenRoute {
  readonly path: string
  readonly screen: ComponentType
}

const operationScreen = (load: () => Promise<{ readonly default: ComponentType }>) =>
  laterScreen(load, loadOperationTexts)

/** The first matching route is shown. */
export const routes: readonly ScreenRoute[] = [
  { path: '/links/new', screen: lazy(() => import('../features/links/links-screen.tsx')) },
  { path: '/links/:id/*?', screen: laterScreen(() => import('../features/link/link-screen.tsx')) },
  { path: '/links', screen: lazy(() => import('../features/links/links-screen.tsx')) },
  { path: '/qr', screen: laterScreen(() => import('../features/qr/qr-list-screen.tsx')) },
  { path: '/qr/:id', screen: laterScreen(() => import('../features/qr/qr-screen.tsx')) },
  { path: '/statistics', screen: laterScreen(() => import('../features/statistics/statistics-screen.tsx')) },
  { path: '/ask', screen: laterScreen(() => import('../features/ask/ask-screen.tsx')) },
  { path: '/settings', screen: () => <Redirect href="/settings/keys" replace /> },
  { path: '/settings/keys', screen: laterScreen(() => import('../features/keys/keys-screen.tsx')) },
  { path: '/health', screen: laterScreen(() => import('../features/workspace-health/workspace-health-screen.tsx')) },
  { path: '/operation', screen: () => <Redirect href="/operation/reports" replace /> },
  { path: '/operation/reports', screen: operationScreen(() => import('../features/operation/reports-screen.tsx')) },
  { path: '/operation/blocked', screen: operationScreen(() => import('../features/operation/blocked-screen.tsx')) },
  { path: '/operation/log', screen: operationScreen(() => import('../features/operation/log-screen.tsx')) },
  { path: '/operation/accounts', screen: operationScreen(() => import('../features/operation/accounts-screen.tsx')) },
  {
    path: '/operation/workspaces',
    screen: operationScreen(() => import('../features/operation/workspaces-screen.tsx')),
  },
  { path: '/operation/service', screen: operationScreen(() => import('../features/operation/service-screen.tsx')) },
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
  { href: '/ask', name: 'nav.ask', icon: 'ask' },
  { href: '/settings', name: 'nav.settings', icon: 'settings' },
]

/** What the navigation shows below, with little room as icons: what waits for somebody. */
export const healthPlace: Place = { href: '/health', name: 'nav.health', icon: 'pulse' }
export const operationPlace: Place = { href: '/operation', name: 'nav.operation', icon: 'shield' }
