import { FileStore } from '../../src/modules/integrations/files/file-store.ts'
import { Keyring } from '../../src/platform/shared/keyring.ts'
import { SignedIds } from '../../src/platform/shared/signed-ids.ts'
import { dayMs } from '../../src/platform/shared/time.ts'
import type { TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

/** A store on the database of a test, with the secret of its service. */
export function storeOf(test: TestApp): FileStore {
  const tokens = new SignedIds(new Keyring(test.settings.jwtSecret ?? '').keys('downloads'), 'tkd', 'file')
  return new FileStore({ orm: test.app.database.orm, clock: test.clock, tokens, apiUrl: 'http://tack.test/v1' })
}

/** A stored file of an account, valid for a day, and the token of its download link. */
export async function fileOf(
  test: TestApp,
  account: SeededAccount,
  content: string | AsyncIterable<Uint8Array | string>,
  values: { readonly name?: string; readonly contentType?: string; readonly workspaceId?: string } = {},
): Promise<{ id: string; token: string; path: string }> {
  const store = storeOf(test)
  const { name = 'rows.json', contentType = 'application/json; charset=utf-8', workspaceId = null } = values
  const expiresAt = new Date(test.clock.now().getTime() + dayMs)
  const parts = typeof content === 'string' ? toParts(content) : content
  const file = await store.write({ accountId: account.id, workspaceId, name, contentType, expiresAt }, parts)
  const path = new URL(store.createDownloadUrl(file)).pathname
  return { id: file.id, token: path.split('/').at(-1) ?? '', path }
}

async function* toParts(text: string) {
  yield text
}
