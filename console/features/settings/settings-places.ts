import type { TextId } from '../../texts/texts.ts'

export interface SettingsPlace {
  readonly href: string
  readonly name: TextId
}

/** Places under one name in the column. */
export interface PlaceGroup {
  readonly name: TextId
  readonly places: readonly SettingsPlace[]
}

/** What the column of settings shows, in its order: what belongs to the workspace, to the account, and to programs. */
export const settingsPlaces: readonly PlaceGroup[] = [
  {
    name: 'settings.workspace',
    places: [
      { href: '/settings/workspace', name: 'settings.general' },
      { href: '/settings/members', name: 'quota.MEMBERS' },
      { href: '/settings/domains', name: 'settings.domains' },
      { href: '/settings/labels', name: 'settings.labels' },
      { href: '/settings/transfer', name: 'imports.title' },
      { href: '/settings/pixels', name: 'settings.pixels' },
    ],
  },
  { name: 'settings.account', places: [{ href: '/settings/account', name: 'settings.ownAccount' }] },
  {
    name: 'settings.developers',
    places: [
      { href: '/settings/keys', name: 'quota.API_KEYS' },
      { href: '/settings/webhooks', name: 'quota.WEBHOOKS' },
      { href: '/settings/applications', name: 'applications.title' },
    ],
  },
]
