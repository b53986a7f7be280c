import { invalid, type Recipe } from './recipe.ts'

export const centerRecipes: Readonly<Record<string, Readonly<Record<string, Recipe>>>> = {
  commandCenter: { INVALID_PARAMS: invalid('limit', 0) },
}
