import { createStore } from '../ui/store.ts'

/** What a person chose for this browser. */
interface Preferences {
  readonly theme: 'system' | 'light' | 'dark'
  /** The workspace that is open; without one, the personal workspace. */
  readonly workspaceId: string | null
  /** The time zone of the account; null for the one of the browser. */
  readonly timezone: string | null
  /** Whether statistics were opened, and whether the steps of the first day were put away. */
  readonly hasSeenStatistics: boolean
  readonly hidesFirstSteps: boolean
}

const key = 'tack'
const defaults: Preferences = {
  theme: 'system',
  workspaceId: null,
  timezone: null,
  hasSeenStatistics: false,
  hidesFirstSteps: false,
}
const preferences = createStore(read())
applyTheme()

export const usePreferences = preferences.use

export function changePreferences(changes: Partial<Preferences>): void {
  preferences.set({ ...preferences.get(), ...changes })
  try {
    localStorage.setItem(key, JSON.stringify(preferences.get()))
  } catch {
    // Private windows may store nothing: the choice holds until the page is closed.
  }
  applyTheme()
}

function applyTheme(): void {
  document.documentElement.dataset.theme = preferences.get().theme
}

function read(): Preferences {
  try {
    return { ...defaults, ...JSON.parse(localStorage.getItem(key) ?? '{}') }
  } catch {
    return defaults
  }
}
