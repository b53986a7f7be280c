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
  { name: 'settings.developers', places: [{ href: '/settings/keys', name: 'quota.API_KEYS' }] },
]
