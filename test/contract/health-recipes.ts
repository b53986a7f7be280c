import { linkOf } from './acts.ts'
import { but, invalid, notMine, type Recipe, unstorable } from './recipe.ts'

/** How to cause each declared error of link health. */
export const healthRecipes: Readonly<Record<string, Readonly<Record<string, Recipe>>>> = {
  updateLinkHealth: { INVALID_PARAMS: invalid('isOn', null) },
  urlHealth: { INVALID_PARAMS: invalid('id', unstorable), LINK_NOT_FOUND: notMine('id') },
  updateUrlHealth: { INVALID_PARAMS: invalid('id', unstorable), LINK_NOT_FOUND: notMine('id') },
  checkUrlHealth: {
    INVALID_PARAMS: invalid('id', unstorable),
    LINK_NOT_FOUND: notMine('id'),
    LINK_NOT_WATCHED: { inputs: but(async (actor) => ({ id: (await linkOf(actor)).id })) },
  },
}
