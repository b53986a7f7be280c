import { importOf } from '../imports/seed.ts'
import type { Actor, Inputs } from './acts.ts'

/** Ends all imports of the workspace but the newest ones, because it may have few that have not ended. */
async function makeRoom({ test, account: { workspaceId } }: Actor): Promise<void> {
  await test.sql(
    `update link_import set state = 'cancelled', finished_at = created_at
      where id in (select id from link_import where workspace_id = ? and state = 'waiting' order by id desc offset 2)`,
    [workspaceId],
  )
}

/** An import that waits for its content. */
export async function waitingImport(actor: Actor): Promise<{ readonly id: string }> {
  await makeRoom(actor)
  return importOf(actor.test, actor.account)
}

/** An import that has ended, with a row that was wrong. */
export async function endedImport(actor: Actor): Promise<{ readonly id: string }> {
  const { id } = await waitingImport(actor)
  await actor.test.rest.post(`/v1/imports/${id}/cancel`, {}, { token: actor.account.token })
  await actor.test.sql(
    `update link_import set mapping = '[{"column":"URL","field":"longUrl"}]', processed = 1, failed = 1 where id = ?`,
    [id],
  )
  await actor.test.sql(
    `insert into link_import_error values (?, 1, 'INVALID_PARAMS', 'longUrl: is required', '[{"column":"url","field":"longUrl","value":"x"}]')`,
    [id],
  )
  return { id }
}

const content = 'longUrl,customUrl\nhttps://example.com/page,\n'

/** Valid inputs of the operations about imports. Without content, so that no background job changes rows. */
export const importActs: Readonly<Record<string, (actor: Actor) => Inputs | Promise<Inputs>>> = {
  createImport: async (actor) => {
    await makeRoom(actor)
    return { source: 'csv', onConflict: 'rename', dryRun: true }
  },
  previewImport: ({ word }) => ({ content: `longUrl,customUrl\nhttps://example.com/page,${word()}\n`, source: 'csv' }),
  uploadImport: async (actor) => ({ id: (await waitingImport(actor)).id, content }),
  imports: async (actor) => {
    await endedImport(actor)
    return { page: 1, limit: 5 }
  },
  import: async (actor) => ({ id: (await endedImport(actor)).id }),
  cancelImport: async (actor) => ({ id: (await waitingImport(actor)).id }),
  importErrors: async (actor) => ({ id: (await endedImport(actor)).id }),
  importProgressed: async (actor) => ({ id: (await endedImport(actor)).id }),
}

/** The operations of imports, as rows of the contract table. */
export const importLines = [
  ['createImport', 'POST /imports', 'write:links', 202, 'Import', [400, 401, 403]],
  ['previewImport', 'POST /imports/preview', 'write:links', 200, 'ImportPreview', [400, 401]],
  ['uploadImport', 'PUT /imports/{id}/content', 'write:links', 202, 'Import', [401, 404, 409]],
  ['imports', 'GET /imports', 'read:links', 200, '[Import]', [401]],
  ['import', 'GET /imports/{id}', 'read:links', 200, 'Import', [401, 404]],
  ['cancelImport', 'POST /imports/{id}/cancel', 'write:links', 200, 'Import', [401, 404, 409]],
  ['importErrors', 'GET /imports/{id}/errors', 'read:links', 200, 'ImportErrorFile', [401, 404]],
] as const
