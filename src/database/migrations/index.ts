import { Migration20261121Foundation } from './20261121.foundation.ts'
import { Migration20261123Routes } from './20261123.routes.ts'

/** Every migration, oldest first. A migration that has landed is never edited; the next one corrects it. */
export const migrations = [
  { name: '20261121_foundation', class: Migration20261121Foundation },
  { name: '20261123_routes', class: Migration20261123Routes },
]
