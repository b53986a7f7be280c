import { exportOf } from '../exports/seed.ts'
import { fileOf } from '../files/seed.ts'
import type { Actor, Inputs } from './acts.ts'

/**
 * Makes exports of the workspace wait, so that no background job changes rows: another one of their group seems to run. Ends
 * those that wait, because a workspace may have few.
 */
async function holdExports({ test, account: { workspaceId } }: Actor): Promise<void> {
  await test.sql(
    `insert into jobs.job (name, data, state, started_on, expire_seconds, group_id)
     select 'exports', '{"exportId":"none"}', 'active', now(), 86400, ?
      where not exists (select 1 from jobs.job where name = 'exports' and state = 'active' and group_id = ?)`,
    [workspaceId, workspaceId],
  )
  await test.sql(
    `update file_export set state = 'cancelled', finished_at = created_at
      where workspace_id = ? and state = 'queued'`,
    [workspaceId],
  )
}

/** An export that waits. */
export async function queuedExport(actor: Actor): Promise<{ readonly id: string }> {
  await holdExports(actor)
  return exportOf(actor.test, actor.account)
}

/** An export that is complete, with its file. */
export async function completedExport(actor: Actor): Promise<{ readonly id: string }> {
  const { id } = await queuedExport(actor)
  const { test, account } = actor
  const { workspaceId } = account
  const file = await fileOf(test, account, 'id\r\n', { name: 'links.csv', contentType: 'text/csv', workspaceId })
  await test.sql(
    `update file_export set state = 'completed', attempts = 1, file_id = ?, started_at = created_at, finished_at = created_at
      where id = ?`,
    [file.id, id],
  )
  return { id }
}

/** Valid inputs of the operations about exports. */
export const exportActs: Readonly<Record<string, (actor: Actor) => Inputs | Promise<Inputs>>> = {
  createLinkExport: async (actor) => {
    await holdExports(actor)
    return { format: 'json', search: 'example' }
  },
  createClickExport: async (actor) => {
    await holdExports(actor)
    return { format: 'csv', bom: true, interval: '7d', country: 'DE,FR' }
  },
  exports: async (actor) => {
    await completedExport(actor)
    return { page: 1, limit: 5 }
  },
  export: async (actor) => ({ id: (await completedExport(actor)).id }),
  cancelExport: async (actor) => ({ id: (await queuedExport(actor)).id }),
}

/** The operations of exports, as rows of the contract table. */
export const exportLines = [
  ['createLinkExport', 'POST /exports/links', 'read:links', 202, 'Export', [400, 401, 403]],
  ['createClickExport', 'POST /exports/clicks', 'read:links', 202, 'Export', [400, 401, 403]],
  ['exports', 'GET /exports', 'read:links', 200, '[Export]', [401]],
  ['export', 'GET /exports/{id}', 'read:links', 200, 'Export', [401, 404]],
  ['cancelExport', 'POST /exports/{id}/cancel', 'read:links', 200, 'Export', [401, 404, 409]],
] as const
