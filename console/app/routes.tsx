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

type Load = () => Promise<{ readonly default: ComponentType }>

const settingsScreen = (load: Load) => laterScreen(load, 'settings')
const operationScreen = (load: Load) => laterScreen(load, 'operation')

/** The first matching route is shown. */
export const routes: readonly ScreenRoute[] = [
  { path: '/links/new', screen: lazy(() => import('../features/links/links-screen.tsx')) },
  { path: '/links/:id/*?', screen: laterScreen(() => import('../features/link/link-screen.tsx')) },
  { path: '/links', screen: lazy(() => import('../features/links/links-screen.tsx')) },
  { path: '/qr', screen: laterScreen(() => import('../features/qr/qr-list-screen.tsx')) },
  { path: '/qr/:id/*?', screen: laterScreen(() => import('../features/qr/qr-screen.tsx')) },
  { path: '/statistics', screen: laterScreen(() => import('../features/statistics/statistics-screen.tsx')) },
  { path: '/pages', screen: laterScreen(() => import('../features/pages/pages-screen.tsx'), 'pages') },
  { path: '/pages/:slug/*?', screen: laterScreen(() => import('../features/pages/page-screen.tsx'), 'pages') },
  { path: '/ask', screen: laterScreen(() => import('../features/ask/ask-screen.tsx')) },
  { path: '/settings', screen: () => <Redirect href="/settings/workspace" replace /> },
  { path: '/settings/workspace', screen: settingsScreen(() => import('../features/workspace/workspace-screen.tsx')) },
  { path: '/settings/members', screen: settingsScreen(() => import('../features/members/members-screen.tsx')) },
  { path: '/settings/domains', screen: settingsScreen(() => import('../features/domains/domains-screen.tsx')) },
  { path: '/settings/domains/:id', screen: settingsScreen(() => import('../features/domains/domain-screen.tsx')) },
  { path: '/settings/labels', screen: settingsScreen(() => import('../features/labels/labels-screen.tsx')) },
  { path: '/settings/transfer', screen: settingsScreen(() => import('../features/transfer/transfer-screen.tsx')) },
  { path: '/settings/pixels', screen: settingsScreen(() => import('../features/pixels/pixels-screen.tsx')) },
  { path: '/settings/account', screen: settingsScreen(() => import('../features/account/account-screen.tsx')) },
  { path: '/settings/keys', screen: settingsScreen(() => import('../features/keys/keys-screen.tsx')) },
  { path: '/settings/webhooks', screen: settingsScreen(() => import('../features/webhooks/webhooks-screen.tsx')) },
  { path: '/settings/webhooks/:id', screen: settingsScreen(() => import('../features/webhooks/webhook-screen.tsx')) },
  {
    path: '/settings/applications',
    screen: settingsScreen(() => import('../features/applications/applications-screen.tsx')),
  },
  {
    path: '/health',
    screen: laterScreen(() => import('../features/workspace-health/workspace-health-screen.tsx'), 'care'),
  },
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
  { href: '/pages', name: 'nav.pages', icon: 'page' },
  { href: '/ask', name: 'nav.ask', icon: 'ask' },
  { href: '/settings', name: 'nav.settings', icon: 'settings' },
]

/** What the navigation shows below, with little room as icons: what waits for somebody. */
export const healthPlace: Place = { href: '/health', name: 'nav.health', icon: 'pulse' }
export const operationPlace: Place = { href: '/operation', name: 'nav.operation', icon: 'shield' }
