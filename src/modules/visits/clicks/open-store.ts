import { withoutQueryLog } from '../../../platform/database/statements.ts'
import type { Platform } from '../../../platform/module.ts'
import type { ClickStore } from './store/click-store.ts'
import { assertEngine } from './store/moving/engine.queries.ts'
import { PostgresClickStore } from './store/postgres/postgres-click-store.ts'

/** Opens the store that has the clicks. Throws `InvalidSetting` when they are in ClickHouse, and CLICKS_URL is missing. */
export async function openStore(platform: Platform): Promise<ClickStore> {
  const { orm, settings } = platform
  const { clicksUrl } = settings
  await assertEngine(orm.em.fork(withoutQueryLog()), clicksUrl !== undefined)
  const store =
    clicksUrl === undefined ? new PostgresClickStore(platform) : await createMovableStore(clicksUrl, platform)
  await store.open()
  return store
}

/** Loaded only where it is used. */
async function createMovableStore(url: string, platform: Platform): Promise<ClickStore> {
  const { MovableStore } = await import('./store/moving/movable-store.ts')
  return MovableStore.create(url, platform)
}
