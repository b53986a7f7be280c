import { invalid, type Recipe, unstorable } from './recipe.ts'

export const centerRecipes: Readonly<Record<string, Readonly<Record<string, Recipe>>>> = {
  commandCenter: { INVALID_PARAMS: invalid('workflowId', unstorable) },
  commandCenterAlerts: { INVALID_PARAMS: invalid('workflowId', unstorable) },
}
