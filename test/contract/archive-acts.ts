import { newId } from '../../src/platform/shared/ids.ts'
import { fileOf } from '../files/seed.ts'
import type { Actor, Inputs } from './acts.ts'

/** An archive of the actor, without a job, so that no background work changes rows. */
async function archiveIn(state: 'queued' | 'completed', { test, account }: Actor, fileId: string | null = null) {
  const now = test.clock.now()
  await test.sql('insert into account_archive (id, account_id, state, file_id, created_at) values (?, ?, ?, ?, ?)', [
    newId('arc', now),
    account.id,
    state,
    fileId,
    now,
  ])
}

/** Valid inputs of the operations about archives. */
export const archiveActs: Readonly<Record<string, (actor: Actor) => Inputs | Promise<Inputs>>> = {
  // The answer is the one that is being written.
  requestAccountArchive: async (actor) => {
    await archiveIn('queued', actor)
    return {}
  },
  accountArchive: async (actor) => {
    const file = { name: 'archive.zip', contentType: 'application/zip' }
    await archiveIn('completed', actor, (await fileOf(actor.test, actor.account, 'PK', file)).id)
    return {}
  },
}

/** The operations of archives, as rows of the contract table. */
export const archiveLines = [
  ['requestAccountArchive', 'POST /auth/me/export', 'read:profile', 202, 'AccountArchive', [401, 403]],
  ['accountArchive', 'GET /auth/me/export', 'read:profile', 200, 'AccountArchive', [401, 403, 404]],
] as const
