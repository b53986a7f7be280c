import { importOf } from '../imports/seed.ts'
import type { Actor } from './acts.ts'
import { endedImport } from './import-acts.ts'
import { but, invalid, type Recipe, unstorable } from './recipe.ts'

/** An import of another account, which must look like a missing one. */
const notMyImport: Recipe = {
  inputs: but(async ({ test, word }: Actor) => ({
    id: (await endedImport({ test, account: await test.seed.account(), word })).id,
  })),
}

/** How to cause each declared error of imports. */
export const importRecipes: Readonly<Record<string, Readonly<Record<string, Recipe>>>> = {
  createImport: {
    INVALID_PARAMS: invalid('content', unstorable),
    PLAN_LIMIT_REACHED: {
      inputs: async (actor) => {
        for (let count = 0; count < 5; count++) await importOf(actor.test, actor.account)
        return { source: 'csv' }
      },
      fields: ['unfinished imports'],
    },
  },
  previewImport: { INVALID_PARAMS: invalid('content', unstorable) },
  uploadImport: {
    INVALID_PARAMS: invalid('id', unstorable),
    IMPORT_NOT_FOUND: notMyImport,
    IMPORT_HAS_CONTENT: { inputs: but(async (actor) => ({ id: (await endedImport(actor)).id })) },
  },
  imports: { INVALID_PARAMS: invalid('limit', 101) },
  import: { INVALID_PARAMS: invalid('id', unstorable), IMPORT_NOT_FOUND: notMyImport },
  cancelImport: {
    INVALID_PARAMS: invalid('id', unstorable),
    IMPORT_NOT_FOUND: notMyImport,
    IMPORT_ENDED: { inputs: but(async (actor) => ({ id: (await endedImport(actor)).id })) },
  },
  importErrors: { INVALID_PARAMS: invalid('id', unstorable), IMPORT_NOT_FOUND: notMyImport },
  importProgressed: { INVALID_PARAMS: invalid('id', unstorable), IMPORT_NOT_FOUND: notMyImport },
}
