import { manyTemplates, templateOf } from '../utm-templates/seed.ts'
import { inputsFor } from './acts.ts'
import { but, invalid, type Recipe, unstorable } from './recipe.ts'

/** A template of another account, which must look like a missing one. */
const notMyTemplate: Recipe = {
  inputs: but(async ({ test }) => ({ id: (await templateOf(test, await test.seed.account())).id })),
}

const nameTaken: Recipe = {
  inputs: but(async ({ test, account }) => ({ name: (await templateOf(test, account)).name.toUpperCase() })),
  fields: ['name'],
}

/** How to cause each declared error of UTM templates. */
export const utmRecipes: Readonly<Record<string, Readonly<Record<string, Recipe>>>> = {
  createUtmTemplate: {
    INVALID_PARAMS: invalid('name', ' '),
    UTM_TEMPLATE_NAME_TAKEN: nameTaken,
    PLAN_LIMIT_REACHED: {
      inputs: async (actor, operation) => {
        await manyTemplates(actor.test, actor.account, 100)
        return inputsFor(operation, actor)
      },
      fields: ['UTM templates'],
    },
  },
  utmTemplates: { INVALID_PARAMS: invalid('limit', 101) },
  utmTemplate: { INVALID_PARAMS: invalid('id', unstorable), UTM_TEMPLATE_NOT_FOUND: notMyTemplate },
  updateUtmTemplate: {
    INVALID_PARAMS: invalid('name', null),
    UTM_TEMPLATE_NOT_FOUND: notMyTemplate,
    UTM_TEMPLATE_NAME_TAKEN: nameTaken,
  },
  deleteUtmTemplate: { INVALID_PARAMS: invalid('id', unstorable), UTM_TEMPLATE_NOT_FOUND: notMyTemplate },
}
