import { useSyncExternalStore } from 'react'

/** What a person chose for this browser. */
interface Preferences {
  readonly theme: 'system' | 'light' | 'dark'
  readonly isRailNarrow: boolean
  /** The workspace that is open; without one, the personal workspace. */
  readonly workspaceId: string | null
}

const key = 'tack'
const defaults: Preferences = { theme: 'system', isRailNarrow: false, workspaceId: null }
const listeners = new Set<() => void>()
let preferences = read()
applyTheme()

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, () => preferences)
}

export function currentPreferences(): Preferences {
  return preferences
}

export function changePreferences(changes: Partial<Preferences>): void {
  preferences = { ...preferences, ...changes }
  try {
    localStorage.setItem(key, JSON.stringify(preferences))
  } catch {
    // Private windows may store nothing: the choice holds until the page is closed.
  }
  applyTheme()
  for (const listener of listeners) listener()
}

function applyTheme(): void {
  document.documentElement.dataset.theme = preferences.theme
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(): Preferences {
  try {
    return { ...defaults, ...JSON.parse(localStorage.getItem(key) ?? '{}') }
  } catch {
    return defaults
  }
}
