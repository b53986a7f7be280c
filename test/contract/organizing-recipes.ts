import { folderOf, insertMany, tagOf } from '../organizing/seed.ts'
import { inputsFor } from './acts.ts'
import { but, invalid, type Recipe, unstorable } from './recipe.ts'

type Recipes = Readonly<Record<string, Readonly<Record<string, Recipe>>>>

/** How to cause each declared error of the operations of one of both. */
function recipesOf(table: 'tag' | 'folder', noun: 'Tag' | 'Folder', seed: typeof tagOf | typeof folderOf): Recipes {
  const [notFound, nameTaken] = [`${table.toUpperCase()}_NOT_FOUND`, `${table.toUpperCase()}_NAME_TAKEN`]
  /** One of another account, which must look like a missing one. */
  const notMine: Recipe = {
    inputs: but(async ({ test }) => ({ id: (await seed(test, await test.seed.account())).id })),
  }
  const taken: Recipe = {
    inputs: but(async ({ test, account }) => ({ name: (await seed(test, account)).name.toUpperCase() })),
    fields: ['name'],
  }
  return {
    [`create${noun}`]: {
      INVALID_PARAMS: invalid('name', ' '),
      [nameTaken]: taken,
      PLAN_LIMIT_REACHED: {
        inputs: async (actor, operation) => {
          await insertMany(actor.test, table, actor.account, 500)
          return inputsFor(operation, actor)
        },
        fields: [`${table}s`],
      },
    },
    [`${table}s`]: { INVALID_PARAMS: invalid('limit', 101) },
    [table]: { INVALID_PARAMS: invalid('id', unstorable), [notFound]: notMine },
    [`update${noun}`]: { INVALID_PARAMS: invalid('name', null), [notFound]: notMine, [nameTaken]: taken },
    [`delete${noun}`]: { INVALID_PARAMS: invalid('id', unstorable), [notFound]: notMine },
  }
}

/** How to cause each declared error of tags and folders. */
export const organizingRecipes: Recipes = {
  ...recipesOf('tag', 'Tag', tagOf),
  mergeTags: {
    INVALID_PARAMS: {
      inputs: async ({ test, account }) => {
        const { id } = await tagOf(test, account)
        return { id, intoId: id }
      },
      resolution: 'Correct intoId and send the request again.',
      fields: ['intoId'],
    },
    TAG_NOT_FOUND: {
      inputs: but(async ({ test }) => ({ intoId: (await tagOf(test, await test.seed.account())).id })),
    },
  },
  ...recipesOf('folder', 'Folder', folderOf),
}
