import type { Actor } from './acts.ts'
import { inputsFor } from './acts.ts'
import { completedExport, queuedExport } from './export-acts.ts'
import { but, invalid, type Recipe, unstorable } from './recipe.ts'

/** An export of another account, which must look like a missing one. */
const notMyExport: Recipe = {
  inputs: but(async ({ test, word }: Actor) => ({
    id: (await completedExport({ test, account: await test.seed.account(), word })).id,
  })),
}

const tooMany: Recipe = {
  inputs: async (actor, operation) => {
    const inputs = await inputsFor(operation, actor)
    await queuedExport(actor)
    await actor.test.sql(
      `insert into file_export (id, workspace_id, content, format, bom, filter, state, created_at)
       select 'exp_' || ? || number, ?, 'links', 'csv', false, '{}', 'queued', now() from generate_series(1, 5) as number`,
      [actor.account.workspaceId, actor.account.workspaceId],
    )
    return inputs
  },
  fields: ['unfinished exports'],
}

/** How to cause each declared error of exports. */
export const exportRecipes: Readonly<Record<string, Readonly<Record<string, Recipe>>>> = {
  createLinkExport: { INVALID_PARAMS: invalid('search', unstorable), PLAN_LIMIT_REACHED: tooMany },
  createClickExport: { INVALID_PARAMS: invalid('country', 'DE,XX'), PLAN_LIMIT_REACHED: tooMany },
  exports: { INVALID_PARAMS: invalid('limit', 101) },
  export: { INVALID_PARAMS: invalid('id', unstorable), EXPORT_NOT_FOUND: notMyExport },
  cancelExport: {
    INVALID_PARAMS: invalid('id', unstorable),
    EXPORT_NOT_FOUND: notMyExport,
    EXPORT_ENDED: { inputs: but(async (actor) => ({ id: (await completedExport(actor)).id })) },
  },
}
