import { Migration20261121Foundation } from './20261121.foundation.ts'
import { Migration20261122Sessions } from './20261122.sessions.ts'

/** Every migration, oldest first. A migration that has landed is never edited; the next one corrects it. */
export const migrations = [
  { name: '20261121_foundation', class: Migration20261121Foundation },
  { name: '20261122_sessions', class: Migration20261122Sessions },
]
